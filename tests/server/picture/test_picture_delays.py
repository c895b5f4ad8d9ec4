"""How late a picture is: the worst recent report counts, old ones do not, and a lost picture stops a round."""

import asyncio

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.jobs.picture_watch import look_at_pictures
from punto.server.picture.picture_delays import LATEST_MS, LOST_MAX_MS, RECENT_MS, PictureCondition, PictureDelays
from punto.server.streams.happened import Happened
from punto.server.streams.request import TableAnswer
from punto.table.commands import Command, Pause
from punto.table.config import TableKind
from punto.table.events import CardDealt
from punto.table.state import Betting, Dealing, Table, changed

LIVE = next(table for table in demo_floor().tables if table.kind is TableKind.LIVE)
LOTUS = replace(LIVE, video_delay_ms=400, picture_band_ms=(200, 800), hls_url="/hls/lotus/index.m3u8")
FLOOR = replace(demo_floor(), tables=(LOTUS, *(each for each in demo_floor().tables if each.id != LOTUS.id)))


class Watched:
    def __init__(self) -> None:
        self.now = 1_000_000
        self.pictures = PictureDelays(lambda: FLOOR, lambda: self.now)
        self.metrics = Metrics(FLOOR, KnownOdds())
        self.asked: list[Command] = []
        self.tables = {LOTUS.id: self}

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
        return self.pictures.delay_ms(LOTUS)


@pytest.mark.parametrize(
    ("reports", "held_ms", "condition"),
    [
        ((), 400, "unmeasured"),
        ((250,), 400, "in_band"),  # never less than the table's own setting
        ((600,), 600, "in_band"),
        ((600, 250, 500), 600, "in_band"),  # the worst counts
        ((100,), 400, "early"),
        ((900, 300), 900, "late"),
        ((None,), 400, "lost"),
        ((None, 300), 400, "in_band"),  # somebody sees it again
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


def test_a_slow_picture_within_its_band_is_waited_for() -> None:
    slow = replace(LOTUS, video_delay_ms=20_000, picture_band_ms=(15_000, 30_000))
    pictures = PictureDelays(lambda: replace(FLOOR, tables=(slow,)), lambda: 1_000_000)
    state = pictures.report(LOTUS.id, 25_000)
    assert state is not None
    assert (state.condition, state.held_ms) == ("in_band", 25_000)


def test_a_report_ages_out() -> None:
    watched = Watched()
    watched.pictures.report(LOTUS.id, 700)
    watched.now += RECENT_MS
    assert watched.held_ms == 700
    watched.now += 1
    assert (watched.held_ms, watched.condition) == (400, "unmeasured")


def test_only_live_tables_have_a_picture() -> None:
    watched = Watched()
    assert watched.pictures.report("jade", 300) is None
    assert watched.pictures.of("nowhere") is None


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
        known: dict[str, PictureCondition] = {}
        await look_at_pictures(watched, known)  # type: ignore[arg-type]  # of a table, only its `ask` is used
        assert watched.asked == ([Pause("system", "picture_lost")] if is_paused else [])
        assert known == {LOTUS.id: "lost"}
        assert b'punto_picture_lost{table="lotus"} 1.0' in watched.metrics.page()

    asyncio.run(test())


def test_a_dealers_console_is_shown_the_band_and_a_loss() -> None:
    watched = Watched()
    watched.pictures.report(LOTUS.id, 900)
    shown = watched.pictures.console_picture(LOTUS.id)
    assert shown is not None
    assert (shown.delay_ms, shown.least_ms, shown.most_ms, shown.is_lost) == (900, 200, 800, False)
    watched.pictures.report(LOTUS.id, None)
    shown = watched.pictures.console_picture(LOTUS.id)
    assert shown is not None
    assert shown.is_lost
