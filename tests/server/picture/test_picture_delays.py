"""How late a picture is, by each way of watching it: the slowest way in use counts, old reports do not, patrons' claims
count within bounds, and a lost picture stops a round.
"""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.jobs.picture_watch import Known, keep_delays, look_at_pictures
from punto.server.picture.kept_delays import KEPT_EVERY_MS, KeptDelays
from punto.server.picture.picture_delays import FRAME_MS, LATEST_MS, LOST_MAX_MS, PictureDelays
from punto.server.picture.way_reports import RECENT_MS
from punto.server.protocol.staff import PictureCondition
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import Happened
from punto.server.streams.request import TableAnswer
from punto.table.commands import Command, Pause
from punto.table.config import CLASSIC, PictureWay, TableConfig, TableKind
from punto.table.events import CardDealt
from punto.table.state import Betting, Dealing, Table, changed

LIVE = next(table for table in demo_floor().tables if table.kind is TableKind.LIVE)
LOTUS = replace(LIVE, video_delay_ms=400, picture_band_ms=(200, 800), hls_band_ms=(2_000, 12_000), pace=CLASSIC)
FLOOR = replace(demo_floor(), tables=(LOTUS, *(each for each in demo_floor().tables if each.id != LOTUS.id)))


class Watched:
    def __init__(self, lotus: TableConfig = LOTUS, remembered: dict[PictureWay, int] | None = None) -> None:
        self.now = 1_000_000
        self.lotus = lotus
        self.config = replace(FLOOR, tables=(lotus, *FLOOR.tables[1:]))
        kept = {lotus.id: remembered} if remembered else None
        self.pictures = PictureDelays(lambda: self.config, lambda: self.now, kept)
        self.metrics = Metrics(FLOOR, KnownOdds())
        self.asked: list[Command] = []
        self.tables = {lotus.id: self}

    async def ask(self, command: Command) -> TableAnswer:
        self.asked.append(command)
        return TableAnswer(1)

    @property
    def condition(self) -> PictureCondition:
        state = self.pictures.of(LOTUS.id)
        assert state is not None
        return state.condition

    @property
    def held_ms(self) -> int:
        return self.pictures.delay_ms(self.lotus)

    def patrons(self, by: PictureWay, *delays: int | None) -> None:
        for number, delay_ms in enumerate(delays):
            self.pictures.watches(LOTUS.id, f"{by}-{number}", by, delay_ms)


@pytest.mark.parametrize(
    ("reports", "held_ms", "condition"),
    [
        ((), 400, "unmeasured"),
        ((250,), 400, "in_band"),  # never less than the table's own setting
        ((600,), 600 + FRAME_MS, "in_band"),
        ((600, 250, 500), 600 + FRAME_MS, "in_band"),  # the worst counts
        ((100,), 400, "early"),
        ((900, 300), 900 + FRAME_MS, "late"),
        ((None,), 400, "lost"),
        ((None, 300), 400, "lost"),  # by WHEP somebody sees it again; HLS was lost too
        ((300, None), 400, "lost"),
        ((LATEST_MS + 1,), 400, "lost"),  # nothing waits for a picture that late
    ],
)
def test_what_reports_make_of_a_delay(
    reports: tuple[int | None, ...], held_ms: int, condition: PictureCondition
) -> None:
    watched = Watched()
    for report in reports:
        watched.pictures.report(LOTUS.id, report)
    assert (watched.held_ms, watched.condition) == (held_ms, condition)


@pytest.mark.parametrize(
    ("whep", "hls", "held_ms"),
    [
        ((), (), 400),
        ((300, 350), (), FRAME_MS + 350),
        ((300, 350), (6_000,), FRAME_MS + 6_000),  # everybody waits for the slowest way in use
        ((0,), (), 400),  # who claims less than the setting gains nothing
        ((0, 500), (), FRAME_MS + 500),  # nor against those who do not
        ((), (*[6_000] * 9, 11_000), FRAME_MS + 6_000),  # the latest tenth is left out
        ((), (*[6_000] * 8, 11_000), FRAME_MS + 11_000),  # of fewer, nobody is
        ((5_000,), (), FRAME_MS + 800),  # nobody's claim counts beyond the band
        ((300,), (None,), 12_000),  # in use and never measured: it may be as late as its band allows
        ((300,), (600_000,), FRAME_MS + 12_000),
    ],
)
def test_patrons_screens_say_which_ways_are_in_use(
    whep: tuple[int | None, ...], hls: tuple[int | None, ...], held_ms: int
) -> None:
    watched = Watched()
    watched.patrons("whep", *whep)
    watched.patrons("hls", *hls)
    assert watched.held_ms == held_ms


