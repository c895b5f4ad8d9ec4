"""Opens tables: gives each task its desks, its observers and its publisher, and reads its log."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.figures.metrics import Metrics
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.record.play_record import PlayRecord
from punto.server.staff.set_back import note_abandoned
from punto.server.staff.staff_log import StaffLog
from punto.server.store.interface import EventStore, Store
from punto.server.streams.happened import Observer
from punto.server.streams.read_ahead import ReadAhead
from punto.server.streams.read_log import ReadLog
from punto.server.streams.wallets.turns import Turns
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.streams.wallets.wallet import Wallet
from punto.server.tables.admission import Admission
from punto.server.tables.held_play_watch import HeldPlayWatch
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.server.tables.idle_patrons import IdlePatrons
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_services import Observers, TableServices
from punto.server.tables.table_task import TableTask
from punto.server.tables.tell_protection import PlayWatch
from punto.server.telling.bus import Bus, tell_patron
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.table_state import table_info
from punto.server.telling.staff_notices import StaffNotices
from punto.server.telling.table_publisher import PatronsOnline, TablePublisher
from punto.table.config import TableConfig, TableKind
from punto.table.state import Instant


@dataclass(frozen=True)
class TableOpener:
    store: Store
    log_id: str
    ledger: EventStore
    wallet: Wallet
    untold: UntoldReturns
    picture_delay_ms: Callable[[TableConfig], int]
    shoes: FairShoes
    fingerprints: KnownFingerprints
    clock: Callable[[], Instant]
    house: HouseRules
    queue_max: int
    metrics: Metrics
    admission: Admission
    protection: ProtectionDesk
    record: PlayRecord
    staff_log: StaffLog
    bus: Bus
    lobby: Lobby
    patrons: PatronsOnline
    tables: OpenTables
    doubt: Callable[[Collection[str]], None]
    turns: Turns = field(default_factory=Turns)
    ahead: ReadAhead | None = None
    on_event: list[Observer] = field(default_factory=list)  # of every table; add before the first is opened
    on_other_event: list[Observer] = field(default_factory=list)  # likewise, but not of bets: most events are
    on_told: list[Observer] = field(default_factory=list)  # likewise, once patrons have been told
    on_read: list[Callable[[ReadLog], None]] = field(default_factory=list)  # a table's log, once it has been read

    async def open(self, config: TableConfig, book: RuleBook) -> None:
        publisher = TablePublisher(table_info(config, book), self.log_id, self.bus, self.lobby, self.patrons)
        is_live = config.kind is TableKind.LIVE
        watch: PlayWatch | HeldPlayWatch = HeldPlayWatch(self.protection) if is_live else PlayWatch(self.protection)
        fingerprint = await self.fingerprints.of(book)
        services = TableServices(
            store=self.store,
            ledger=self.ledger,
            wallet=self.wallet,
            shoes=self.shoes,
            clock=self.clock,
            house=self.house,
            metrics=self.metrics,
            queue_max=self.queue_max,
            admission=self.admission,
            tell=partial(tell_patron, self.bus),
            fingerprint=fingerprint,
            ahead=self.ahead.take(config, book, self.log_id, fingerprint) if self.ahead else None,
            catch_up=self.record.catch_up,
            before_abandoning=partial(note_abandoned, self.staff_log),
            untold=self.untold,
            picture_delay_ms=partial(self.picture_delay_ms, config),
            once_read=(self.tables.seated, watch.read, *self.on_read),
            observers=self._observers(publisher, watch),
            doubt=self.doubt,
            turns=self.turns,
        )
        task = TableTask(config, book, publisher, services)
        await task.open()
        self.tables.add(task)

    def _observers(self, publisher: TablePublisher, watch: PlayWatch | HeldPlayWatch) -> Observers:
        """A live table is ahead of its picture: patrons' own figures and the play record follow what they are told."""
        record, idle_max = self.record.note, self.house.leave_after_idle_rounds
        notices, idle = (StaffNotices(self.bus).happened,), tuple[Observer, ...]()
        if idle_max is not None:
            idle = (IdlePatrons(publisher, idle_max).happened,)
        bets = (self.metrics.happened, watch.happened, self.tables.happened, *self.on_event)
        stored, told = (*bets, *self.on_other_event), (*self.on_told, *idle)
        if isinstance(watch, HeldPlayWatch):
            return Observers((*stored, *notices), bets, due=(record, watch.told), told=told)
        return Observers((record, *stored, *notices), bets, told=told)
