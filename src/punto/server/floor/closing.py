"""Staff closes a table, every table of a book, or the whole floor; and opens it again.

The round under way is played to its end and its result is shown; then patrons are sent to the lobby, which says why the
table is closed. What is closed is stored first, so a restart in between finishes the round and closes all the same.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

from punto.server.config.table_ids import place_of
from punto.server.floor.background import Background
from punto.server.floor.places import Places
from punto.server.store.failures import StoreIsLost
from punto.server.tables.closed_places import Closing
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_door import TableDoor
from punto.table.config import TableConfig, TableKind
from punto.table.state import Instant

LOOKS_EVERY_SECONDS = 0.05


class FloorClosing:
    def __init__(
        self, places: Places, tables: OpenTables, background: Background, clock: Callable[[], Instant]
    ) -> None:
        self._places = places
        self._tables = tables
        self._background = background
        self._clock = clock
        places.on_started.append(self._started)

    def places_of(self, *, table: str = "", book: str = "") -> tuple[TableConfig, ...]:
        """One place, those that play a book, or all."""
        every = self._places.config.tables
        return tuple(each for each in every if table in ("", each.id) and book in ("", each.book))

    def place_of(self, table: str) -> TableConfig | None:
        return self._places.config.table(place_of(table))

    async def close(self, places: Iterable[TableConfig], closing: Closing) -> tuple[str, ...]:
        """Those that were open until now."""
        closed = [each for each in places if self._places.closed.of(each.id) is None]
        for place in closed:
            await self._places.closed.close(place.id, closing)
            self._conclude_soon(place)
        return tuple(place.id for place in closed)

    async def open(self, places: Iterable[TableConfig]) -> tuple[str, ...]:
        """Those that were closed until now."""
        opened = [each for each in places if self._places.closed.of(each.id) is not None]
        for place in opened:
            await self._places.closed.reopen(place.id)
            await self._open(place)
        return tuple(place.id for place in opened)

    async def _open(self, place: TableConfig) -> None:
        for table_id in self._tables.at_place(place.id):  # its last round still runs
            self._tables.play_on(table_id)
        async with self._places.reopening:
            if place.kind is TableKind.ON_DEMAND:
                self._places.show(place)
            elif not self._tables.at_place(place.id):
                await self._places.open(place)
                self._places.start(place)

    def _started(self, place: TableConfig) -> None:
        if self._places.closed.of(place.id) is not None:
            self._conclude_soon(place)

    def _conclude_soon(self, place: TableConfig) -> None:
        for table_id in self._tables.at_place(place.id):
            self._tables.conclude(table_id)
        self._background.run(self._conclude(place), "close a table")

    async def _conclude(self, place: TableConfig) -> None:
        doors = [self._tables[table_id] for table_id in self._tables.at_place(place.id)]
        await asyncio.gather(*(self._conclude_table(place, door) for door in doors))
        if self._is_closed(place) and not self._tables.at_place(place.id):
            self._places.show(place)

    async def _conclude_table(self, place: TableConfig, door: TableDoor) -> None:
        while self._is_here(door) and not self._tables.has_concluded(door.id, self._clock()):
            await asyncio.sleep(LOOKS_EVERY_SECONDS)
        async with self._places.reopening:
            if not self._is_closed(place) or not self._is_here(door):
                return
            with suppress(StoreIsLost):  # then it is not parked; no stake lies there
                await self._tables.park(door.id)
            if self._is_here(door):
                self._tables.send_everybody_away(door.id, "closed")
                self._tables.forget(door.id)

    def _is_closed(self, place: TableConfig) -> bool:
        return self._places.closed.of(place.id) is not None

    def _is_here(self, door: TableDoor) -> bool:
        return self._tables.get(door.id) is door
