"""What a table does once its log is read: it goes on where it was, or gives up a shoe that must not be dealt on."""

import structlog

from punto.server.staff.set_back import FLOOR_WAS_SET_BACK, was_set_back
from punto.server.streams.request import Request
from punto.server.streams.table_snapshots import TableKeeping
from punto.server.streams.table_stream import TableStream
from punto.server.tables.rearm import CLOCK_WAS_SET, rearm
from punto.server.tables.table_services import Surroundings
from punto.table.commands import AbandonShoe, Resume
from punto.table.dealing import SYSTEM
from punto.table.reasons import reason_of
from punto.table.state import NeedsShoe, PausedPhase

log = structlog.get_logger("punto.table")


async def go_on(stream: TableStream, keeping: TableKeeping, around: Surroundings) -> None:
    table = stream.table
    if table.has_shoe and await was_set_back(around.store, keeping.log_id):
        await around.before_abandoning(table)
        await stream.handle([Request(AbandonShoe(SYSTEM, FLOOR_WAS_SET_BACK))], around.clock())
        return
    if keeping.fingerprint != around.fingerprint and not isinstance(table.phase, NeedsShoe):
        log.warning("book_has_changed", table=table.config.id, shoe=table.shoe)
        await stream.handle([Request(AbandonShoe(SYSTEM, "rules_changed"))], around.clock())
        return
    if isinstance(table.phase, PausedPhase) and reason_of(table.phase.reason) in ("restart", CLOCK_WAS_SET):
        await stream.handle([Request(Resume(SYSTEM))], around.clock())
    now = around.clock()
    keeping.dealt_at = min(keeping.dealt_at, now)
    await rearm(stream, now)
