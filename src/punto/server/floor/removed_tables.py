"""Tables that have left the floor's file: a coup that ran on one of them is cancelled, and every stake goes back.

A floor keeps how its tables were set up, so that the next one can read the log of a table that it does not have itself.
What cannot be read stays as it is, is said in the log, and is tried again at the next start.
"""

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec.structs import replace

from punto.books import EVERY_BOOK
from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.server.config.floor_config import FloorConfig
from punto.server.config.table_ids import place_of
from punto.server.floor.on_demand_tables import OWN_TABLE, TABLES_MAX
from punto.server.staff.set_back import FLOOR_WAS_SET_BACK, note_abandoned, was_set_back
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.streams.ledger_wallet import LedgerWallet
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_snapshots import TableKeeping
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house_routine import reveal_first
from punto.table.commands import AbandonShoe, CancelCoup
from punto.table.config import TableConfig, TableKind
from punto.table.dealing import SYSTEM
from punto.table.reasons import HouseReason

if TYPE_CHECKING:
    from punto.server.floor.floor import Floor

FLOOR, TABLES = "floor", "tables"  # kind and id of the record
REASON: HouseReason = "table_removed"
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


async def close_removed_tables(floor: "Floor") -> None:
    """Once a floor, in the background: nobody can sit at these tables any more."""
    while True:
        try:
            await _close_removed(floor)
        except StoreIsLost:
            await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)
        else:
            return


async def _close_removed(floor: "Floor") -> None:
    earlier = await _earlier_tables(floor.store)
    removed = [config for config in earlier if _is_removed(config, floor.config.table(config.id))]
    unclosed = [config for config in removed if not await _close(floor, config)]
    now = (*floor.config.tables, *unclosed)
    if now != earlier:
        await floor.store.keep_record(FLOOR, TABLES, msgspec.json.encode(now))


def _is_removed(earlier: TableConfig, now: TableConfig | None) -> bool:
    """A table that became a place of patrons' own tables, or the other way round, is another."""
    return now is None or (earlier.kind is TableKind.ON_DEMAND) != (now.kind is TableKind.ON_DEMAND)


async def _close(floor: "Floor", config: TableConfig) -> bool:
    """With all tables that patrons had of their own there. False where something is left."""
    book = floor.config.book(config.book) or next((book for book in EVERY_BOOK if book.id == config.book), None)
    if book is None:
        log.error("table_cannot_be_closed", table=config.id, reason=f"book {config.book!r} is not there")
        return False
    if config.kind is not TableKind.ON_DEMAND:
        return await _close_table(floor, config, book)
    own_ids = [
        each for each, _ in await floor.store.records(OWN_TABLE, limit=TABLES_MAX) if place_of(each) == config.id
    ]
    is_closed = True
    for own_id in own_ids:
        if await _close_table(floor, replace(config, id=own_id), book):
            await floor.store.forget_record(OWN_TABLE, own_id)
        else:
            is_closed = False
    return is_closed


async def _close_table(floor: "Floor", config: TableConfig, book: RuleBook) -> bool:
    try:
        await _cancel_coup(floor, config, book)
    except StoreIsLost:
        raise
    except Exception:  # a fault in one table keeps no stake on another
        log.exception("table_cannot_be_closed", table=config.id)
        return False
    return True


async def _cancel_coup(floor: "Floor", config: TableConfig, book: RuleBook) -> None:
    keeping = TableKeeping(floor.store, config, book, fingerprint="")
    log_read = await read_log(floor.ledger, config, book, keeping)
    await floor.record.catch_up(log_read)
    wallet = LedgerWallet(floor.ledger, config.currency)
    stream = TableStream(floor.ledger, wallet, log_read, observer=floor.record.note)
    table = stream.table
    if table.has_shoe and await was_set_back(floor.store, keeping.log_id):
        await note_abandoned(floor.staff_log, table)
        await stream.handle([Request(AbandonShoe(SYSTEM, FLOOR_WAS_SET_BACK))], floor.clock())
        while stream.table.unrevealed is not None:
            await stream.handle([Request(await reveal_first(stream.table, floor.shoes))], floor.clock())
        return
    if not table.wagers:
        return
    (answer,) = await stream.handle([Request(CancelCoup(SYSTEM, REASON))], floor.clock())
    assert answer.refusal is None, f"bets lie only while a coup runs: {answer.refusal}"
    log.warning(
        "coup_is_cancelled",
        table=config.id,
        shoe=table.shoe,
        round=table.coup,
        reason=REASON,
        patrons=len({wager.patron for wager in table.wagers}),
        returned=sum(wager.stake for wager in table.wagers),
    )
