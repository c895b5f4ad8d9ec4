"""A table of a floor that is played by the house's own routine on a clock that a test moves: any state, at once."""

from collections.abc import Callable

from msgspec.structs import replace

from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import HouseRules
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.store.interface import Store
from punto.server.streams.happened import Happened
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house.house_routine import Routine
from punto.server.tables.house.shoe_secrets import Bound, FairShoes
from punto.table.commands import BurnCards, CardDrawn, Command, Deal, EnterCard
from punto.table.config import TableConfig, TableKind
from punto.table.events import CardDealt, Event
from punto.table.state import Betting, Table
from tests.server.people.desks import KEY

STEPS_MAX = 5_000


class Clock:
    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class PlayedTable:
    """Made by `open`. Nobody else plays the table meanwhile: whoever claims it next has it."""

    stream: TableStream
    _routine: Routine

    def __init__(self, store: Store, config: TableConfig, book: RuleBook, clock: Clock) -> None:
        self.events: list[Event] = []  # from now on
        self.observers: list[Callable[[Happened], None]] = []
        self.shoes = FairShoes(store, KEY)
        self._store, self._config, self._book, self._clock = store, config, book, clock

    async def open(self) -> "PlayedTable":
        draws_itself = self._config
        if self._config.kind is TableKind.LIVE:
            draws_itself = replace(self._config, kind=TableKind.TIMED)
        fingerprint = await KnownFingerprints(self._store).of(self._book)
        self._routine = Routine(draws_itself, self._book, self.shoes, HouseRules(), fingerprint)
        self.stream = await TableStream.open(self._store, self._config, self._book)
        self.stream._observer = self._note
        return self

    @property
    def table(self) -> Table:
        return self.stream.table

    @property
    def cards(self) -> list[str]:
        return [event.card for event in self.events if isinstance(event, CardDealt)]

    async def order(self) -> list[str]:
        """Of the shoe in play."""
        table = self.table
        assert table.commitment is not None
        return await self.shoes.order(
            Bound(table.config.id, table.shoe, table.commitment), table.contributed, self._book.deck
        )

    async def send(self, command: Command) -> None:
        (answer,) = await self.stream.handle([Request(command)], self._clock())
        assert answer.refusal is None, answer

    async def until(self, wanted: Callable[[Table], bool]) -> None:
        for _ in range(STEPS_MAX):
            if wanted(self.table):
                return
            await self._step()
        raise AssertionError(f"the table never came to it: {self.table.phase}")

    async def _step(self) -> None:
        table = self.table
        at = self._routine.acts_at(table, 0)
        if at is None:
            assert isinstance(table.phase, Betting), table.phase
            await self.send(Deal(next(patron for patron, seat in table.seats.items() if seat.stakes)))
            return
        self._clock.now = max(self._clock.now, at)
        command = await self._routine.next_command(table, 0, self._clock())
        assert command is not None
        is_live = self._config.kind is TableKind.LIVE
        if is_live and isinstance(command, BurnCards | CardDrawn):
            command = EnterCard(command.card)
        await self.send(command)

    def _note(self, happened: Happened) -> None:
        self.events.append(happened.event)
        for observer in self.observers:
            observer(happened)
