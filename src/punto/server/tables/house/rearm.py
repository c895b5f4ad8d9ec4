"""Deadlines that a table finds in its log, and that no longer fit.

A killed server leaves a deadline as an instant. If the clock shows an hour less at the next start, the table would wait
an hour; so the rest is cut to what the pace allows. In the log that is a pause that ended before it began. And were
betting to close at once, bets that were made in time could not be repeated; so patrons get a moment to come back.
"""

import structlog

from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import AbandonShoe, Pause, Resume
from punto.table.config import Pace
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import HouseReason
from punto.table.squeeze import one_clock_ms
from punto.table.state import (
    Betting,
    Dealing,
    Instant,
    NeedsBurn,
    NeedsShoe,
    PausedPhase,
    Phase,
    ReadyToOpen,
    ShowingResult,
    Squeezing,
)

CLOCK_WAS_SET: HouseReason = "clock_was_set"
PARKED: HouseReason = "restart"  # how a floor that stops leaves its tables
GRACE_MS = 3_000  # of betting, at the most, for patrons whose floor has changed
GRACE_SHARE = 6  # and no more than this part of all betting time

log = structlog.get_logger("punto.table")


async def rearm(stream: TableStream, now: Instant) -> None:
    """Before a table that was read from its log plays on."""
    phase = stream.table.phase
    late_ms = too_late_by_ms(phase, stream.table.config.pace, now)
    if not late_ms:
        return
    log.warning("clock_was_set_back", table=stream.table.config.id, by_seconds=late_ms // 1_000)
    if isinstance(phase, NeedsShoe):  # a committed shoe is abandoned, and the change begins again
        await stream.handle([Request(AbandonShoe(SYSTEM, CLOCK_WAS_SET))], now)
    else:
        await stream.handle([Request(Pause(SYSTEM, CLOCK_WAS_SET))], now + late_ms)
        await stream.handle([Request(Resume(SYSTEM))], now)


async def give_grace(stream: TableStream, now: Instant) -> None:
    """Betting that was open when the floor went stays open until patrons can have repeated what was not answered."""
    short_ms = too_short_by_ms(stream.table.phase, stream.table.config.pace, now)
    if short_ms:
        await stream.handle([Request(Pause(SYSTEM, PARKED))], now - short_ms)
        await stream.handle([Request(Resume(SYSTEM))], now)


def too_short_by_ms(phase: Phase, pace: Pace, now: Instant) -> int:
    match phase:
        case Betting(closes_at=int() as at):
            return max(0, now + min(GRACE_MS, pace.betting_ms // GRACE_SHARE) - at)
    return 0


def too_late_by_ms(phase: Phase, pace: Pace, now: Instant) -> int:
    """How much later the phase ends than if it began now; 0: no change is needed."""
    match phase:
        case NeedsShoe(ready_at=at):
            longest_ms = pace.shoe_change_ms
        case Betting(closes_at=int() as at):
            longest_ms = pace.betting_ms
        case Dealing(next_at=at):
            longest_ms = pace.third_card_ms
        case Squeezing(stage=stage, closes_at=int() as at, clocks=clocks):
            longest_ms = one_clock_ms(pace, stage) * (2 if clocks else 1)
        case ShowingResult(ends_at=at):
            longest_ms = pace.result_ms
        case Betting() | Squeezing() | NeedsBurn() | ReadyToOpen() | PausedPhase():
            return 0  # it has no deadline
    return max(0, at - now - longest_ms)
