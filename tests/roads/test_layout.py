"""Where marks stand: columns, dragon's tails and their collisions."""

import pytest

from punto.roads.layout import Road, bead_position
from tests.roads.pictures import laid_out, picture


def test_an_empty_road_has_no_columns() -> None:
    assert laid_out("").width == 0
    assert laid_out("").streaks == []


def test_a_new_winner_starts_a_column() -> None:
    assert picture(laid_out("BBPBBB", height=3)) == [
        "BPB",
        "B.B",
        "..B",
    ]


def test_a_long_run_turns_right_above_the_tail_before_it() -> None:
    assert picture(laid_out("BBBBBBPPPPPB", height=4)) == [
        "BPB.",
        "BP..",
        "BPPP",
        "BBB.",
    ]


def test_six_tails_in_a_row_fill_the_rows_from_the_bottom_to_the_top() -> None:
    """The streak after the top-row tail starts past its end."""
    assert picture(laid_out("B" * 7 + "P" * 6 + "B" * 5 + "P" * 4 + "B" * 3 + "P" * 2 + "B")) == [
        "BPBPBPPB",
        "BPBPBB..",
        "BPBPP...",
        "BPBB....",
        "BPP.....",
        "BB......",
    ]


def test_a_tail_never_drops_again() -> None:
    """Player turns right above Banker's tail and stays in its row, also past the end of that tail."""
    assert picture(laid_out("B" * 7 + "P" * 8)) == [
        "BP...",
        "BP...",
        "BP...",
        "BP...",
        "BPPPP",
        "BB...",
    ]


def test_a_streak_that_starts_beside_a_tail_passes_its_end() -> None:
    """A tail in the lowest row that has ended leaves the column after it free to the bottom."""
    assert picture(laid_out("B" * 8 + "P" + "B" + "P" * 7)) == [
        "BPBP.",
        "B..P.",
        "B..P.",
        "B..P.",
        "B..P.",
        "BBBPP",
    ]


def test_columns_after_a_top_row_tail_start_past_it() -> None:
    assert picture(laid_out("BBBPPPBB", height=1)) == ["BBBPPPBB"]


@pytest.mark.parametrize(("columns", "first"), [(1, 7), (3, 5), (8, 0), (20, 0)])
def test_a_narrow_display_drops_whole_columns_at_the_left(columns: int, first: int) -> None:
    road = laid_out("BPBPBPBP")
    assert road.first_visible_column(columns) == first
    assert road.columns == list(range(8)), "data coordinates never scroll"


def test_a_tail_can_be_wider_than_the_columns_that_follow() -> None:
    road = laid_out("B" * 12 + "P")
    assert road.width == 7
    assert road.first_visible_column(6) == 1


@pytest.mark.parametrize(("index", "position"), [(0, (0, 0)), (5, (0, 5)), (6, (1, 0)), (79, (13, 1))])
def test_the_bead_plate_fills_column_after_column(index: int, position: tuple[int, int]) -> None:
    assert bead_position(index) == position


def test_streaks_are_counted_however_they_are_drawn() -> None:
    road = Road()
    for colours in ("BBB", "B", "", "PPPPPPPPP", "B"):
        road.extend(list(colours))
    assert road.streaks == [4, 9, 1]
