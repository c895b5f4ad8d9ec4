"""How late the picture of each live table is, by each way of watching it, and by how much its cards are held back.

Cards wait for the slowest way that is offered and in use right now, and never for less than the table's own setting.
There is one delay for a table: a result is a fact that patrons share. A way in use that was never measured is taken to
be as late as its band allows. What patrons' screens report counts within the way's band only: nobody can stop a table
by a claim. The picture is lost once staff or a probe say so and neither has seen it since, by any way.
"""

from collections.abc import Callable, Iterator, Mapping

from punto.server.config.floor_config import FloorConfig
from punto.server.picture.way_reports import RECENT_MS, WayReports
from punto.server.protocol.staff import PictureCondition, PictureState, WayOfPicture
from punto.server.streams.happened import Happened
from punto.table.config import PictureWay, TableConfig, TableKind
from punto.table.state import Dealing, Instant, Squeezing

LATEST_MS = 10_000  # a picture later than this, and later than its band, is as good as lost: nothing waits for it
LOST_MAX_MS = 5_000  # how long a round goes on without a picture
FRAME_MS = 100  # for so long a frame stays on the screen after its delay has been read
TOLD_EVERY_MS = 1_000  # at most, of what patrons report
WORST_FIRST: tuple[PictureCondition, ...] = ("lost", "late", "early", "in_band")


