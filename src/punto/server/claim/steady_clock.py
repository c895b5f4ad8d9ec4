"""The floor's time: the machine's wall clock at the start, counted on by a clock that nobody can set.

A wall clock is set back by an hour, or forward, and whoever takes differences of it for durations mutes sockets, stops
tables or ends a patron's waiting early. This time never steps and never runs back. Towards a wall clock that was set it
drifts slowly, so that no betting time is noticeably longer; a restart takes the wall clock over at once.
"""

import time
from collections.abc import Callable
from functools import partial

import structlog

from punto.table.state import Instant

MS, SECOND = 1_000_000, 1_000_000_000  # nanoseconds
LOOKS_EVERY = SECOND  # at the wall clock
DRIFT = SECOND // 2_000  # 500 ppm a look: 1.8 s an hour, what NTP allows itself
IS_WORTH_A_LINE = SECOND
SLEEPLESS = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # counts on while the machine sleeps, where it can

log = structlog.get_logger("punto.clock")


sleepless_ns = partial(time.clock_gettime_ns, SLEEPLESS)


class SteadyClock:
    """Milliseconds, each call at least what the call before it gave."""

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
        if now < self._last:  # a drift backwards stands still for a moment
            return self._last
        self._last = now
        return now

    def _look(self, steady: int) -> None:
        """However late it comes, it drifts by one step only: an idle minute is no leap."""
        self._looks_at = steady + LOOKS_EVERY
        behind = self._wall() - steady - self._offset
        self._offset += max(-DRIFT, min(DRIFT, behind))
        is_far = abs(behind) >= IS_WORTH_A_LINE
        if is_far and not self._is_told:
            log.warning("clock_was_set", floor_is_behind_by_seconds=round(behind / SECOND, 1))
        elif self._is_told and not is_far:
            log.info("clock_agrees_again")
        self._is_told = is_far
