"""Hand-dealt tables as their events leave them, with what a table's state does not remember: when things happened.

Heard from every event, and after a restart from the end of the log; what happened before that is not known.
"""

from collections.abc import Callable, Iterator

from punto.server.protocol.parts import RoadsChange
from punto.server.protocol.staff import CardRead
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.telling.messages.felt_totals import FeltTotals
from punto.server.telling.messages.road_changes import RoadBoard
from punto.table.events import BettingOpened, CardDealt, CardsBurned, Event
from punto.table.state import Instant, Scores, Table


class WatchedTable:
    def __init__(self, table: Table, now: Instant) -> None:
        self.table = table
        self.phase_since = now
        self.last_card: CardRead | None = None
        self.is_free_hand = False
        self.totals = FeltTotals()
        self._roads = RoadBoard(shows_naturals=table.config.shows_naturals)
        self._roads_of: Scores | None = None

    def note(self, happened: Happened, now: Instant) -> None:
        event, before, after = happened.event, happened.before, happened.after
        self.table = after
        at = getattr(event, "at", 0) or now
        if type(before.phase_under_way) is not type(after.phase_under_way) or before.coup != after.coup:
            self.phase_since = at
        match event:
            case CardDealt(side=side, card=card):
                number = (after.player if side == "player" else after.banker).size
                self.last_card = CardRead(card, side, number, at)
                self.phase_since = at
            case CardsBurned(card=card):
                self.last_card = CardRead(card, None, 1, at)
            case BettingOpened(is_free_hand=is_free_hand):
                self.is_free_hand, self.last_card = is_free_hand, None

    @property
    def roads(self) -> RoadsChange:
        """Every road from its first mark, laid out anew only when a score has come."""
        if self._roads_of is not self.table.scores:
            self._roads_of = self.table.scores
            self._roads.change(self._roads_of)
        return self._roads.whole


class TableWatch:
    def __init__(self, clock: Callable[[], Instant]) -> None:
        self.on_change: list[Callable[[str, Event | None], None]] = []  # given the table; no event: it was read
        self._clock = clock
        self._tables: dict[str, WatchedTable] = {}

    def __getitem__(self, table: str) -> WatchedTable:
        return self._tables[table]

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def get(self, table: str) -> WatchedTable | None:
        return self._tables.get(table)

    def read(self, log: ReadLog) -> None:
        """A table's log, for the first time or again."""
        if not log.table.config.is_dealt_by_hand:
            return
        now, table = self._clock(), log.table
        watched = WatchedTable(log.tail[0].before if log.tail else table, now)
        for happened in log.tail:
            watched.note(happened, now)
        watched.table = table
        watched.totals.count(table)
        self._tables[table.config.id] = watched
        self._tell(table.config.id, None)

    def happened(self, happened: Happened) -> None:
        config = happened.after.config
        if not config.is_dealt_by_hand:
            if config.id in self._tables:  # a program deals it since this shoe
                del self._tables[config.id]
            return
        watched = self._tables.get(config.id)
        if watched is None:  # its settings have changed with this shoe
            watched = self._tables[config.id] = WatchedTable(happened.before, self._clock())
            watched.totals.count(happened.before)
        watched.note(happened, self._clock())
        watched.totals.happened(happened)
        self._tell(config.id, happened.event)

    def _tell(self, table: str, event: Event | None) -> None:
        for tell in self.on_change:
            tell(table, event)
