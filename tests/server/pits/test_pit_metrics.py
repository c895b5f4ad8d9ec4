"""One page of metrics has the tables that pits play."""

from pathlib import Path

from punto.server.config.demo_floor import demo_floor
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.pits.pit_metrics import TIMES_MAX, PitMetrics, add_to
from tests.server.pits.pit_house import HiredPit, PitHouse, with_pits

COMMITS, CHANGES = "punto_commit_seconds_count", "punto_commit_changes_sum"
LATE, ANSWERS, COMMANDS = "punto_phase_late_seconds_count", "punto_answer_seconds_count", "punto_commands_total"


def counted(metrics: Metrics, name: str) -> float:
    lines = [line.rpartition(" ") for line in metrics.page().decode().splitlines() if line.startswith(name)]
    return sum(float(value) for _, _, value in lines)


async def beats(house: PitHouse, hired: HiredPit) -> None:
    (far,) = house.lending.desk.pits
    before = far.beat
    hired.pit._post(hired.pit._beat())
    await house.until(lambda: far.beat is not before)


def test_what_a_pit_has_measured_is_on_the_floors_page(tmp_path: Path) -> None:
    """As it was found: while pits played, all of these stood still, and no alert came of a slow store."""

    async def test(house: PitHouse) -> None:
        ann = await house.patron()
        (a,) = await house.lent_to("a")
        await beats(house, a)
        before = {name: counted(house.floor.metrics, name) for name in (COMMITS, CHANGES, LATE, ANSWERS, COMMANDS)}
        assert await house.bets(ann, "first") is None
        await house.next_coup("first")
        await beats(house, a)
        for name, was in before.items():
            assert counted(house.floor.metrics, name) > was, name

    with_pits(tmp_path, test, ("first",))


def test_the_floor_sees_what_the_pit_saw() -> None:
    metrics, measured = Metrics(demo_floor(), KnownOdds()), PitMetrics()
    assert measured.take() is None
    measured.batch_answered("jade", 3, 250)
    measured.batch_answered("jade", 2, 500)
    measured.committed(5, 0.25)
    measured.rang("betting", 0.125)
    observed = measured.take()
    assert observed is not None
    assert measured.take() is None
    add_to(metrics, observed)
    page = metrics.page().decode()
    assert 'punto_commands_total{table="jade"} 5.0' in page
    assert "punto_answer_seconds_sum 0.75" in page
    assert "punto_commit_seconds_sum 0.25" in page
    assert "punto_commit_changes_sum 5.0" in page
    assert 'punto_phase_late_seconds_sum{phase="betting"} 0.125' in page


def test_a_beat_stays_small_and_counts_every_command() -> None:
    measured = PitMetrics()
    for _ in range(TIMES_MAX + 7):
        measured.batch_answered("jade", 1, 1.0)
        measured.committed(1, 0.001)
        measured.rang("betting", 0.001)
    observed = measured.take()
    assert observed is not None
    assert observed.commands == {"jade": TIMES_MAX + 7}
    assert [len(observed.answers_us), len(observed.commits), len(observed.late)] == [TIMES_MAX] * 3
