"""The lobby: every table of the floor in short, published whenever one changes.

A table that changes often is published at most every quarter of a second; the last state counts. A result is published
only once the table has shown the cards that make it, since the lobby shows no cards of its own.
"""

import asyncio

from punto.rules.rulebook import RuleBook
from punto.server.protocol.floor import GoodRoadsNow, LobbyChange, LobbyTable, TableWithGoodRoads
from punto.server.protocol.floor import Lobby as LobbyMessage
from punto.server.protocol.frames import frame_of
from punto.server.protocol.parts import RoadsChange
from punto.server.telling.bus import GOOD_ROADS, LOBBY, Bus
from punto.server.telling.messages.road_changes import RoadBoard, main_marks_from
from punto.server.telling.messages.table_state import Crowd, lobby_table
from punto.table.config import TableConfig, TableKind
from punto.table.reasons import Reason
from punto.table.state import Betting, Instant, NeedsShoe, Table
from punto.table.view import TableView

PUBLISHED_EVERY_SECONDS = 0.25
SHOWN_AFTER_SECONDS = 3.0  # the slowest ending of a round on a client's screen: both hands turned, a look, a natural


class Lobby:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._tables: dict[str, LobbyTable] = {}
        self._published: dict[str, LobbyTable] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._held: dict[str, asyncio.TimerHandle] = {}  # by table: a result that is being shown there

    @property
    def tables(self) -> tuple[LobbyTable, ...]:
        return tuple(self._tables.values())

    def table_changed(
        self,
        table_id: str,
        view: TableView,
        roads: RoadsChange,
        crowd: Crowd,
        reason: Reason | None = None,
        *,
        has_result: bool = False,
    ) -> None:
        """Tables of one patron's own are not in the lobby, only the place where they are opened."""
        if table_id not in self._tables:
            return
        self._let_go(table_id)
        entry = lobby_table(view, roads, crowd, reason)
        if has_result:
            self._held[table_id] = asyncio.get_running_loop().call_later(SHOWN_AFTER_SECONDS, self._put_shown, entry)
        else:
            self.put(entry)

    def holds_result_of(self, table_id: str) -> bool:
        """Whether a table is still showing its last result, which the lobby does not tell yet."""
        return table_id in self._held

    def _let_go(self, table_id: str) -> None:
        """The table has moved on, so its result is no longer held back."""
        held = self._held.pop(table_id, None)
        if held:
            held.cancel()

    def _put_shown(self, entry: LobbyTable) -> None:
        del self._held[entry.table]
        self.put(entry)

    def show_place(self, place: TableConfig, book: RuleBook, reason: Reason | None = None) -> None:
        """A place as it is set up, before its table shows itself, or where patrons have tables of their own."""
        phase = Betting(None) if place.kind is TableKind.ON_DEMAND else NeedsShoe(0)
        roads = RoadBoard(shows_naturals=place.shows_naturals).whole
        self.put(lobby_table(TableView(Table(place, book, phase=phase)), roads, (0, 0), reason))

    def put(self, entry: LobbyTable) -> None:
        before = self._tables.get(entry.table)
        self._tables[entry.table] = entry
        if (before.good_roads if before else ()) != entry.good_roads and self._bus.has_subscribers(GOOD_ROADS):
            self._bus.publish(GOOD_ROADS, self.good_roads_now())
        if self._timer is None and self._bus.has_subscribers(LOBBY):
            self._timer = asyncio.get_running_loop().call_later(PUBLISHED_EVERY_SECONDS, self._publish)

    def remove(self, table_id: str, now: Instant) -> None:
        """A table has left the floor: everybody who watches gets the whole lobby again."""
        self._let_go(table_id)
        self._tables.pop(table_id, None)
        self._published.pop(table_id, None)
        self._bus.publish(LOBBY, frame_of(LobbyMessage(now, self.tables)))

    def good_roads_now(self) -> bytes:
        shown = [each for each in self._tables.values() if each.good_roads]
        return frame_of(
            GoodRoadsNow(
                tuple(TableWithGoodRoads(each.table, each.title, each.book, each.good_roads) for each in shown)
            )
        )

    def snapshot(self, now: Instant) -> bytes:
        """For a socket that subscribes in this step: pending changes go to the others first."""
        self._publish()
        return frame_of(LobbyMessage(now, self.tables))

    def _publish(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._bus.has_subscribers(LOBBY):
            for entry in self._tables.values():
                before = self._published.get(entry.table)
                if before != entry:
                    self._bus.publish(LOBBY, frame_of(_change(before, entry)))
        self._published = dict(self._tables)


def _change(before: LobbyTable | None, now: LobbyTable) -> LobbyChange:
    shared = {name: getattr(now, name) for name in LobbyChange.__struct_fields__ if name != "main"}
    return LobbyChange(**shared, main=main_marks_from(before.main if before else (), now.main))
