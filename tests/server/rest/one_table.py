"""A table without a task of its own: commands go straight to its stream, and the house acts when a test says so."""

from collections.abc import Callable

from punto.server.protocol.parts import Offset
from punto.server.protocol.table_opened import TableOpened
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.tables.table_door import SeatAt
from punto.server.tables.table_look import Preview, TableLook, look_at, preview_correction, preview_void
from punto.server.tables.table_watch import Crowd, ShoeAudit, WatchedTable, audited, watched
from punto.server.telling.messages.felt_totals import FeltTotals
from punto.server.telling.messages.private_messages import seat_state
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import table_info, table_state
from punto.table.commands import Command, CoupId
from punto.table.state import SettledCoup, Table
from punto.table.view import TableView
from punto.trials.torture.floor import Shoes, house_request

SEED = 1  # of the shoes of its house


class OneTable:
    def __init__(self, stream: TableStream, clock: Callable[[], int]) -> None:
        self.out_of_order: str | None = None
        self._stream = stream
        self._clock = clock

    @property
    def table(self) -> Table:
        return self._stream.table

    async def ask(self, command: Command, id: str = "") -> TableAnswer:  # noqa: A002
        return (await self._stream.handle([Request(command, id)], self._clock()))[0]

    async def look(self) -> TableLook:
        return look_at(self.table)

    look_as_told = look

    async def shown(self) -> TableOpened:
        config, view = self.table.config, TableView(self.table)
        roads = RoadBoard(shows_naturals=config.shows_naturals).change(self.table.scores)
        state = table_state(view, (), roads, (), (0, 0), lambda _: "")
        return TableOpened(Offset("log", 0), self._clock(), table_info(config, self.table.book), state)

    async def seat(self, patron: str) -> SeatAt:
        return SeatAt(0, seat_state(TableView(self.table, patron), 0))

    async def watch(self) -> WatchedTable:
        totals = FeltTotals()
        totals.count(self.table)
        return watched(self.table, Crowd(self._stream.version, 0, 0, totals.fields, self.out_of_order))

    async def audit(self) -> ShoeAudit:
        return audited(self.table)

    async def preview_void(self, of: CoupId) -> Preview:
        return preview_void(self.table, of)

    async def preview_correction(self, of: CoupId, cards: str) -> Preview:
        return await preview_correction(self.table, of, cards, self._committed_coup)

    async def _committed_coup(self, settled: SettledCoup) -> str | None:
        """What the shoe of this table's house held."""
        table, deck = self.table, self.table.book.deck
        bound_by = Shoes(SEED).prepare(table.config.id, settled.shoe, deck)
        cards = Shoes(SEED).order(table, settled.shoe, bound_by)[settled.used_before :]
        return str(table.book.dealing.deal(map(deck.card, cards)))

    async def next(self) -> None:
        """What the house does next."""
        await self._stream.handle([house_request(self.table, Shoes(SEED), self._clock())], self._clock())
