"""How late the picture of each live table is, as staff's screens and probes measure it. Patrons' screens are not asked.

Cards are held back by the worst of the recent reports and never by less than the table's own setting. A report that is
old no longer counts. The picture is lost once somebody says so and nobody has seen it since.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.staff import ConsolePicture
from punto.server.streams.happened import Happened
from punto.table.config import TableConfig, TableKind
from punto.table.state import Dealing, Instant, Squeezing

RECENT_MS = 30_000
REPORTS_MAX = 200  # kept of a table
LATEST_MS = 10_000  # a picture later than this, and later than its band, is as good as lost: nothing waits for it
LOST_MAX_MS = 5_000  # how long a round goes on without a picture

PictureCondition = Literal["none", "unmeasured", "in_band", "early", "late", "lost"]


class PictureState(Struct, frozen=True):
    condition: PictureCondition
    held_ms: int  # by which cards are held back now
    measured_ms: int | None  # the worst of the recent reports
    least_ms: int  # the band
    most_ms: int
    lost_since: Instant | None


class _Reports:
    """Of one table."""

    def __init__(self) -> None:
        self.delays: deque[tuple[Instant, int]] = deque(maxlen=REPORTS_MAX)
        self.lost_since: Instant | None = None
        self.lost_at: Instant = 0  # the last time somebody said so

    def add(self, delay_ms: int | None, latest_ms: int, now: Instant) -> None:
        if delay_ms is None or delay_ms > latest_ms:
            self.lost_since = now if self.lost_since is None else self.lost_since
            self.lost_at = now
        else:
            self.delays.append((now, delay_ms))
            self.lost_since = None

    def worst(self, now: Instant) -> int | None:
        while self.delays and now - self.delays[0][0] > RECENT_MS:
            self.delays.popleft()
        return max((delay for _, delay in self.delays), default=None)

    def is_lost(self, now: Instant) -> bool:
        return self.lost_since is not None and now - self.lost_at <= RECENT_MS


class PictureDelays:
    def __init__(self, config: Callable[[], FloorConfig], clock: Callable[[], Instant]) -> None:
        self._config = config
        self._clock = clock
        self._reports: dict[str, _Reports] = {}
        self._in_round: set[str] = set()  # live tables with cards on the felt
        self.on_report: list[Callable[[str], None]] = []  # each gets the table

    def report(self, table: str, delay_ms: int | None) -> PictureState | None:
        """From a screen of staff or a probe; None: no picture comes. None for a table that has none."""
        config = self._table(table)
        if config is None:
            return None
        latest_ms = max(LATEST_MS, config.picture_band_ms[1])
        self._reports.setdefault(table, _Reports()).add(delay_ms, latest_ms, self._clock())
        for hear in self.on_report:
            hear(table)
        return self.of(table)

    def of(self, table: str) -> PictureState | None:
        config = self._table(table)
        if config is None:
            return None
        now, reports = self._clock(), self._reports.get(table)
        measured = reports.worst(now) if reports else None
        lost_since = reports.lost_since if reports and reports.is_lost(now) else None
        return PictureState(
            condition=_condition(config, measured, is_lost=lost_since is not None),
            held_ms=max(config.video_delay_ms, measured or 0),
            measured_ms=measured,
            least_ms=config.picture_band_ms[0],
            most_ms=config.picture_band_ms[1],
            lost_since=lost_since,
        )

    def console_picture(self, table: str) -> ConsolePicture | None:
        """For a dealer's console; None: the table has no picture."""
        state = self.of(table)
        if state is None or state.condition == "none":
            return None
        is_lost = state.condition == "lost"
        return ConsolePicture(state.measured_ms, state.least_ms, state.most_ms, is_lost=is_lost)

    def delay_ms(self, config: TableConfig) -> int:
        """By which a table's cards are held back."""
        reports = self._reports.get(config.id)
        measured = reports.worst(self._clock()) if reports else None
        return max(config.video_delay_ms, measured or 0)

    def happened(self, happened: Happened) -> None:
        """Of every table, as soon as it is stored. Bets change no phase."""
        table = happened.after
        if table.config.kind is not TableKind.LIVE:
            return
        if isinstance(table.phase, Dealing | Squeezing):
            self._in_round.add(table.config.id)
        else:
            self._in_round.discard(table.config.id)

    def blind_rounds(self) -> list[str]:
        """Tables that deal while nobody has seen them for too long."""
        states = [(table, self.of(table)) for table in self._in_round]
        now = self._clock()
        return [
            table
            for table, state in states
            if state is not None and state.lost_since is not None and now - state.lost_since > LOST_MAX_MS
        ]

    def _table(self, table: str) -> TableConfig | None:
        config = self._config().table(table)
        return config if config is not None and config.kind is TableKind.LIVE else None


def _condition(config: TableConfig, measured: int | None, *, is_lost: bool) -> PictureCondition:
    if not config.has_picture:
        return "none"
    if is_lost:
        return "lost"
    if measured is None:
        return "unmeasured"
    least, most = config.picture_band_ms
    return "early" if measured < least else "late" if measured > most else "in_band"
