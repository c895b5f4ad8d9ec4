"""What is reported of one way of watching a table's picture, WHEP or HLS, and how late that way therefore is.

Staff's screens and probes are trusted: their worst recent report counts. Patrons' screens are many and may lie: each
counts once, and the latest tenth of them is left out. Reports that are old no longer count.
"""

from collections import deque

from punto.table.state import Instant

RECENT_MS = 30_000
REPORTS_MAX = 200  # kept of staff and probes
PATRONS_MAX = 10_000  # whose reports are kept
LEFT_OUT = 10  # of so many patrons, the latest


class WayReports:
    def __init__(self) -> None:
        self.last_ms: int | None = None  # by which it was held when it was last measured, or is expected to be
        self.is_remembered = False  # from before the start, and not measured since
        self.lost_since: Instant | None = None
        self._lost_at: Instant = 0  # the last time somebody said so
        self._delays: deque[tuple[Instant, int]] = deque(maxlen=REPORTS_MAX)  # by staff and probes
        self._patrons: dict[str, tuple[Instant, int | None]] = {}  # the oldest report first
        self._used_at: Instant | None = None  # when its stream was last asked for, where we serve it ourselves

    # --- reports ------------------------------------------------------------------------------------------------------

    def measured(self, delay_ms: int, now: Instant) -> None:
        """By staff or a probe."""
        self._delays.append((now, delay_ms))
        self.lost_since = None
        self.is_remembered = False

    def lost(self, now: Instant) -> None:
        """Staff or a probe get no picture."""
        self.lost_since = now if self.lost_since is None else self.lost_since
        self._lost_at = now

    def watched(self, patron: str, delay_ms: int | None, now: Instant) -> None:
        """None: this patron's picture has no clock, or has only just been asked for."""
        self.left(patron)
        if len(self._patrons) < PATRONS_MAX:
            self._patrons[patron] = now, delay_ms
        if delay_ms is not None:
            self.is_remembered = False

    def left(self, patron: str) -> None:
        self._patrons.pop(patron, None)

    def used(self, expected_ms: int, now: Instant) -> None:
        """Somebody plays it; how late it will be, until it is measured."""
        self._used_at = now
        if self.last_ms is None:
            self.last_ms = expected_ms

    # --- what follows -------------------------------------------------------------------------------------------------

    def worst(self, now: Instant) -> int | None:
        """As staff and probes have measured it."""
        while self._delays and now - self._delays[0][0] > RECENT_MS:
            self._delays.popleft()
        return max((delay for _, delay in self._delays), default=None)

    def patrons_worst(self, now: Instant) -> int | None:
        """As all patrons but the latest tenth see it."""
        self._forget_old(now)
        delays = sorted(delay for _, delay in self._patrons.values() if delay is not None)
        return delays[len(delays) - 1 - len(delays) // LEFT_OUT] if delays else None

    def watching(self, now: Instant) -> int:
        """Patrons."""
        self._forget_old(now)
        return len(self._patrons)

    def is_used(self, now: Instant) -> bool:
        return bool(self.watching(now)) or (self._used_at is not None and now - self._used_at <= RECENT_MS)

    def is_lost(self, now: Instant) -> bool:
        return self.lost_since is not None and now - self._lost_at <= RECENT_MS

    def _forget_old(self, now: Instant) -> None:
        while self._patrons:
            patron, (at, _) = next(iter(self._patrons.items()))
            if now - at <= RECENT_MS:
                return
            del self._patrons[patron]
