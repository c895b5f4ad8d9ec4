"""Tables removed from the floor's file: a coup that was running on one is cancelled, and every stake goes back.

The floor stores how its tables were set up, so that the next one can read the log of a table it no longer has. A table
that cannot be read is logged, left as it is, and tried again at the next start.
"""

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from msgspec.structs import replace

from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.floor.on_demand_tables import OWN_TABLE, TABLES_MAX
from punto.server.record.play_record import PlayRecord
from punto.server.staff.staff_log import StaffLog
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.streams.wallets.ledger_wallet import WatchedStore
from punto.server.tables.house.close_table import TableCloser
from punto.server.tables.house.shoe_secrets import FairShoes
from punto.table.config import TableConfig, TableKind
from punto.table.state import Instant

FLOOR, TABLES = "floor", "tables"  # kind and id of the record
SECONDS_BEFORE_TRYING_AGAIN = 0.5

log = structlog.get_logger("punto.floor")


class BookIsAnother(InvalidInput):
    """A table's log can be read by the rules that it was played by, and by no others."""


async def check_books(config: FloorConfig, store: Store) -> None:
    for earlier in await _earlier_tables(store):
        now = config.table(earlier.id)
        if now is not None and not _is_removed(earlier, now) and now.book != earlier.book:
            raise BookIsAnother(
                f"table {now.id!r} has played {earlier.book!r}: give the table that plays {now.book!r} another id"
            )


async def _earlier_tables(store: Store) -> tuple[TableConfig, ...]:
    body = await store.record(FLOOR, TABLES)
    return msgspec.json.decode(body, type=tuple[TableConfig, ...]) if body else ()


def _is_removed(earlier: TableConfig, now: TableConfig | None) -> bool:
    """A table that became a place for patrons' own tables, or the reverse, counts as another table."""
    return now is None or (earlier.kind is TableKind.ON_DEMAND) != (now.kind is TableKind.ON_DEMAND)


class RemovedTables:
    def __init__(
        self,
        store: Store,
        ledger: WatchedStore,
        record: PlayRecord,
        staff_log: StaffLog,
        shoes: FairShoes,
        clock: Callable[[], Instant],
        config: Callable[[], FloorConfig],
    ) -> None:
        """`config` is asked each time: a reload may change it."""
        self._config = config
        self._store = store
        self._closer = TableCloser(store, ledger, record, staff_log, shoes, clock)

    async def close(self) -> None:
        """In the background: nobody can sit at these tables any more. Notes which tables the floor has now."""
        while True:
            try:
                await self._close_removed()
            except StoreIsLost:
                await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)
            else:
                return

    async def _close_removed(self) -> None:
        config = self._config()
        earlier = await _earlier_tables(self._store)
        removed = [table for table in earlier if _is_removed(table, config.table(table.id))]
        unclosed = [table for table in removed if not await self._close_place(table, config)]
        now = (*self._config().tables, *unclosed)
        if now != earlier:
            await self._store.keep_record(FLOOR, TABLES, msgspec.json.encode(now))

    async def _close_place(self, place: TableConfig, config: FloorConfig) -> bool:
        """With all tables that patrons had of their own there. False where something is left."""
        book = config.stored_book(place.book)
        if book is None:
            log.error("table_cannot_be_closed", table=place.id, reason=f"book {place.book!r} is not there")
            return False
        if place.kind is not TableKind.ON_DEMAND:
            return await self._close_table(place, book)
        records = await self._store.records(OWN_TABLE, limit=TABLES_MAX)
        is_closed = True
        for own_id in [each for each, _ in records if place_of(each) == place.id]:
            if await self._close_table(replace(place, id=own_id), book):
                await self._store.forget_record(OWN_TABLE, own_id)
            else:
                is_closed = False
        return is_closed

    async def _close_table(self, config: TableConfig, book: RuleBook) -> bool:
        try:
            await self._closer.close(config, book)
        except StoreIsLost:
            raise
        except Exception:  # a fault in one table keeps no stake on another
            log.exception("table_cannot_be_closed", table=config.id)
            return False
        return True
