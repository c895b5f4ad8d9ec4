"""What supervisors have beside what all staff has: the floor to watch, tables to close, limits to set."""

from dataclasses import dataclass

from punto.server.floor.closing import FloorClosing
from punto.server.floor.new_limits import NewLimits
from punto.server.floor.places import Places
from punto.server.tables.open_tables import OpenTables
from punto.server.watching.floor_watch import FloorWatcher
from punto.server.watching.floor_watching import FloorWatching
from punto.server.watching.names import Names
from punto.server.watching.node_board import NodeBoard
from punto.server.watching.ownerless_tables import OwnerlessTables
from punto.table.config import TableConfig
from punto.table.state import Instant


@dataclass(frozen=True)
class Supervising:
    watcher: FloorWatcher
    watching: FloorWatching
    closing: FloorClosing
    limits: NewLimits
    names: Names
    places: Places
    tables: OpenTables
    nodes: NodeBoard
    ownerless: OwnerlessTables

    async def set_limits(self, wanted: TableConfig, *, shoe: int, by: str, now: Instant) -> None:
        """`wanted` has the new limits, with which nothing is wrong; `shoe` is in play now."""
        await self.limits.set(self.places, self.tables, wanted, shoe=shoe, by=by, now=now)
