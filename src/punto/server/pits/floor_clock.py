"""The floor's time in a pit: whether a bet came before betting closed is decided on one clock.

A pit hears the time with each beat and follows it by its own clock in between. Of the last beats it believes the
quickest: it is wrong by half its round trip at the most. While one floor has hired it, it never runs back, and after
the first useful beat it does not jump.
"""

from collections import deque
from collections.abc import Callable

from punto.server.claim.steady_clock import sleepless_ns
from punto.table.state import Instant

MS = 1_000_000  # nanoseconds
STEP = MS  # at each beat, at the most
USEFUL_US = 20_000  # of a beat, there and back: at the beginning a quicker one is waited for
BEATS = 8  # that are compared: four seconds, in which clocks drift apart by 2 ms at the most


class FloorClock:
    """Milliseconds; never less than the previous call."""

    def __init__(self, steady: Callable[[], int] = sleepless_ns) -> None:
        self._steady = steady
        self._offset: int | None = None
        self._is_rough = True  # nobody knows yet how long the floor's word has travelled
        self._last: Instant = 0
        self._beats: deque[tuple[int, int]] = deque(maxlen=BEATS)  # how long each took, and the offset that it says

    def __call__(self) -> Instant:
        self._last = max(self._last, (self._steady() + (self._offset or 0)) // MS)
        return self._last

    def set(self, now: Instant) -> None:
        """Another floor has hired the pit."""
        self._offset, self._is_rough, self._last = now * MS - self._steady(), True, 0
        self._beats.clear()

    def heard(self, now: Instant, round_trip_us: int) -> None:
        if self._offset is None:
            return
        self._beats.append((round_trip_us, now * MS + round_trip_us * 500 - self._steady()))
        quickest_us, offset = min(reversed(self._beats), key=lambda beat: beat[0])  # the last of them, if several are
        if quickest_us > USEFUL_US and len(self._beats) < BEATS:
            return
        behind = offset - self._offset
        self._offset += behind if self._is_rough else max(-STEP, min(STEP, behind))
        self._is_rough = False
