"""A floor with pits in one process, each with its own connection to one file; a test lets time pass."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Literal, cast

from msgspec.structs import replace

from punto.ledger.accounts import Account, may_be_negative
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.identity import Identity
from punto.server.pits.floor_clock import MS, FloorClock
from punto.server.pits.pit import Pit
from punto.server.protocol.table_private import AutoRepeatEnded
from punto.server.run.serve_floor import now_ms
from punto.server.safety.cookies import COOKIE
from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Claim, Outcome
from punto.server.streams.happened import Happened, stream_of
from punto.server.streams.request import Request, TableAnswer
from punto.server.tables.table_task import TableTask
from punto.server.telling.bus import Notice, patron_channel, table_channel
from punto.server.telling.listener import Listener
from punto.table.commands import ChooseSqueeze, Command, PlaceWager
from punto.table.config import Pace, TableKind
from punto.table.events import CoupSettled, Event
from punto.table.state import Betting, Phase, ShowingResult, Table
from punto.table.stored.event_codec import decode_event
from tests.server.people.desks import KEY
from tests.server.pits.lending_floor import Half, Lending
from tests.server.table_behind import task_of
from tests.server.tables.test_table_door import DEMO, DeafSocket, Ear, message

MINUTE = 60_000
PACE = Pace(betting_ms=MINUTE, hurry_ms=0, card_ms=0, result_ms=MINUTE, shoe_change_ms=0)
FIRST = replace(next(table for table in DEMO.tables if table.kind is TableKind.TIMED), id="first", pace=PACE)
STAKE = FIRST.limits["player"].stake_min
SECONDS_AT_MOST = 60.0  # of a machine that is busy with other things


class Clock:
    """The real time, and as much more as a test lets pass at once."""

    def __init__(self) -> None:
        self.passed = 0

    def __call__(self) -> int:
        return now_ms() + self.passed


class OwnStore(SqliteInProcess):
    """One process's connection. A table's commits can be held up, and lost before or after they are stored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.loses: Literal["nothing", "before", "after"] = "nothing"
        self.at_gate = 0  # commits that wait
        self.tries = 0  # of claims while it was lost
        self._watching: Pit | None = None

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        if not changes[0].stream.startswith("table:"):
            return await super().commit(changes)
        self.at_gate += 1
        await self.gate.wait()
        self.at_gate -= 1
        if self.loses == "before":
            raise StoreIsLost
        outcomes = await super().commit(changes)
        if self._watching is not None:
            self._watching.note(changes, outcomes)
        if self.loses == "after":
            raise StoreIsLost
        return outcomes

    def watch(self, pit: Pit) -> None:
        """As the store of a pit's process does."""
        self._watching = pit

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        if self.loses != "nothing":
            self.tries += 1
            raise StoreIsLost
        return await super().claim(stream, after)


class HiredPit:
    def __init__(self, pit: Pit, store: OwnStore, to_floor: Half, to_pit: Half) -> None:
        self.pit, self.store, self.to_floor, self.to_pit = pit, store, to_floor, to_pit

    @property
    def tasks(self) -> dict[str, TableTask]:
        return {} if self.pit._tables is None else self.pit._tables._tasks

    def is_given_up(self) -> None:
        """By the floor. The pit does not know it yet."""
        self.to_floor.is_cut = self.to_pit.is_cut = True
        assert self.to_floor.there is not None
        self.to_floor.there.lose()

    def dies(self) -> None:
        self.is_given_up()
        self.pit.unlink()


class SignedIn(DeafSocket):
    """A patron's socket."""

    def __init__(self, identity: Identity | None) -> None:
        self.identity = identity


