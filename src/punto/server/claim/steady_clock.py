"""The floor's time: the wall clock at the start, advanced by a clock that nobody can set.

A wall clock may be set back or forward, and code that takes differences of it for durations would mute sockets, stop
tables or end a cool-off early. This time never jumps and never runs back. It drifts slowly towards a wall clock that
was changed, so that no betting time is noticeably longer; a restart adopts the wall clock at once.
"""

import time
from collections.abc import Callable
from functools import partial

import structlog

from punto.table.state import Instant

MS, SECOND = 1_000_000, 1_000_000_000  # nanoseconds
LOOKS_EVERY = SECOND  # of the wall clock
DRIFT = SECOND // 2_000  # 500 ppm: 1.8 s an hour, as NTP does
IS_WORTH_A_LINE = SECOND
SLEEPLESS = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # advances while the machine sleeps, where supported

log = structlog.get_logger("punto.clock")


sleepless_ns = partial(time.clock_gettime_ns, SLEEPLESS)


class SteadyClock:
    """Milliseconds; never less than the previous call."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = sleepless_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._looks_at = steady() + LOOKS_EVERY
        self._last: Instant = 0
        self._is_told = False

    def __call__(self) -> Instant:
        steady = self._steady()
        if steady >= self._looks_at:
            self._look(steady)
        now = (steady + self._offset) // MS
        if now < self._last:  # drifting backwards means standing still
            return self._last
        self._last = now
        return now

    def _look(self, steady: int) -> None:
        """One small step however much time has passed: an idle minute causes no jump."""
        self._looks_at = steady + LOOKS_EVERY
        behind = self._wall() - steady - self._offset
        self._offset += max(-DRIFT, min(DRIFT, behind))
        is_far = abs(behind) >= IS_WORTH_A_LINE
        if is_far and not self._is_told:
            log.warning("clock_was_set", floor_is_behind_by_seconds=round(behind / SECOND, 1))
        elif self._is_told and not is_far:
            log.info("clock_agrees_again")
        self._is_told = is_far
