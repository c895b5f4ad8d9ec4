"""Marks as a display of a given size shows them."""

from dataclasses import replace

from punto.roads.score import parse_scores
from punto.roads.scoreboard import MainMark, Mark, Size, scoreboard
from punto.roads.shoe_roads import ShoeRoads

NARROW = Size(main=2, big_eye=1, small=1, cockroach=1, bead_plate=1)
PLAIN = MainMark(0, 0, "P", 1, banker_pair=False, player_pair=False, natural=0, ties=0, leading_ties=0)
WIDE = Size(main=30, big_eye=60, small=30, cockroach=30, bead_plate=10)


def test_a_wide_display_shows_every_mark_with_its_coup() -> None:
    board = scoreboard(ShoeRoads(parse_scores("TBp9TBPP")), WIDE)
    assert board.main == (
        replace(PLAIN, colour="B", coup=2, player_pair=True, natural=9, ties=1, leading_ties=1),
        replace(PLAIN, row=1, colour="B", coup=4),
        replace(PLAIN, column=1, coup=5),
        replace(PLAIN, column=1, row=1, coup=6),
    )
    assert board.big_eye == (Mark(0, 0, "R", 6),)
    assert board.small == board.cockroach == ()
    assert board.bead_plate == tuple(Mark(0, row, "TBTBPP"[row], row + 1) for row in range(6))
    assert board.leading_ties == 0, "they stand with the first win"
    assert (board.ask_banker, board.ask_player) == ("R--", "B--")


def test_a_narrow_display_shows_the_last_columns() -> None:
    board = scoreboard(ShoeRoads(parse_scores("TBPBPPBB")), NARROW)
    assert [(mark.column, mark.row, mark.coup) for mark in board.main] == [(0, 0, 5), (0, 1, 6), (1, 0, 7), (1, 1, 8)]
    assert all(mark.leading_ties == 0 for mark in board.main), "the first mark has scrolled away"
    assert [(mark.column, mark.row, mark.coup) for mark in board.bead_plate] == [(0, 0, 7), (0, 1, 8)]
    assert {mark.column for mark in board.big_eye} == {0}
    assert board.big_eye[-1].coup == 8


def test_ties_without_a_win_wait_for_it() -> None:
    board = scoreboard(ShoeRoads(parse_scores("TTT")), WIDE)
    assert board.main == ()
    assert board.leading_ties == 3
    assert len(board.bead_plate) == 3


def test_a_table_may_hide_naturals() -> None:
    roads = ShoeRoads(parse_scores("B9P8"))
    assert [mark.natural for mark in scoreboard(roads, WIDE).main] == [9, 8]
    assert [mark.natural for mark in scoreboard(roads, WIDE, shows_naturals=False).main] == [0, 0]
    assert scoreboard(roads, WIDE, shows_naturals=False).statistics.naturals == 2


def test_a_display_may_have_other_rows() -> None:
    """Four rows: a streak of six turns right in the lowest, and the bead plate has four to a column."""
    board = scoreboard(ShoeRoads(parse_scores("BBBBBBP")), Size(9, 9, 9, 9, 9, rows=4))
    assert [(mark.column, mark.row) for mark in board.main] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (1, 0)]
    assert [(mark.column, mark.row) for mark in board.bead_plate][-3:] == [(1, 0), (1, 1), (1, 2)]


def test_each_derived_road_has_its_own_width() -> None:
    size = Size(99, big_eye=3, small=4, cockroach=5, bead_plate=9)
    board = scoreboard(ShoeRoads(parse_scores("BPBBPBPPBPBBPPPBPBPPB" * 3)), size)
    widths = [max(mark.column for mark in marks) + 1 for marks in (board.big_eye, board.small, board.cockroach)]
    assert widths == [3, 4, 5]
