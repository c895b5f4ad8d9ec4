"""The tables that patrons have of their own: read when the patron comes, put away when nothing is left to do on them.

A record stands for every such table that is open. What was open when the floor stopped is read again in the background;
whoever asks about a patron before that has that patron's tables read first, so that no bet on them is overlooked.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

from punto.server.config.table_ids import own_table, owner_of, place_of
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import PeopleStore
from punto.server.tables.table_task import TableTask
from punto.table.config import TableConfig
from punto.table.state import Betting

OWN_TABLE = "own_table"  # the kind of the records
TABLES_MAX = 10_000  # all tables of the floor together

log = structlog.get_logger("punto.floor")


class OnDemandTables:
    def __init__(
        self, store: PeopleStore, tables: dict[str, TableTask], open_table: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store = store
        self._tables = tables  # of the whole floor
        self._open_table = open_table
        self._unread: dict[str, set[str]] = defaultdict(set)  # patron to tables that were open when the floor stopped
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def recall(self, places: set[str]) -> None:
        """At a start: which tables were open. None of them is read yet. A place may have been taken off the floor."""
        for table_id, _ in await self._store.records(OWN_TABLE, limit=TABLES_MAX):
            owner = owner_of(table_id)
            if owner is not None and place_of(table_id) in places:
                self._unread[owner].add(table_id)

    async def read_all(self) -> None:
        """What was dealt when the floor stopped is finished, whether its patron comes back or not."""
        for patron in list(self._unread):
            try:
                await self.read_of(patron)
            except StoreIsLost:
                continue  # the next who asks about this patron tries again

    async def read_of(self, patron: str) -> bool:
        """So that everything this patron has on a felt is known. False where a table cannot be read."""
        for table_id in list(self._unread.get(patron, ())):
            try:
                await self._opened(table_id, patron)
            except StoreIsLost:
                raise
            except Exception:  # a fault in one table closes nobody out of the others
                log.exception("own_table_cannot_be_read", table=table_id)
        return patron not in self._unread

    async def seat(self, config: TableConfig, patron: str) -> TableTask | None:
        """The patron's own table at a place; None when there are too many."""
        own_id = own_table(config.id, patron)
        is_new = own_id not in self._tables and own_id not in self._unread.get(patron, ())
        if is_new and len(self._tables) >= TABLES_MAX:
            return None
        return await self._opened(own_id, patron)

    async def put_away_left(self) -> None:
        for task in [task for task in self._tables.values() if _is_left(task)]:
            await self._put_away(task)

    async def _opened(self, own_id: str, patron: str) -> TableTask:
        async with self._opening.setdefault(own_id, asyncio.Lock()):
            if own_id not in self._tables:
                if own_id not in self._unread.get(patron, ()):
                    await self._store.keep_record(OWN_TABLE, own_id, b"")
                await self._open_table(own_id)
                self._tables[own_id].start()
            self._has_been_read(own_id, patron)
            return self._tables[own_id]

    def _has_been_read(self, own_id: str, patron: str) -> None:
        unread = self._unread.get(patron)
        if unread is not None:
            unread.discard(own_id)
            if not unread:
                del self._unread[patron]

    async def _put_away(self, task: TableTask) -> None:
        """Unless its patron has come back since; whoever comes while it is put away waits, and gets it read again."""
        async with self._opening.setdefault(task.id, asyncio.Lock()):
            if _is_left(task):
                await task.stop(finish_by=0)
                del self._tables[task.id]
                if task.table.wagers:  # they came while it was being put away
                    await self._open_table(task.id)
                    self._tables[task.id].start()
                    return
                await self._store.forget_record(OWN_TABLE, task.id)


def _is_left(task: TableTask) -> bool:
    """A patron's own table with nobody at it and nothing on it."""
    is_at_rest = isinstance(task.table.phase, Betting) and not task.table.wagers
    return owner_of(task.id) is not None and is_at_rest and not task.publisher.followers and not task.queue.has_work
