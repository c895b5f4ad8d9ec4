"""Tables that patrons have of their own: read when the patron comes, put away when nothing is left to do on them.

Every such table that is open has a record. What was open when the floor stopped is read again in the background; a
question about a patron before that has this patron's tables read first, so that no bet on them is overlooked.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

from punto.server.config.table_ids import own_table, owner_of, place_of
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore
from punto.server.tables.open_tables import OpenTables
from punto.server.tables.table_door import TableDoor
from punto.table.config import TableConfig

OWN_TABLE = "own_table"  # the kind of the records
TABLES_MAX = 10_000  # all tables of the floor together

log = structlog.get_logger("punto.floor")


class OnDemandTables:
    def __init__(self, store: PeopleStore, tables: OpenTables, open_table: Callable[[str], Awaitable[None]]) -> None:
        self._store = store
        self._tables = tables  # of the whole floor
        self._open_table = open_table
        self._unread: dict[str, set[str]] = defaultdict(set)  # patron to tables that were open when the floor stopped
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def recall(self, places: set[str]) -> None:
        """At a start: which tables were open. None is read yet. A place may have been removed."""
        for table_id, _ in await self._store.records(OWN_TABLE, limit=TABLES_MAX):
            owner = owner_of(table_id)
            if owner is not None and place_of(table_id) in places:
                self._unread[owner].add(table_id)

    async def read_all(self) -> None:
        """Finishes what was being dealt when the floor stopped, whether the patron comes back or not."""
        for patron in list(self._unread):
            try:
                await self.read_of(patron)
            except StoreIsLost:
                continue  # tried again when somebody asks about this patron

    async def read_of(self, patron: str) -> bool:
        """Open every table of this patron's, so that all their bets are known. False where one cannot be read."""
        for table_id in list(self._unread.get(patron, ())):
            try:
                await self._opened(table_id, patron)
            except StoreIsLost:
                raise
            except Exception:  # a fault in one table closes no other
                log.exception("own_table_cannot_be_read", table=table_id)
        return patron not in self._unread

    async def door(self, place: TableConfig, patron: str) -> TableDoor | None:
        """To the patron's own table at a place; None when there are too many."""
        own_id = own_table(place.id, patron)
        is_new = own_id not in self._tables and own_id not in self._unread.get(patron, ())
        if is_new and len(self._tables) >= TABLES_MAX:
            return None
        return await self._opened(own_id, patron)

    async def put_away_left(self) -> None:
        for own_id in [table_id for table_id in self._tables if self._tables.is_left(table_id)]:
            await self._put_away(own_id)

    async def _opened(self, own_id: str, patron: str) -> TableDoor:
        async with self._opening.setdefault(own_id, asyncio.Lock()):
            if own_id not in self._tables:
                if own_id not in self._unread.get(patron, ()):
                    await self._store.keep_record(OWN_TABLE, own_id, b"")
                await self._open_table(own_id)
                self._tables.start(own_id)
            self._has_been_read(own_id, patron)
            return self._tables[own_id]

    def _has_been_read(self, own_id: str, patron: str) -> None:
        unread = self._unread.get(patron)
        if unread is not None:
            unread.discard(own_id)
            if not unread:
                del self._unread[patron]

    async def _put_away(self, own_id: str) -> None:
        """Unless its patron has come back. One who comes while it is being put away waits, and gets it read again."""
        async with self._opening.setdefault(own_id, asyncio.Lock()):
            if not self._tables.is_left(own_id):
                return
            has_bets = await self._tables.park(own_id)
            if own_id not in self._tables:  # a reload has removed it meanwhile
                return
            self._tables.forget(own_id)
            if has_bets:
                await self._open_table(own_id)
                self._tables.start(own_id)
            else:
                await self._store.forget_record(OWN_TABLE, own_id)