def test_a_picture_may_be_later_than_a_round_lasts() -> None:
    """Betting opens once patrons have seen the last round, so a late picture takes no time from it."""
    watched = Watched(replace(LOTUS, hls_band_ms=(1_000, 30_000)))
    watched.patrons("hls", 25_000)
    assert watched.held_ms == 25_000 + FRAME_MS
    state = watched.pictures.report(LOTUS.id, 29_000, "hls")
    assert state is not None
    assert (state.held_ms, state.condition) == (29_000 + FRAME_MS, "in_band")


def test_a_way_that_is_not_offered_counts_for_nothing() -> None:
    watched = Watched(replace(LOTUS, hls_url=None))
    watched.patrons("hls", 9_000)
    watched.pictures.report(LOTUS.id, 9_000, "hls")
    watched.pictures.used(LOTUS.id, "hls", 5_000)
    assert watched.held_ms == 400


def test_who_hides_the_picture_or_takes_another_way_no_longer_counts() -> None:
    watched = Watched()
    watched.patrons("hls", 6_000)
    watched.pictures.watches(LOTUS.id, "hls-0", "whep", 500)
    assert watched.held_ms == 500 + FRAME_MS
    watched.pictures.watches(LOTUS.id, "hls-0", None, None)
    assert watched.held_ms == 400


def test_a_way_that_was_measured_is_expected_to_be_as_late_again() -> None:
    watched = Watched()
    watched.pictures.used(LOTUS.id, "hls", 5_000)
    assert watched.held_ms == 5_000  # before anybody has measured it
    watched.patrons("hls", 7_000)
    assert watched.held_ms == 7_000 + FRAME_MS
    watched.now += RECENT_MS + 1
    assert watched.held_ms == 400
    watched.patrons("hls", None)
    assert watched.held_ms == 7_000 + FRAME_MS


def test_a_report_ages_out() -> None:
    watched = Watched()
    watched.pictures.report(LOTUS.id, 700)
    watched.patrons("hls", 6_000)
    watched.now += RECENT_MS
    assert watched.held_ms == 6_000 + FRAME_MS
    watched.now += 1
    assert (watched.held_ms, watched.condition) == (400, "unmeasured")


def test_only_live_tables_have_a_picture() -> None:
    watched = Watched()
    assert watched.pictures.report("jade", 300) is None
    assert watched.pictures.of("nowhere") is None
    assert Watched(replace(LOTUS, whep_url=None, hls_url=None)).pictures.of(LOTUS.id) is None


# --- a restart --------------------------------------------------------------------------------------------------------


def test_a_restart_begins_with_the_last_measured_delay_until_it_is_measured_again() -> None:
    watched = Watched(remembered={"whep": 700, "hls": 6_000})
    watched.now += 10 * RECENT_MS
    assert watched.held_ms == 6_000  # nobody has measured since
    watched.patrons("hls", 3_000)
    assert watched.held_ms == 3_000 + FRAME_MS


def test_a_remembered_way_that_nobody_takes_again_is_forgotten() -> None:
    watched = Watched(remembered={"hls": 6_000})
    watched.patrons("whep", 500)
    assert watched.held_ms == 6_000  # its patrons may be on their way back
    watched.now += RECENT_MS + 1
    watched.patrons("whep", 500)
    assert watched.held_ms == 500 + FRAME_MS


def test_never_less_than_the_setting_is_remembered() -> None:
    assert Watched(remembered={"whep": 50}).held_ms == 400


