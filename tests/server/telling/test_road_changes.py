"""Roads sent as changes: applied in order, they give the roads of the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.server.protocol.parts import RoadsChange
from punto.server.telling.messages.road_changes import RoadBoard

ROADS = ("main", "big_eye", "small", "cockroach", "bead_plate")
SCORES = st.sampled_from(["B", "P", "T", "Bb", "Pp9", "B8", "Tbp"])

Drawn = dict[str, list[object]]


def applied(drawn: Drawn, change: RoadsChange) -> Drawn:
    """What a client does: it replaces the end of a list."""
    drawn = {road: list(marks) for road, marks in drawn.items()}
    for road in ROADS:
        part = getattr(change, road)
        if part is not None:
            drawn[road][part.index :] = part.marks
    return drawn


def whole(board: RoadBoard) -> Drawn:
    return {road: list(getattr(board.whole, road).marks) for road in ROADS}


@given(shoe=st.lists(SCORES, max_size=60), corrected=st.tuples(st.integers(0, 59), SCORES))
def test_applying_every_change_gives_the_roads(shoe: list[str], corrected: tuple[int, str]) -> None:
    board = RoadBoard(shows_naturals=True)
    drawn: Drawn = {road: [] for road in ROADS}
    scores: list[tuple[int, str]] = []
    for coup, score in enumerate(shoe, start=1):
        scores.append((coup, score))
        drawn = applied(drawn, board.change(tuple(scores)))
        assert drawn == whole(board)
    place, score = corrected
    if place < len(scores):
        scores[place] = (scores[place][0], score)
        drawn = applied(drawn, board.change(tuple(scores)))
    assert drawn == applied({road: [] for road in ROADS}, RoadBoard(shows_naturals=True).change(tuple(scores)))


def test_a_coup_adds_one_mark_and_tells_no_other() -> None:
    board = RoadBoard(shows_naturals=True)
    board.change(((1, "B"), (2, "B")))
    change = board.change(((1, "B"), (2, "B"), (3, "P")))
    assert change.main is not None
    assert (change.main.index, [mark.round for mark in change.main.marks]) == (2, [3])


def test_marks_name_the_round_not_their_place() -> None:
    """Round 2 was cancelled: it has a number and no mark."""
    change = RoadBoard(shows_naturals=True).change(((1, "B"), (3, "P")))
    assert change.main is not None
    assert [mark.round for mark in change.main.marks] == [1, 3]


@pytest.mark.parametrize(("shows_naturals", "natural"), [(True, 9), (False, 0)])
def test_naturals_are_shown_where_the_table_shows_them(*, shows_naturals: bool, natural: int) -> None:
    change = RoadBoard(shows_naturals=shows_naturals).change(((1, "P9"),))
    assert change.main is not None
    assert change.main.marks[0].natural == natural


@given(shoe=st.lists(SCORES, max_size=80), win=st.sampled_from("BP"))
def test_a_win_puts_its_marks_where_they_were_foretold(shoe: list[str], win: str) -> None:
    board = RoadBoard(shows_naturals=True)
    scores = list(enumerate(shoe, start=1))
    foretold = board.change(tuple(scores))
    places = foretold.banker_places if win == "B" else foretold.player_places
    added = board.change((*scores, (len(shoe) + 1, win)))
    for road in ROADS:
        marks = [(mark.column, mark.row) for mark in getattr(added, road).marks] if getattr(added, road) else []
        place = getattr(places, road)
        assert marks == ([] if place is None else [place]), road


@pytest.mark.parametrize(
    ("shoe", "player", "banker"),
    [
        ("", (0, 0), (0, 0)),
        ("B", (1, 0), (0, 1)),
        ("BBBBBB", (1, 0), (1, 5)),  # the tail turns right
        ("TT", (0, 0), (0, 0)),
    ],
)
def test_where_the_main_road_would_go_on(shoe: str, player: tuple[int, int], banker: tuple[int, int]) -> None:
    told = RoadBoard(shows_naturals=True).change(tuple(enumerate(shoe, start=1)))
    assert told.player_places is not None
    assert told.banker_places is not None
    assert (told.player_places.main, told.banker_places.main) == (player, banker)
