"""The lobby: every table of the floor in short, told to whoever watches when something changes there.

A table that changes often is told at most every quarter of a second; the last state is what counts. A result is told
when the cards that make it have been shown at the table: the lobby has no cards of its own to wait for.
"""

import asyncio

from punto.server.protocol.floor import Lobby as LobbyMessage
from punto.server.protocol.floor import LobbyChange, LobbyTable
from punto.server.protocol.frames import frame_of
from punto.server.protocol.parts import RoadsChange
from punto.server.telling.listener import Listener
from punto.server.telling.road_changes import main_marks_from
from punto.server.telling.table_state import Crowd, lobby_table
from punto.table.reasons import Reason
from punto.table.state import Instant, Table

TOLD_EVERY_SECONDS = 0.25
SHOWN_AFTER_SECONDS = 3.0  # the slowest ending of a round on a client's screen: both hands turned, a look, a natural


class Lobby:
    def __init__(self) -> None:
        self._tables: dict[str, LobbyTable] = {}
        self._told: dict[str, LobbyTable] = {}
        self._watchers: set[Listener] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._held: dict[str, asyncio.TimerHandle] = {}  # by table: a result that is being shown there

    @property
    def tables(self) -> tuple[LobbyTable, ...]:
        return tuple(self._tables.values())

    def table_changed(
        self,
        table_id: str,
        table: Table,
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
        entry = lobby_table(table, roads, crowd, reason)
        if has_result:
            self._held[table_id] = asyncio.get_running_loop().call_later(SHOWN_AFTER_SECONDS, self._put_shown, entry)
        else:
            self.put(entry)

    def holds_result_of(self, table_id: str) -> bool:
        """Whether the last result of a table is still being shown there, and is told to nobody who looks from here."""
        return table_id in self._held

    def _let_go(self, table_id: str) -> None:
        """What has happened since says it too, and the show at the table is over."""
        held = self._held.pop(table_id, None)
        if held:
            held.cancel()

    def _put_shown(self, entry: LobbyTable) -> None:
        del self._held[entry.table]
        self.put(entry)

    def put(self, entry: LobbyTable) -> None:
        self._tables[entry.table] = entry
        if self._timer is None and self._watchers:
            self._timer = asyncio.get_running_loop().call_later(TOLD_EVERY_SECONDS, self._tell)

    def remove(self, table_id: str, now: Instant) -> None:
        """A table has left the floor: whoever watches is told the whole lobby, as if they had just come."""
        self._let_go(table_id)
        self._tables.pop(table_id, None)
        self._told.pop(table_id, None)
        frame = frame_of(LobbyMessage(now, self.tables))
        for connection in list(self._watchers):
            connection.send(frame)

    def watch(self, connection: Listener, now: Instant) -> None:
        self._tell()  # so that those who watch already and the newcomer know the same
        connection.send(frame_of(LobbyMessage(now, self.tables)))
        self._watchers.add(connection)

    def unwatch(self, connection: Listener) -> None:
        self._watchers.discard(connection)

    def _tell(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for entry in self._tables.values():
            before = self._told.get(entry.table)
            if self._watchers and before != entry:
                frame = frame_of(_change(before, entry))
                for connection in list(self._watchers):
                    connection.send(frame)
        self._told = dict(self._tables)


def _change(before: LobbyTable | None, now: LobbyTable) -> LobbyChange:
    shared = {name: getattr(now, name) for name in LobbyChange.__struct_fields__ if name != "main"}
    return LobbyChange(**shared, main=main_marks_from(before.main if before else (), now.main))
