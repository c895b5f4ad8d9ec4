"""What a table does once its log is read: it resumes, or abandons a shoe that must not be dealt any further."""

import structlog

from punto.server.staff.set_back import FLOOR_WAS_SET_BACK, was_set_back
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.tables.house.rearm import CLOCK_WAS_SET, PARKED, give_grace, rearm
from punto.server.tables.table_services import TableServices
from punto.table.commands import AbandonShoe, Resume
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import reason_of
from punto.table.state import NeedsShoe, PausedPhase

PAUSED_BY_US = (PARKED, CLOCK_WAS_SET)  # and not by a person

log = structlog.get_logger("punto.table")


async def resume_play(stream: TableStream, notes: LogNotes, services: TableServices) -> None:
    table = stream.table
    if table.has_shoe and await was_set_back(services.store, notes.log_id):
        await services.before_abandoning(table)
        await stream.handle([Request(AbandonShoe(SYSTEM, FLOOR_WAS_SET_BACK))], services.clock())
        return
    if notes.fingerprint != services.fingerprint and not isinstance(table.phase, NeedsShoe):
        log.warning("book_has_changed", table=table.config.id, shoe=table.shoe)
        await stream.handle([Request(AbandonShoe(SYSTEM, "rules_changed"))], services.clock())
        return
    if not isinstance(table.phase, NeedsShoe) and bool(table.commitment) == table.config.is_dealt_by_hand:
        log.warning("shoe_has_another_dealer", table=table.config.id, shoe=table.shoe)
        await stream.handle([Request(AbandonShoe(SYSTEM, "rules_changed"))], services.clock())
        return
    if isinstance(table.phase, PausedPhase) and reason_of(table.phase.reason) in PAUSED_BY_US:
        await stream.handle([Request(Resume(SYSTEM))], services.clock())
    now = services.clock()
    notes.dealt_at = min(notes.dealt_at, now)
    if services.gives_up is None:  # patrons of a lent table lost nothing, and its pit's clock lags
        await rearm(stream, now)
        await give_grace(stream, now)
