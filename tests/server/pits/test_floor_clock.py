"""The floor's time in a pit: it follows the floor's clock, in small steps, and never runs back."""

import asyncio
from pathlib import Path

import pytest

from punto.server.pits.floor_clock import BEATS, MS, USEFUL_US, FloorClock
from punto.server.protocol.links.pit_link import HouseBeat, PitBeat, read_at_pit
from tests.server.pits.pit_house import PitHouse, with_pits

NOON = 43_200_000


class Steady:
    def __init__(self) -> None:
        self.ns = 7_000 * MS

    def __call__(self) -> int:
        return self.ns


@pytest.fixture
def steady() -> Steady:
    return Steady()


@pytest.fixture
def clock(steady: Steady) -> FloorClock:
    """That has heard how long the floor's word travels."""
    clock = FloorClock(steady)
    clock.set(NOON)
    clock.heard(NOON, round_trip_us=0)
    return clock


def test_it_begins_with_the_floor_s_time_and_goes_on_by_its_own_clock(clock: FloorClock, steady: Steady) -> None:
    assert clock() == NOON
    steady.ns += 250 * MS
    assert clock() == NOON + 250


@pytest.mark.parametrize("floor_is_ahead_ms", [30, -30])
def test_it_follows_the_floor_a_millisecond_at_each_beat(
    clock: FloorClock, steady: Steady, floor_is_ahead_ms: int
) -> None:
    ahead = []
    for beat in range(1, 41):
        steady.ns += 500 * MS
        floor = NOON + 500 * beat + floor_is_ahead_ms
        clock.heard(floor, round_trip_us=0)
        ahead.append(abs(floor - clock()))
    assert ahead == [*range(29, 0, -1), *[0] * 11]


def test_a_beat_is_half_its_round_trip_old(clock: FloorClock, steady: Steady) -> None:
    for beat in range(1, 20):
        steady.ns += 500 * MS
        clock.heard(NOON + 500 * beat - 4, round_trip_us=8_000)
        assert clock() == NOON + 500 * beat


def test_a_beat_that_took_long_says_nothing_beside_a_quicker_one(clock: FloorClock, steady: Steady) -> None:
    for beat in range(1, 40):
        steady.ns += 500 * MS
        if beat % BEATS:
            clock.heard(NOON + 500 * beat + 1_000, round_trip_us=9_000)
        else:
            clock.heard(NOON + 500 * beat - 4, round_trip_us=8_000)
        assert clock() == NOON + 500 * beat


def test_on_a_slow_link_it_follows_the_quickest_beats(steady: Steady) -> None:
    """As it was found: where every beat takes more than 20 ms, a pit's clock drifted, and betting ended with it."""
    clock = FloorClock(steady)
    clock.set(NOON)
    drift, shortest_ms, worst = 200, 30, 0
    for beat in range(1, 4_000):  # half an hour
        floor_ms = 500 * beat
        steady.ns = 7_000 * MS + floor_ms * (1_000_000 + drift)
        queued_ms = 0 if beat % 5 == 0 else 40 + 13 * (beat % 7)  # on the way there
        clock.heard(NOON + floor_ms - shortest_ms // 2, (shortest_ms + queued_ms) * 1_000)
        if beat > BEATS:
            worst = max(worst, abs(clock() - (NOON + floor_ms)))
    assert worst <= 2


def test_it_never_runs_back(clock: FloorClock, steady: Steady) -> None:
    seen = [clock()]
    for beat in range(100):
        steady.ns += MS // 2
        clock.heard(NOON - 5_000 + beat, round_trip_us=0)
        seen.append(clock())
    assert seen == sorted(seen)


def test_it_does_not_stand_still_for_another_floor_whose_clock_is_behind(clock: FloorClock, steady: Steady) -> None:
    assert clock() == NOON
    clock.set(NOON - 60_000)
    steady.ns += 100 * MS
    assert clock() == NOON - 60_000 + 100


def test_the_first_useful_beat_says_how_long_the_first_word_had_travelled(steady: Steady) -> None:
    clock = FloorClock(steady)
    clock.set(NOON)
    steady.ns += 500 * MS
    clock.heard(NOON + 800, round_trip_us=USEFUL_US + 1)
    assert clock() == NOON + 500
    clock.heard(NOON + 800, round_trip_us=2_000)
    assert clock() == NOON + 801


def test_where_no_beat_is_useful_the_quickest_of_the_first_says_it(steady: Steady) -> None:
    clock = FloorClock(steady)
    clock.set(NOON)
    for beat in range(1, BEATS + 1):
        steady.ns += 500 * MS
        assert clock() == NOON + 500 * beat, "what the floor said when it hired us"
        slow_ms = 60 if beat == 3 else 400
        clock.heard(NOON + 500 * beat + 100 - slow_ms // 2 + beat, slow_ms * 1_000)
    assert clock() == NOON + 500 * BEATS + 103


def test_beats_of_an_earlier_floor_say_nothing_of_the_next(clock: FloorClock, steady: Steady) -> None:
    clock.set(NOON - 60_000)
    steady.ns += 500 * MS
    clock.heard(NOON - 60_000 + 500 + 30, round_trip_us=4_000)
    assert clock() == NOON - 60_000 + 500 + 32


def test_a_pit_without_a_floor_hears_no_time(steady: Steady) -> None:
    clock = FloorClock(steady)
    clock.heard(NOON, 0)
    assert clock() == 7_000


def test_a_floor_answers_a_pit_s_beat_at_once(tmp_path: Path) -> None:
    """As it was found: it came back with the floor's own next beat, up to half a second old, and set no clock."""

    async def test(house: PitHouse) -> None:
        a = house.hire("a")
        await house.lending.until_lent("first")
        (far,) = house.lending.desk.pits
        a.to_pit.hold()
        far._hear(PitBeat(0, 123.5))
        far.end.flush()
        assert a.to_pit.held is not None
        said = [each for packet in a.to_pit.held for each in read_at_pit(packet)]
        assert [each.came_with for each in said if isinstance(each, HouseBeat)] == [123.5]
        a.to_pit.release()

    with_pits(tmp_path, test, ("first",))


def test_a_pit_sets_its_clock_by_the_answer_to_its_beat(tmp_path: Path) -> None:
    async def test(house: PitHouse) -> None:
        a = house.hire("a")
        await house.lending.until_lent("first")
        heard = list[tuple[int, int]]()
        a.pit._clock.heard = lambda now, round_trip_us: heard.append((now, round_trip_us))  # type: ignore[method-assign]
        a.pit._hear(HouseBeat(0.0, NOON))
        assert heard == [], "the floor's own beat answers none"
        sent_at = asyncio.get_running_loop().time() - 1.0
        a.pit._hear(HouseBeat(sent_at, NOON))
        ((now, round_trip_us),) = heard
        assert now == NOON
        assert round_trip_us >= 1_000_000

    with_pits(tmp_path, test, ("first",))
