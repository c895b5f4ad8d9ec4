"""Marks laid out for a display of a given size, so that a client only has to draw.

Columns are those of the display: a road that is too long for it is scrolled to the left. Every mark knows its coup, so
that one coup can be highlighted on every road at once.
"""

from dataclasses import dataclass

from punto.roads.derived import BIG_EYE, COCKROACH, SMALL
from punto.roads.layout import ROWS, Road, bead_position
from punto.roads.shoe_roads import ShoeRoads, Statistics
from punto.rules.hand import BANKER, PLAYER

MARKS_ACROSS_A_CELL = 2  # of a derived road: four marks to a Main Road cell


@dataclass(frozen=True, slots=True)
class Mark:
    column: int
    row: int
    colour: str  # B or P on the Main Road, B, P or T on the bead plate, R or B on a derived road
    coup: int  # counted from 1, as patrons do


@dataclass(frozen=True, slots=True)
class MainMark(Mark):
    banker_pair: bool
    player_pair: bool
    natural: int  # 8 or 9, shown inside the circle; 0 for none, or if the table does not show them
    ties: int
    leading_ties: int  # before any win; only the first mark of a shoe can have them


@dataclass(frozen=True, slots=True)
class Scoreboard:
    main: tuple[MainMark, ...]
    big_eye: tuple[Mark, ...]
    small: tuple[Mark, ...]
    cockroach: tuple[Mark, ...]
    bead_plate: tuple[Mark, ...]
    ask_banker: str
    ask_player: str
    leading_ties: int  # of a shoe without a win yet: a slash without a circle
    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Size:
    """How many columns fit on each display, and how many rows all of them have."""

    main: int
    big_eye: int
    small: int
    cockroach: int
    bead_plate: int
    rows: int = ROWS


def scoreboard(roads: ShoeRoads, size: Size, *, shows_naturals: bool = True) -> Scoreboard:
    return Scoreboard(
        main=_main_marks(roads, size, shows_naturals=shows_naturals),
        big_eye=_derived_marks(roads, BIG_EYE, size.big_eye, size.rows),
        small=_derived_marks(roads, SMALL, size.small, size.rows),
        cockroach=_derived_marks(roads, COCKROACH, size.cockroach, size.rows),
        bead_plate=_beads(roads, size),
        ask_banker=roads.forecast(BANKER),
        ask_player=roads.forecast(PLAYER),
        leading_ties=0 if roads.coups else roads.leading_ties,
        statistics=roads.statistics,
    )


def _of_height(road: Road, rows: int) -> Road:
    """Roads are kept at the usual height; a display of another height needs a new layout."""
    if road.height == rows:
        return road
    laid_out = Road(rows)
    laid_out.extend(road.colours)
    return laid_out


def _main_marks(roads: ShoeRoads, size: Size, *, shows_naturals: bool) -> tuple[MainMark, ...]:
    road = _of_height(roads.main, size.rows)
    first = road.first_visible_column(size.main)
    marks = []
    for index, ties in enumerate(roads.ties):
        if road.columns[index] >= first:
            coup = roads.coups[index]
            score = roads.scores[coup]
            mark = MainMark(
                road.columns[index] - first,
                road.rows[index],
                road.colours[index],
                coup + 1,
                banker_pair=score.banker_pair,
                player_pair=score.player_pair,
                natural=score.natural if shows_naturals else 0,
                ties=ties,
                leading_ties=0 if index else roads.leading_ties,
            )
            marks.append(mark)
    return tuple(marks)


def _derived_marks(roads: ShoeRoads, look_back: int, columns: int, rows: int) -> tuple[Mark, ...]:
    road = _of_height(roads.derived[look_back], rows)
    first = road.first_visible_column(columns)
    every = zip(road.columns, road.rows, road.colours, roads.derived_coups(look_back), strict=True)
    return tuple(Mark(column - first, row, colour, coup + 1) for column, row, colour, coup in every if column >= first)


def _beads(roads: ShoeRoads, size: Size) -> tuple[Mark, ...]:
    used = -(-len(roads.scores) // size.rows)
    first = max(0, used - size.bead_plate)
    marks = []
    for index in range(first * size.rows, len(roads.scores)):
        column, row = bead_position(index, size.rows)
        marks.append(Mark(column - first, row, roads.scores[index].letter, index + 1))
    return tuple(marks)
