"""The derived roads and their forecast, against marks worked out by hand from the rule."""

import pytest

from punto.roads.derived import BIG_EYE, COCKROACH, SMALL, derived_road, first_mark, forecast


@pytest.mark.parametrize(
    ("streaks", "look_back", "marks"),
    [
        # streaks            road        marks
        ([], BIG_EYE, ""),
        ([5], BIG_EYE, ""),
        ([3, 1], BIG_EYE, ""),  # nothing before the second mark of the second column
        ([3, 2], BIG_EYE, "R"),  # beside the new mark and above it: both filled
        ([1, 2], BIG_EYE, "B"),  # beside it empty, above it filled
        ([1, 3], BIG_EYE, "BR"),  # then both empty
        ([2, 2, 1], BIG_EYE, "RR"),  # equal columns
        ([3, 2, 1], BIG_EYE, "RB"),
        ([1, 1, 1, 1], BIG_EYE, "RR"),
        (
            [4, 3, 2, 2],
            SMALL,
            "RBR",
        ),  # third column against the first, then 2 against 4, then the fourth against the second
        ([1, 1, 2], SMALL, "B"),
        ([1, 2, 1, 1], SMALL, "R"),
        ([1, 2, 3, 4], COCKROACH, "BRR"),
        ([1, 2, 3, 1, 2], COCKROACH, "RR"),
        ([2, 5, 5, 2, 1], COCKROACH, "RR"),
        ([8, 9], BIG_EYE, "RRRRRRRB"),  # tails do not matter: lengths are compared, not drawn cells
    ],
)
def test_a_derived_road_says_whether_the_pattern_continues(streaks: list[int], look_back: int, marks: str) -> None:
    assert "".join(derived_road(streaks, look_back)) == marks


@pytest.mark.parametrize(
    ("column", "row", "marks"),
    [(0, 0, "RBBRR"), (1, 1, "RBBRR"), (1, 2, "BBRR"), (1, 3, "BRR"), (2, 1, "RR"), (2, 2, "R"), (2, 3, "")],
)
def test_a_derived_road_can_be_continued_from_any_mark(column: int, row: int, marks: str) -> None:
    assert "".join(derived_road([2, 3, 3], BIG_EYE, column=column, row=row)) == marks


@pytest.mark.parametrize(("look_back", "first"), [(BIG_EYE, 4), (SMALL, 6), (COCKROACH, 7)])
def test_from_its_first_mark_on_every_win_gives_one(look_back: int, first: int) -> None:
    streaks = [3, 2, 1, 2, 2]
    assert first_mark(streaks, look_back) == first
    assert len(derived_road(streaks, look_back)) == sum(streaks) - first


@pytest.mark.parametrize(
    ("streaks", "look_back", "same", "other"),
    [
        ([3], BIG_EYE, "-", "-"),
        ([3, 3], BIG_EYE, "B", "R"),  # one more would pass the column beside it; a change finds equal columns
        ([3, 2], BIG_EYE, "R", "B"),
        ([3, 2], SMALL, "-", "-"),
        ([2, 9, 2], SMALL, "B", "R"),
        ([2, 9, 2], COCKROACH, "-", "-"),
        ([2, 9, 2, 1], COCKROACH, "R", "B"),
    ],
)
def test_the_forecast_is_the_next_mark(streaks: list[int], look_back: int, same: str, other: str) -> None:
    assert forecast(streaks, look_back, same_winner=True) == same
    assert forecast(streaks, look_back, same_winner=False) == other
