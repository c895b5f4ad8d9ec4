"""A table whose phase ends later than it ever could: its deadline was stored by a clock that has been set back since.

A kill leaves the deadline as an instant. When the clock shows an hour less at the next start, the table would wait for
an hour; so what is left is cut to what the pace allows. In the log that is a pause that ended before it began.
"""

import structlog

from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import AbandonShoe, Pause, Resume
from punto.table.config import Pace
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import HouseReason
from punto.table.squeeze import FIRST_FOUR
from punto.table.state import Betting, Dealing, Instant, NeedsShoe, Phase, ShowingResult, Squeezing

CLOCK_WAS_SET: HouseReason = "clock_was_set"

log = structlog.get_logger("punto.table")


async def rearm(stream: TableStream, now: Instant) -> None:
    """Before a table goes on that was read from its log."""
    phase = stream.table.phase
    late_ms = too_late_by_ms(phase, stream.table.config.pace, now)
    if not late_ms:
        return
    log.warning("clock_was_set_back", table=stream.table.config.id, by_seconds=late_ms // 1_000)
    if isinstance(phase, NeedsShoe):  # a coming shoe that is bound is given up, and the change begins again
        await stream.handle([Request(AbandonShoe(SYSTEM, CLOCK_WAS_SET))], now)
    else:
        await stream.handle([Request(Pause(SYSTEM, CLOCK_WAS_SET))], now + late_ms)
        await stream.handle([Request(Resume(SYSTEM))], now)


def too_late_by_ms(phase: Phase, pace: Pace, now: Instant) -> int:
    """How much later the phase ends than if it had just begun; 0: it need not be touched."""
    match phase:
        case NeedsShoe(ready_at=at):
            longest_ms = pace.shoe_change_ms
        case Betting(closes_at=int() as at):
            longest_ms = pace.betting_ms
        case Dealing(next_at=at):
            longest_ms = pace.card_ms
        case Squeezing(stage=stage, closes_at=at):
            longest_ms = pace.squeeze_ms if stage == FIRST_FOUR else pace.third_squeeze_ms
        case ShowingResult(ends_at=at):
            longest_ms = pace.result_ms
        case _:
            return 0  # it waits for somebody
    return max(0, at - now - longest_ms)