class PictureDelays:
    def __init__(
        self,
        config: Callable[[], FloorConfig],
        clock: Callable[[], Instant],
        remembered: Mapping[str, Mapping[PictureWay, int]] | None = None,
    ) -> None:
        """`remembered`: by table and way, as it was before the start."""
        self._config = config
        self._clock = clock
        self._started_at = clock()
        self._reports: dict[tuple[str, PictureWay], WayReports] = {}
        self._told_at: dict[str, Instant] = {}
        self._in_round: set[str] = set()  # live tables with cards on the felt
        self.on_report: list[Callable[[str], None]] = []  # each gets the table
        for table, delays in (remembered or {}).items():
            for way, delay_ms in delays.items():
                reports = self._of_way(table, way)
                reports.last_ms, reports.is_remembered = delay_ms, True

    # --- reports ------------------------------------------------------------------------------------------------------

    def report(self, table: str, delay_ms: int | None, by: PictureWay | None = None) -> PictureState | None:
        """From a screen of staff or a probe. Without a way, the first that is offered, or of a loss all of them.

        No delay: no picture comes. None for a table that has none.
        """
        bands, now = self._bands(table), self._clock()
        if not bands:
            return None
        offered = [way for way in bands if by in (None, way)]
        for way in offered if delay_ms is None else offered[:1]:
            if delay_ms is None or delay_ms > max(LATEST_MS, bands[way][1]):
                self._of_way(table, way).lost(now)
            else:
                self._of_way(table, way).measured(delay_ms, now)
        self._tell(table)
        return self.of(table)

    def watches(self, table: str, patron: str, by: PictureWay | None, delay_ms: int | None) -> None:
        """From a patron's screen. No way: it shows no picture; no delay: it cannot tell, or not yet."""
        now = self._clock()
        for way in self._bands(table):
            if way == by:
                self._of_way(table, way).watched(patron, delay_ms, now)
            else:
                self._of_way(table, way).left(patron)
        if now - self._told_at.get(table, 0) >= TOLD_EVERY_MS:
            self._tell(table)

    def used(self, table: str, by: PictureWay, expected_ms: int) -> None:
        """A stream of our own has been asked for."""
        if by in self._bands(table):
            self._of_way(table, by).used(expected_ms, self._clock())

    # --- what follows -------------------------------------------------------------------------------------------------

    def of(self, table: str) -> PictureState | None:
        """None: the table has no picture."""
        config = self._table(table)
        if config is None or not config.picture_bands_ms:
            return None
        now = self._clock()
        ways = tuple(self._way(table, way, band, now) for way, band in config.picture_bands_ms.items())
        conditions = {each.condition for each in ways}
        return PictureState(
            condition=next((each for each in WORST_FIRST if each in conditions), "unmeasured"),
            held_ms=self.delay_ms(config),
            lost_since=self._lost_since(config, now),
            ways=ways,
        )

    def delay_ms(self, config: TableConfig) -> int:
        """By which a table's cards are held back."""
        return max(config.video_delay_ms, *self.in_use(config).values(), 0)

    def in_use(self, config: TableConfig) -> dict[PictureWay, int]:
        """By which each way holds cards back, of those that are watched."""
        now = self._clock()
        is_measured = any(self._measured(config, way, now) is not None for way in config.picture_bands_ms)
        found = ((way, self._held_by(config, way, now, is_measured=is_measured)) for way in config.picture_bands_ms)
        return {way: held_ms for way, held_ms in found if held_ms is not None}

    def _held_by(self, config: TableConfig, way: PictureWay, now: Instant, *, is_measured: bool) -> int | None:
        """What was remembered counts until the way is measured again, or only other ways have been for a while."""
        measured, reports = self._measured(config, way, now), self._of_way(config.id, way)
        if measured is not None:
            reports.last_ms = measured + FRAME_MS
            return reports.last_ms
        is_awaited = reports.is_remembered and not (is_measured and now - self._started_at > RECENT_MS)
        if reports.is_used(now) or is_awaited:
            return config.picture_bands_ms[way][1] if reports.last_ms is None else reports.last_ms
        return None

    def _measured(self, config: TableConfig, way: PictureWay, now: Instant) -> int | None:
        reports, most_ms = self._of_way(config.id, way), config.picture_bands_ms[way][1]
        seen = reports.patrons_worst(now)
        return _larger(reports.worst(now), None if seen is None else min(seen, most_ms))

    def _way(self, table: str, way: PictureWay, band: tuple[int, int], now: Instant) -> WayOfPicture:
        reports = self._of_way(table, way)
        measured = _larger(reports.worst(now), reports.patrons_worst(now))
        condition = "lost" if reports.is_lost(now) else _condition(measured, band)
        return WayOfPicture(way, condition, measured, *band, reports.watching(now))

    def _lost_since(self, config: TableConfig, now: Instant) -> Instant | None:
        """Since when no way has been seen."""
        ways = [self._of_way(config.id, way) for way in config.picture_bands_ms]
        lost = [each.lost_since for each in ways if each.lost_since is not None and each.is_lost(now)]
        is_seen = any(not each.is_lost(now) and each.worst(now) is not None for each in ways)
        return max(lost) if lost and not is_seen else None

    # --- rounds -------------------------------------------------------------------------------------------------------

    def happened(self, happened: Happened) -> None:
        """Of every table, as soon as it is stored. Bets change no phase."""
        table = happened.after
        if table.config.kind is not TableKind.LIVE:
            return
        if isinstance(table.phase, Dealing | Squeezing):
            self._in_round.add(table.config.id)
        else:
            self._in_round.discard(table.config.id)

    def blind_rounds(self) -> Iterator[str]:
        """Tables that deal while nobody has seen them for too long."""
        now = self._clock()
        for table in sorted(self._in_round):
            state = self.of(table)
            if state is not None and state.lost_since is not None and now - state.lost_since > LOST_MAX_MS:
                yield table

    def _tell(self, table: str) -> None:
        self._told_at[table] = self._clock()
        for hear in self.on_report:
            hear(table)

    def _of_way(self, table: str, way: PictureWay) -> WayReports:
        return self._reports.setdefault((table, way), WayReports())

    def _bands(self, table: str) -> Mapping[PictureWay, tuple[int, int]]:
        config = self._table(table)
        return {} if config is None else config.picture_bands_ms

    def _table(self, table: str) -> TableConfig | None:
        config = self._config().table(table)
        return config if config is not None and config.kind is TableKind.LIVE else None


def _larger(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)


def _condition(measured: int | None, band: tuple[int, int]) -> PictureCondition:
    if measured is None:
        return "unmeasured"
    return "early" if measured < band[0] else "late" if measured > band[1] else "in_band"