class AutoRepeatEar:
    """Subscribes to a patron, and remembers why auto-repeats ended."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    def hear(self, frame: bytes, _table: str) -> None:
        heard = message(frame)
        if isinstance(heard, AutoRepeatEnded):
            self.ended.append(str(heard.reason))

    def heed(self, notice: Notice) -> None:
        raise AssertionError(notice)


class PitHouse:
    def __init__(self, floor: Floor, store: OwnStore, clock: Clock, path: Path, epoch: int) -> None:
        self.floor, self.store, self.clock = floor, store, clock
        self.lending = Lending(floor, epoch)
        self.pits: list[HiredPit] = []
        self.answers: list[TableAnswer | None] = []
        self._path = path
        self._sockets: dict[str, Listener] = {}

    def hire(self, name: str, config: FloorConfig | None = None) -> HiredPit:
        store = OwnStore(self._path)
        pit = Pit(name, "test", store, KEY, config or self.floor.config)
        pit._clock = FloorClock(lambda: self.clock() * MS)
        store.watch(pit)
        hired = HiredPit(pit, store, *self.lending.link(pit))
        self.pits.append(hired)
        return hired

    async def lent_to(self, *names: str) -> list[HiredPit]:
        """Pits that have borrowed every table."""
        hired = [self.hire(name) for name in names]
        await self.lending.until_lent(*self.floor.tables)
        return hired

    def of(self, table: str) -> HiredPit:
        """The pit that plays it."""
        name = self.floor.tables.lent()[table].pit.id
        return next(hired for hired in self.pits if hired.pit.name == name)

    def shares(self) -> dict[str, int]:
        return {pit.id: len(pit.tables) for pit in self.lending.desk.pits}

    def given_back(self) -> list[str]:
        """Why the floor has taken tables back, in order."""
        return [move.why for move in self.lending.moves if not move.there]

    # --- time ---------------------------------------------------------------------------------------------------------

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(SECONDS_AT_MOST):
            while not is_so():
                await asyncio.sleep(0.002)

    def let_pass(self, ms: int) -> None:
        """Whatever is due by then is done next, here and in pits."""
        self.clock.passed += ms
        tasks = [task_of(self.floor, table) for table in self.floor.tables]
        for task in [*tasks, *(task for hired in self.pits for task in hired.tasks.values())]:
            task._bell.set()

    async def until_phase(self, phase: type[Phase], *tables: str) -> None:
        """Minutes pass meanwhile, if they have to."""
        for table in tables:
            async with asyncio.timeout(SECONDS_AT_MOST):
                while not isinstance(self.table(table).phase, phase):
                    if isinstance(self.table(table).phase, Betting):
                        assert phase is not Betting
                    self.let_pass(MINUTE)
                    await self.settled_down(table)

    async def settled_down(self, table: str) -> None:
        """Nothing more happens at a table until time passes."""
        version = -1
        while (now := await self.version(table)) != version:
            version = now
            for _ in range(20):
                await asyncio.sleep(0)

    async def next_coup(self, *tables: str) -> None:
        """The coups under way are dealt, and betting has opened again on all."""
        coups = {table: self.table(table).coup for table in tables}

        def is_next(table: str) -> bool:
            return self.table(table).coup != coups[table] and isinstance(self.table(table).phase, Betting)

        async with asyncio.timeout(SECONDS_AT_MOST):
            while not all(map(is_next, tables)):
                self.let_pass(max(0, min(map(self._due_at, tables)) - self.clock()))
                for table in tables:
                    await self.settled_down(table)

    def _due_at(self, table: str) -> int:
        match self.table(table).phase:
            case Betting(closes_at=int(at)) | ShowingResult(ends_at=at):
                return at
        return 0

    # --- tables -------------------------------------------------------------------------------------------------------

    def table(self, table: str) -> Table:
        return task_of(self.floor, table).table

    def is_lent(self, table: str) -> bool:
        lent = self.floor.tables.lent().get(table)
        return lent is not None and bool(lent.epoch)

    async def version(self, table: str) -> int:
        return (await self.store.streams())[stream_of(table)].version

    async def epoch(self, table: str) -> int:
        return (await self.store.streams())[stream_of(table)].epoch

    async def all_answered(self, table: str) -> None:
        """Everything that was asked before this."""
        await self.ask(table, ChooseSqueeze(await self.patron(), on=False))
        await self.settled_down(table)

    async def events(self, table: str) -> list[Event]:
        found: list[Event] = []
        while read := await self.store.read(stream_of(table), len(found)):
            found += [decode_event(each.body) for each in read]
        return found

    async def settled(self, patron: str) -> list[tuple[str, int]]:
        """Tables and stakes of the patron's settled wagers."""
        tables = [stream.removeprefix(stream_of("")) for stream in await self.store.streams()]
        return [
            (table, wager.stake)
            for table in tables
            if table in ("first", "second", "third", "fourth")
            for event in await self.events(table)
            if isinstance(event, CoupSettled)
            for wager in event.wagers
            if wager.patron == patron
        ]

    def stop_after(self, hired: HiredPit, table: str, event: type[Event], is_stored: asyncio.Event) -> None:
        """The pit's store is held up once it has stored such an event."""

        def hear(happened: Happened) -> None:
            if happened.after.config.id == table and isinstance(happened.event, event) and not is_stored.is_set():
                hired.store.gate.clear()
                is_stored.set()

        task = hired.tasks[table]
        observers = task._services.observers
        task._teller._services = dataclasses.replace(
            task._services, observers=dataclasses.replace(observers, stored=(*observers.stored, hear))
        )

    def follow(self, table: str) -> Ear:
        ear = Ear()
        self.floor.bus.subscribe(table_channel(table), ear)
        return ear

    # --- patrons ------------------------------------------------------------------------------------------------------

    async def patron(self, purse: int = 1_000 * STAKE) -> str:
        """Online, and signed in."""
        account, sessions = await self.floor.accounts.new_guest(), self.floor.sessions
        await self.floor.cashier.buy_in(account.id, purse, by="amy", id=f"first {account.id}")
        identity = await sessions.identify([(b"cookie", f"{COOKIE}={await sessions.begin(account)}".encode())])
        self._sockets[account.id] = cast(Listener, SignedIn(identity))
        self.floor.online.came(self._sockets[account.id], account.id, "")
        return account.id

    def goes(self, patron: str) -> None:
        """Offline, and no table has heard of it yet."""
        self.floor.online.went(self._sockets[patron], patron)

    def hear_of_auto_repeat(self, patron: str) -> AutoRepeatEar:
        ear = AutoRepeatEar()
        self.floor.bus.subscribe(patron_channel(patron), ear)
        return ear

    async def ask(self, table: str, command: Command) -> str | None:
        """Why it was refused."""
        async with asyncio.timeout(SECONDS_AT_MOST):
            refusal = (await self.floor.tables[table].ask(command)).refusal
        return None if refusal is None else str(refusal)

    async def bets(self, patron: str, table: str, stake: int = STAKE) -> str | None:
        return await self.ask(table, PlaceWager(patron, "player", stake))

    def sends(self, patron: str, table: str, stake: int = STAKE, id: str = "") -> None:  # noqa: A002
        """Without waiting for the answer, which comes into `answers`."""
        self.floor.tables[table].submit(Request(PlaceWager(patron, "player", stake), id), self.answers.append)

    async def balance(self, patron: str) -> int:
        return (await self.store.balances([f"purse:{FIRST.currency}:{patron}"])).popitem()[1]

    async def audit(self) -> None:
        balances = await self.store.every_balance()
        assert sum(balances.values()) == 0
        assert all(balance >= 0 or may_be_negative(Account(account)) for account, balance in balances.items())