def test_the_measured_delay_is_written_at_most_once_a_minute(tmp_path: Path) -> None:
    async def test() -> None:
        watched, store = Watched(), SqliteInProcess(tmp_path / "floor.db")
        watched.kept_delays = await KeptDelays.open(store, lambda: watched.now)  # type: ignore[attr-defined]
        kept = []
        for delay_ms, later_ms in ((600, 1_000), (700, KEPT_EVERY_MS - 1_000), (650, 1_000)):
            watched.pictures.report(LOTUS.id, delay_ms)
            await keep_delays(watched)  # type: ignore[arg-type]  # desks that it does not use are left out
            kept.append((await KeptDelays.open(store, lambda: watched.now)).by_table)
            watched.now += later_ms
        assert kept == [{LOTUS.id: {"whep": delay_ms + FRAME_MS}} for delay_ms in (600, 600, 650)]

    asyncio.run(test())


# --- a loss -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "lost_for_ms", "is_paused"),
    [
        (Dealing(0), LOST_MAX_MS + 1, True),
        (Dealing(0), LOST_MAX_MS, False),
        (Betting(None), LOST_MAX_MS + 1, False),  # nothing is dealt that nobody could see
    ],
)
def test_a_round_that_nobody_can_see_is_paused(phase: Betting | Dealing, lost_for_ms: int, *, is_paused: bool) -> None:
    async def test() -> None:
        watched = Watched()
        table = changed(Table(LOTUS, FLOOR.book_of(LOTUS)), phase=phase)
        watched.pictures.happened(Happened(table, CardDealt("player", "9h", watched.now), table, 1, {}))
        watched.pictures.report(LOTUS.id, None)
        watched.now += lost_for_ms
        known: Known = {}
        await look_at_pictures(watched, known)  # type: ignore[arg-type]  # of a table, only its `ask` is used
        assert watched.asked == ([Pause("system", "picture_lost")] if is_paused else [])
        assert known == {(LOTUS.id, "whep"): "lost", (LOTUS.id, "hls"): "lost"}
        assert b'punto_picture_lost{table="lotus",way="whep"} 1.0' in watched.metrics.page()

    asyncio.run(test())


def test_a_round_goes_on_while_one_way_shows_it() -> None:
    watched = Watched()
    table = changed(Table(LOTUS, FLOOR.book_of(LOTUS)), phase=Dealing(0))
    watched.pictures.happened(Happened(table, CardDealt("player", "9h", watched.now), table, 1, {}))
    watched.pictures.report(LOTUS.id, None, "whep")
    watched.pictures.report(LOTUS.id, 6_000, "hls")
    watched.now += LOST_MAX_MS + 1
    assert list(watched.pictures.blind_rounds()) == []
    assert watched.condition == "lost"  # staff are alarmed all the same
    watched.pictures.report(LOTUS.id, None, "hls")
    watched.now += LOST_MAX_MS + 1
    watched.patrons("hls", 6_000)  # nor does a patron's word keep it going
    assert list(watched.pictures.blind_rounds()) == [LOTUS.id]


def test_staff_are_shown_each_way_with_its_band_and_who_watches() -> None:
    watched = Watched()
    watched.pictures.report(LOTUS.id, 900, "whep")
    watched.patrons("hls", 5_000, 15_000)
    state = watched.pictures.of(LOTUS.id)
    assert state is not None
    assert [(way.way, way.condition, way.delay_ms, way.least_ms, way.most_ms, way.watching) for way in state.ways] == [
        ("whep", "late", 900, 200, 800, 0),
        ("hls", "late", 15_000, 2_000, 12_000, 2),
    ]
    assert (state.condition, state.held_ms) == ("late", 12_000 + FRAME_MS)


def test_consoles_hear_of_what_patrons_see_once_a_second() -> None:
    watched, heard = Watched(), list[str]()
    watched.pictures.on_report.append(heard.append)
    watched.patrons("whep", *[300] * 50)
    assert heard == [LOTUS.id]
    watched.now += 1_000
    watched.patrons("whep", *[300] * 50)
    assert heard == [LOTUS.id] * 2
