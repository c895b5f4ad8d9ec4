"""The floor: everything that lives while the server runs, put together once.

Timed and live tables run from the start. An on demand table is a place where every patron who sits down gets a table of
their own (`ruby~p4f…`); it is read when the patron comes, and put away when nothing is left to do on it.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial

import structlog
from msgspec.structs import replace

from punto.rules.rulebook import RuleBook
from punto.server.cashier.desk import CashierDesk
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import own_table, place_of
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.floor.on_demand_tables import OnDemandTables
from punto.server.floor.removed_tables import check_books, close_removed_tables
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.people.protection import ProtectionDesk
from punto.server.people.sessions import Sessions
from punto.server.protocol.client import BETTING, Action, AutoRepeat
from punto.server.protocol.closing_codes import MOVED, POLICY, RESTART
from punto.server.protocol.floor import PlayIsOver
from punto.server.protocol.refusals import ServerRefusal
from punto.server.protocol.server_message import ServerMessage
from punto.server.record.play_record import PlayRecord
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.new_passwords import take_up_new_passwords
from punto.server.staff.new_patrons import take_up_new_patrons
from punto.server.staff.set_back import note_abandoned, note_set_back
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.streams.kept_answers import KeptAnswers
from punto.server.streams.ledger_wallet import LedgerWallet
from punto.server.streams.ordered_records import OrderedRecords
from punto.server.streams.purse_cache import WatchedStore
from punto.server.tables.idle_patrons import IdlePatrons
from punto.server.tables.shoe_secrets import FairShoes
from punto.server.tables.table_door import TABLE_IS_BUSY
from punto.server.tables.table_services import TableServices
from punto.server.tables.table_task import TableTask
from punto.server.tables.tell_protection import PlayWatch
from punto.server.telling.bus import InProcessBus, tell_patron
from punto.server.telling.lobby import Lobby
from punto.server.telling.moved_purses import MovedPurses
from punto.server.telling.online import Online
from punto.server.telling.outbox import Outbox
from punto.server.telling.road_changes import RoadBoard
from punto.server.telling.socket_rooms import SocketRooms
from punto.server.telling.staff_notices import StaffNotices
from punto.server.telling.table_publisher import TablePublisher
from punto.server.telling.table_state import lobby_table, table_info
from punto.table.config import TableConfig, TableKind
from punto.table.state import Betting, Instant, NeedsShoe, Table
from punto.table.view import TableView

MS_TO_FINISH = 8_000  # coups that are being dealt when the floor stops

log = structlog.get_logger("punto.floor")


class Floor:
    """Made by `open`."""

    def __init__(
        self,
        config: FloorConfig,
        store: Store,
        records: OrderedRecords,
        key: bytes,
        clock: Callable[[], Instant],
        odds: KnownOdds,
    ) -> None:
        self.config = config
        self.store = store
        self.records = records
        self.clock = clock
        self.boot = secrets.token_hex(8)
        self.ledger = WatchedStore(store)
        self.wallet = LedgerWallet(self.ledger, config.currency, self.ledger.known)
        self.bus = InProcessBus()
        self.online = Online(self.bus)
        self.outbox = Outbox(self.online)
        self.lobby = Lobby(self.bus)
        self.odds = odds
        self.fingerprints = KnownFingerprints(store)
        self.metrics = Metrics(config, self.odds)
        self.accounts = Accounts(records, clock, key, config.safety)
        self.record = PlayRecord(store, config)
        self.shoes = FairShoes(store, key)
        self.calls = AttendantCalls(clock, lambda: self.cashier.hand_pays())
        safety = config.safety
        self.kept_answers = KeptAnswers(store, hours=safety.answers_kept_hours, kept_max=safety.answers_kept_max)
        self.tables: dict[str, TableTask] = {}
        self.log_id = ""
        self.health = StoreHealth()
        self.is_ready = False
        self.is_fenced = False  # another server has taken the floor: nothing more is written
        self.on_demand = OnDemandTables(records, self.tables, self._open_own)
        self.on_place_started: list[Callable[[TableConfig], None]] = []  # its dealer and its bots sit down
        self._tasks: list[asyncio.Task[None]] = []
        self.accounts.on_shown.append(self.online.shows)
        self.ledger.watchers.append(MovedPurses(self.bus, self.online).moved)
        self.ledger.timers.append(self.metrics.committed)
        self.metrics.watch_traffic(self.online.traffic)

    rooms: SocketRooms
    sessions: Sessions
    cashier: CashierDesk
    protection: ProtectionDesk
    staff_log: StaffLog
    staff_failures: StaffFailures

    @classmethod
    async def open(
        cls,
        config: FloorConfig,
        store: Store,
        key: bytes,
        clock: Callable[[], Instant],
        odds: KnownOdds | None = None,
        health: StoreHealth | None = None,
    ) -> "Floor":
        await check_books(config, store)
        floor = cls(config, store, await OrderedRecords.open(store), key, clock, odds or KnownOdds())
        floor.health = health or floor.health
        floor.log_id = await store.log_id()
        floor.sessions = await Sessions.open(floor.records, clock, key, config.safety)
        floor.rooms = SocketRooms(floor.bus, floor.sessions.is_locked)
        await floor.accounts.tries.recall()
        floor.protection = await ProtectionDesk.open(floor.records, clock, config)
        floor.staff_log = await StaffLog.open(store, clock)
        floor.staff_failures = StaffFailures(floor.staff_log, clock)
        await note_set_back(store, floor.staff_log)
        floor.accounts.on_change.append(floor.sessions.end_older)
        await take_up_new_passwords(floor)
        await take_up_new_patrons(floor)
        floor.cashier = await CashierDesk.open(floor.ledger, clock, config, floor.has_bets, store)
        floor.sessions.on_end.append(floor._session_ended)
        floor.protection.on_stop.append(floor._play_is_over)
        floor.metrics.watch_queues(lambda: {task.id: len(task.queue) for task in floor.tables.values()})
        await floor.record.start()
        for table in config.tables:
            await floor.open_place(table)
        await floor.on_demand.recall({table.id for table in config.tables if table.kind is TableKind.ON_DEMAND})
        await floor.protection.recall_limited()
        return floor

    async def start(self) -> None:
        for table in self.config.tables:
            self.start_place(table)
        self.run(self.on_demand.read_all(), "read what was left")
        self.run(close_removed_tables(self), "close removed tables")
        self.run(self.metrics.learn_theory(), "learn theory")
        self.is_ready = True

    def run(self, work: Coroutine[None, None, None], name: str) -> None:
        """Beside the tables, until it is done or the floor stops."""
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(work, name=name))

    async def stop(self) -> None:
        """No more bets; coups that are being dealt are finished if they end soon, the rest is parked in the log."""
        self.is_ready = False
        if not self.is_fenced:
            finish_by = self.clock() + MS_TO_FINISH
            await asyncio.gather(*(task.stop(finish_by=finish_by) for task in self.tables.values()))
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._end_sockets(RESTART, "the floor is being restarted")
        await self.record.close()
        if not self.is_fenced:
            with suppress(StoreIsLost, StreamIsTaken):
                await self.staff_failures.write(is_last=True)

    def fence(self) -> None:
        """Another server has taken the floor and goes on from what is stored. Patrons are told, and come to it."""
        self.is_ready, self.is_fenced = False, True
        self._end_sockets(MOVED, "the floor has moved to another server")
        for task in self.tables.values():
            task.halt()

    def _end_sockets(self, code: int, reason: str) -> None:
        for patron in self.online:
            for connection in list(patron.connections):
                connection.end(code, reason)

    # --- tables -------------------------------------------------------------------------------------------------------

    def find(self, table_id: str) -> TableTask | None:
        return self.tables.get(table_id)

    async def seat(self, table_id: str, patron: str) -> TableTask | None:
        """The table a patron asks for; on demand, the patron's own."""
        config = self.config.table(place_of(table_id))
        if config is None:
            return None
        if config.kind is not TableKind.ON_DEMAND:
            return self.tables.get(table_id)
        if table_id not in (config.id, own_table(config.id, patron)):
            return None
        return await self.on_demand.seat(config, patron)

    async def has_bets(self, patron: str) -> bool:
        """Or may have: on a table of the patron's own that cannot be read, something may lie."""
        is_known = await self.on_demand.read_of(patron)
        return not is_known or any(task.table.seat(patron).stakes for task in self.tables.values())

    async def open_place(self, config: TableConfig) -> None:
        book, roads = self.config.book_of(config), RoadBoard(shows_naturals=config.shows_naturals).whole
        if config.kind is TableKind.ON_DEMAND:
            self.place_changed(config)
            return
        self.lobby.put(lobby_table(TableView(Table(config, book, phase=NeedsShoe(0))), roads, (0, 0)))
        try:
            await self._open_table(config, book)
        except StoreIsLost:
            raise
        except Exception:  # the trouble of one table closes no other
            log.exception("table_cannot_be_read", table=config.id)
            unread = Table(config, book, phase=NeedsShoe(0))
            self.lobby.put(lobby_table(TableView(unread), roads, (0, 0), "log_unreadable"))

    def start_place(self, config: TableConfig) -> None:
        """A table that could be read plays."""
        task = self.tables.get(config.id)
        if task is None:
            return
        task.start()
        for started in self.on_place_started:
            started(config)

    def place_changed(self, config: TableConfig) -> None:
        """Where patrons have tables of their own, the lobby shows how they are set up."""
        if config.kind is TableKind.ON_DEMAND:
            roads = RoadBoard(shows_naturals=config.shows_naturals).whole
            self.lobby.put(
                lobby_table(TableView(Table(config, self.config.book_of(config), phase=Betting(None))), roads, (0, 0))
            )

    async def _open_own(self, own_id: str) -> None:
        template = self.config.table(place_of(own_id))
        assert template is not None, "a table of one's own stands at a place of the floor"
        await self._open_table(replace(template, id=own_id), self.config.book_of(template))

    async def _open_table(self, config: TableConfig, book: RuleBook) -> None:
        publisher = TablePublisher(table_info(config, book), self.log_id, self.bus, self.lobby, self.online)
        notices = StaffNotices(self.bus)
        observers = [self.metrics.happened, PlayWatch(self.protection).happened, notices.happened]
        idle_max = self.config.house.leave_after_idle_rounds
        if idle_max is not None:
            observers.append(IdlePatrons(publisher, idle_max).happened)
        around = TableServices(
            store=self.store,
            ledger=self.ledger,
            wallet=LedgerWallet(self.ledger, config.currency, self.ledger.known),
            shoes=self.shoes,
            clock=self.clock,
            house=self.config.house,
            metrics=self.metrics,
            queue_max=self.config.safety.table_queue_max,
            spendable=partial(self._spendable, table=config.id),
            promises=self.protection.promises_of(config.id),
            why_no_play=self.why_no_play,
            tell=self.tell,
            fingerprint=await self.fingerprints.of(book),
            before_abandoning=partial(note_abandoned, self.staff_log),
            observers=[self.record.note, *observers],
            once_read=[self.record.catch_up],
        )
        task = TableTask(config, book, publisher, around)
        await task.open()
        self.tables[config.id] = task
        for patron, seat in task.table.seats.items():
            if seat.stakes:
                self.protection.staked_on_table(patron, config.id, seat.staked)

    # --- patrons ------------------------------------------------------------------------------------------------------

    async def credit(self, patron: str) -> int:
        return self._spendable(patron, await self.wallet.balance(patron))

    def balance(self, patron: str) -> int:
        """As far as it is known without asking the store: for showing, never for deciding."""
        return self.wallet.known_balance(patron)

    def spendable(self, patron: str) -> int:
        return self._spendable(patron, self.balance(patron))

    def _spendable(self, patron: str, balance: int, table: str = "") -> int:
        room = self.protection.room(patron, self.clock(), table)
        return balance if room is None else max(0, min(balance, room))

    def why_not(self, action: Action, identity: Identity, now: Instant) -> str | None:
        """What the house, or the patron's own limits, have against an action before the table is asked."""
        if self.sessions.is_locked(identity.session):
            return ServerRefusal.SIGN_IN_AGAIN
        if identity.role is not Role.PATRON:
            return ServerRefusal.STAFF_DOES_NOT_PLAY
        if isinstance(action, AutoRepeat) and action.on and not self.config.house.auto_repeat:
            return ServerRefusal.AUTO_REPEAT_IS_OFF
        if identity.patron in self.accounts.leaving:
            return TABLE_IS_BUSY
        if isinstance(action, BETTING):
            return self.protection.why_not(identity.patron, now)
        return None

    def why_no_play(self, patron: str) -> str | None:
        """Why nothing may be staked for a patron now; asked before the house puts bets back."""
        here = self.online.patron(patron)
        if here is None or patron in self.accounts.leaving:
            return ServerRefusal.PATRON_IS_AWAY
        if all(self.sessions.is_locked(connection.identity.session) for connection in here.connections):
            return ServerRefusal.SIGN_IN_AGAIN
        return self.protection.why_not(patron, self.clock())

    def tell(self, patron: str, message: ServerMessage) -> None:
        tell_patron(self.bus, patron, message)

    def _play_is_over(self, patron: str, reason: str) -> None:
        self.tell(patron, PlayIsOver(reason))

    def _session_ended(self, patron: str, session: str) -> None:
        here = self.online.patron(patron)
        for connection in list(here.connections) if here else ():
            if connection.identity.session == session:
                connection.end(POLICY, "signed out")