def with_pits(
    folder: Path,
    test: Callable[[PitHouse], Awaitable[None]],
    tables: Sequence[str] = ("first", "second"),
    *,
    book: RuleBook | None = None,
    stops: bool = True,
) -> None:
    """`book`: another than the demo floor has. Unless the test has stopped the floor, it `stops` at the end."""
    book = book or DEMO.book_of(FIRST)
    config = replace(
        DEMO,
        tables=tuple(replace(FIRST, id=table, book=book.id) for table in tables),
        books=(*(each for each in DEMO.books if each.id != book.id), book),
    )
    asyncio.run(_with_pits(folder / "floor.db", test, config, stops=stops))


async def _with_pits(
    path: Path, test: Callable[[PitHouse], Awaitable[None]], config: FloorConfig, *, stops: bool
) -> None:
    store, clock, tables = OwnStore(path), Clock(), [table.id for table in config.tables]
    epoch = await store.take_lease(b"", (await store.lease()).epoch) or 0
    await store.guard(epoch)
    floor = await open_floor(config, store, KEY, clock)
    await floor.start()
    house = PitHouse(floor, store, clock, path, epoch)
    await house.until(lambda: all(isinstance(house.table(table).phase, Betting) for table in tables))
    async with asyncio.timeout(SECONDS_AT_MOST):
        await test(house)
    if stops:
        house.lending.desk.leave()
        await floor.stop()
        await house.audit()
    for hired in house.pits:
        hired.pit.unlink()
    await asyncio.sleep(0)
    for each in (*(hired.store for hired in house.pits), store):
        await each.close()
