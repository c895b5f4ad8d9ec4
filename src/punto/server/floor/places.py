"""The places of the floor, each with a table, or on demand with one for every patron who sits down (`ruby~p4f…`).

Holds the floor's configuration as it now stands, and what its file last said: a reload changes both here.
"""

import asyncio
from collections.abc import Callable, Iterable

import structlog
from msgspec.structs import replace

from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import own_table, place_of
from punto.server.floor.on_demand_tables import OnDemandTables
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore
from punto.server.tables.closed_places import ClosedPlaces
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_door import TableDoor
from punto.server.tables.table_opener import TableOpener
from punto.server.telling.lobby import Lobby
from punto.table.config import TableConfig, TableKind

log = structlog.get_logger("punto.floor")


class Places:
    def __init__(
        self,
        config: FloorConfig,
        file_digest: bytes,
        records: PeopleStore,
        opener: TableOpener,
        tables: OpenTables,
        lobby: Lobby,
        closed: ClosedPlaces,
    ) -> None:
        self.config = config
        self.file_digest = file_digest  # as last read: no new limits, and what needs a restart too
        self.closed = closed
        self.on_demand = OnDemandTables(records, tables, self._open_own)
        self.on_started: list[Callable[[TableConfig], None]] = []  # its dealer and its bots sit down
        self.reopening = asyncio.Lock()  # held while a table that was removed is opened again
        self._opener = opener
        self._tables = tables
        self._lobby = lobby

    async def open_all(self, places: Iterable[TableConfig]) -> None:
        """Together: most of the time is spent on the way to the store. In the lobby they stand in this order."""
        for failed in await asyncio.gather(*map(self.open, places), return_exceptions=True):
            if failed is not None:
                raise failed

    async def open(self, place: TableConfig) -> None:
        """Read its table's log. One that cannot be read is shown as such, and closes no other."""
        self.show(place)
        if place.kind is TableKind.ON_DEMAND:
            return
        try:
            await self._opener.open(place, self.config.book_of(place))
        except StoreIsLost:
            raise
        except Exception:
            log.exception("table_cannot_be_read", table=place.id)
            self._lobby.show_place(place, self.config.book_of(place), "log_unreadable")

    def start(self, place: TableConfig) -> None:
        if place.id in self._tables:
            self._tables.start(place.id)
            for started in self.on_started:
                started(place)

    def show(self, place: TableConfig) -> None:
        """In the lobby, as it is set up, or closed; a table that plays there shows itself."""
        closing = self.closed.of(place.id)
        self._lobby.show_place(place, self.config.book_of(place), closing.reason if closing else None)

    async def door(self, table_id: str, patron: str) -> TableDoor | None:
        """To the table a patron asks for; on demand, the patron's own."""
        place = self.config.table(place_of(table_id))
        if place is None:
            return None
        if place.kind is not TableKind.ON_DEMAND:
            return self._tables.get(table_id)
        if table_id not in (place.id, own_table(place.id, patron)) or self.closed.of(place.id) is not None:
            return None
        return await self.on_demand.door(place, patron)

    async def has_bets(self, patron: str) -> bool:
        """Or may have: on a table of the patron's own that cannot be read, something may lie."""
        is_known = await self.on_demand.read_of(patron)
        return not is_known or self._tables.has_bets_of(patron)

    async def end_auto_repeat(self, patron: str) -> None:
        await self._tables.end_auto_repeat(patron)

    async def _open_own(self, own_id: str) -> None:
        place = self.config.table(place_of(own_id))
        assert place is not None, "a patron's own table belongs to a place of the floor"
        await self._opener.open(replace(place, id=own_id), self.config.book_of(place))
