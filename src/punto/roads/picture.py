"""The whole scoreboard of a shoe as one picture, in SVG.

The bead plate is on the left, the Main Road on the right with the derived roads below it at half size, forecast and
good roads below the bead plate. Player is blue, Banker red, a tie green; letters and shapes say the same without
colour.
"""

from collections.abc import Collection, Iterable, Iterator
from html import escape

from punto.roads.good_roads import EVERY_GOOD_ROAD, GoodRoad, good_roads
from punto.roads.layout import ROWS
from punto.roads.scoreboard import MARKS_ACROSS_A_CELL, MainMark, Mark, Scoreboard, Size, scoreboard
from punto.roads.shoe_roads import ShoeRoads

CELL = 28
SMALL_CELL = CELL // MARKS_ACROSS_A_CELL
MARGIN, GAP, HEADER, LABEL = 24, 16, 72, 24
TITLE_MAX = 18  # letters that fit before the number of rounds
BEAD_COLUMNS, MAIN_COLUMNS = 14, 42
SIZE = Size(
    main=MAIN_COLUMNS,
    big_eye=MAIN_COLUMNS * MARKS_ACROSS_A_CELL,
    small=(MAIN_COLUMNS // 2 - 1) * MARKS_ACROSS_A_CELL,
    cockroach=(MAIN_COLUMNS // 2 - 1) * MARKS_ACROSS_A_CELL,
    bead_plate=BEAD_COLUMNS,
)

ROOM, PANEL, INK, MUTED, GOLD = "#0A1210", "#12201C", "#F5F2E9", "#AEBFB6", "#E3C474"
PAPER, GRID, GRID_STRONG = "#F6F4EC", "#D9D4C5", "#C4BEAC"
BLUE, RED, GREEN = "#1D4ED8", "#C8102E", "#12803C"
WINNER_COLOUR = {"P": BLUE, "B": RED, "T": GREEN}
WINNER_NAME = {"P": "Player", "B": "Banker", "T": "Tie"}
DERIVED_COLOUR = {"R": RED, "B": BLUE}
DERIVED_WORDS = {"R": "red, the pattern continues", "B": "blue, the pattern changes"}

MAIN_LEFT = MARGIN + BEAD_COLUMNS * CELL + GAP
TOP = HEADER + LABEL
BIG_EYE_TOP = TOP + ROWS * CELL + LABEL + 8
LOWER_TOP = BIG_EYE_TOP + ROWS * SMALL_CELL + LABEL + 8
WIDTH = MAIN_LEFT + MAIN_COLUMNS * CELL + MARGIN
HEIGHT = LOWER_TOP + ROWS * SMALL_CELL + MARGIN
COCKROACH_LEFT = MAIN_LEFT + (MAIN_COLUMNS // 2 + 1) * CELL


def picture(
    roads: ShoeRoads, title: str, *, shows_naturals: bool = True, wanted: Collection[str] = EVERY_GOOD_ROAD
) -> str:
    """The scoreboard as an SVG document. `wanted` are the good roads to mention."""
    title = "".join(letter if letter.isprintable() else " " for letter in title)
    board = scoreboard(roads, SIZE, shows_naturals=shows_naturals)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    said = f'role="img" aria-label="{escape(_summary(board, title))}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {said} font-family="Inter, Roboto, sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ROOM}"/>',
        *_header(board, title),
        *_paper("Bead plate", MARGIN, TOP, BEAD_COLUMNS, ROWS),
        *_at(MARGIN, TOP, map(_bead, board.bead_plate)),
        *_paper("Main Road", MAIN_LEFT, TOP, MAIN_COLUMNS, ROWS),
        *_at(MAIN_LEFT, TOP, _main_road(board)),
        *_paper("Big Eye Road", MAIN_LEFT, BIG_EYE_TOP, MAIN_COLUMNS, ROWS // 2),
        *_at(MAIN_LEFT, BIG_EYE_TOP, map(_hollow, board.big_eye)),
        *_paper("Small Road", MAIN_LEFT, LOWER_TOP, MAIN_COLUMNS // 2 - 1, ROWS // 2),
        *_at(MAIN_LEFT, LOWER_TOP, map(_dot, board.small)),
        *_paper("Cockroach Road", COCKROACH_LEFT, LOWER_TOP, MAIN_COLUMNS // 2 - 1, ROWS // 2),
        *_at(COCKROACH_LEFT, LOWER_TOP, map(_slash, board.cockroach)),
        *_forecast(board),
        *_good_roads(good_roads(roads, wanted)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _summary(board: Scoreboard, title: str) -> str:
    counts = board.statistics
    last = "".join(mark.colour for mark in board.bead_plate[-10:]) or "none"
    wins = f"Player {counts.player_wins}, Banker {counts.banker_wins}, ties {counts.ties}"
    return f"{title}, {counts.coups} rounds: {wins}, last results {last}"


# --- the parts of the page ------------------------------------------------------------------------------------------


def _header(board: Scoreboard, title: str) -> Iterator[str]:
    counts = board.statistics
    shown = title if len(title) <= TITLE_MAX else f"{title[: TITLE_MAX - 1]}…"
    yield _text(MARGIN, 46, shown, size=28, weight=700)
    rounds = "1 round" if counts.coups == 1 else f"{counts.coups:,} rounds"
    yield _text(MARGIN + BEAD_COLUMNS * CELL, 46, rounds, size=16, fill=MUTED, anchor="end")
    badges = [
        ("P", BLUE, "Player", counts.player_wins),
        ("T", GREEN, "Tie", counts.ties),
        ("B", RED, "Banker", counts.banker_wins),
        ("", BLUE, "Player pairs", counts.player_pairs),
        ("", RED, "Banker pairs", counts.banker_pairs),
        ("8", MUTED, "Naturals", counts.naturals),
    ]
    for index, (letter, colour, name, count) in enumerate(badges):
        x = MAIN_LEFT + index * (MAIN_COLUMNS * CELL / len(badges))
        yield _badge(x, letter, colour)
        yield _text(x + 34, 46, str(count), size=20, weight=700)
        yield _text(x + 34 + 13 * len(str(count)) + 6, 46, name, size=14, fill=MUTED)


def _badge(x: float, letter: str, colour: str) -> str:
    if not letter:
        return f'<circle cx="{x + 18:g}" cy="40" r="6" fill="{colour}"/>'
    if colour == MUTED:
        ring = f'<circle cx="{x + 14:g}" cy="40" r="12" fill="none" stroke="{colour}" stroke-width="2"/>'
        return ring + _text(x + 14, 45, letter, size=14, weight=700, fill=colour, anchor="middle")
    disc = f'<circle cx="{x + 14:g}" cy="40" r="13" fill="{colour}"/>'
    return disc + _text(x + 14, 45, letter, size=14, weight=700, fill="#FFFFFF", anchor="middle")


def _paper(name: str, left: int, top: int, columns: int, rows: int) -> Iterator[str]:
    width, height = columns * CELL, rows * CELL
    yield _text(left, top - 8, name, size=13, fill=MUTED)
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{PAPER}"/>'
    lines = [f"M{left + column * CELL} {top}v{height}" for column in range(columns + 1)]
    lines += [f"M{left} {top + row * CELL}h{width}" for row in range(rows + 1)]
    yield f'<path d="{"".join(lines)}" stroke="{GRID}" fill="none"/>'
    yield f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{GRID_STRONG}"/>'


def _forecast(board: Scoreboard) -> Iterator[str]:
    width = BEAD_COLUMNS * CELL
    yield _text(MARGIN, BIG_EYE_TOP - 8, "Forecast", size=13, fill=MUTED)
    half = (width - GAP) / 2
    asked = [("Ask Player", "P", board.ask_player), ("Ask Banker", "B", board.ask_banker)]
    for index, (name, winner, marks) in enumerate(asked):
        left = MARGIN + index * (half + GAP)
        box = f'x="{left:g}" y="{BIG_EYE_TOP}" width="{half:g}" height="{ROWS * SMALL_CELL}" rx="10"'
        yield f'<rect {box} fill="{PANEL}" stroke="{WINNER_COLOUR[winner]}" stroke-width="2"/>'
        yield _text(left + half / 2, BIG_EYE_TOP + 26, name, size=14, weight=700, anchor="middle")
        for place, (letter, draw) in enumerate(zip(marks, (_hollow, _dot, _slash), strict=True)):
            x, y = left + half / 2 + (place - 1) * 44 - 16, BIG_EYE_TOP + 38
            yield f'<rect x="{x:g}" y="{y}" width="32" height="32" rx="4" fill="{PAPER}"/>'
            if letter in DERIVED_COLOUR:
                shape = draw(Mark(column=0, row=0, colour=letter, coup=0))
                yield f'<g transform="translate({x + 2:g} {y + 2}) scale(2)">{shape}</g>'
            else:
                yield _text(x + 16, y + 21, "–", size=16, fill="#44564E", anchor="middle")


def _good_roads(found: list[GoodRoad]) -> Iterator[str]:
    yield _text(MARGIN, LOWER_TOP - 8, "Good roads", size=13, fill=MUTED)
    if not found:
        yield _text(MARGIN, LOWER_TOP + 18, "none now", size=14, fill=MUTED)
    for index, road in enumerate(found[:8]):
        column, row = divmod(index, 4)
        yield _text(
            MARGIN + column * BEAD_COLUMNS * CELL // 2, LOWER_TOP + 18 + row * 21, road.title, size=14, fill=GOLD
        )


# --- marks ------------------------------------------------------------------------------------------------------------


def _at(left: int, top: int, shapes: Iterable[str]) -> Iterator[str]:
    yield f'<g transform="translate({left} {top})">'
    yield from shapes
    yield "</g>"


def _bead(mark: Mark) -> str:
    x, y = (mark.column + 0.5) * CELL, (mark.row + 0.5) * CELL
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="11.5" fill="{WINNER_COLOUR[mark.colour]}"/>'
    letter = _text(x, y + 5, mark.colour, size=14, weight=700, fill="#FFFFFF", anchor="middle")
    return _told(mark, WINNER_NAME[mark.colour], disc + letter)


def _main_road(board: Scoreboard) -> Iterator[str]:
    if board.leading_ties:
        first = Mark(column=0, row=0, colour="T", coup=1)
        yield _told(first, f"{_ties(board.leading_ties)} before any win", _leading_ties(0, 0, board.leading_ties))
    yield from map(_main_mark, board.main)


def _main_mark(mark: MainMark) -> str:
    """Ring and figure first, then ties, then pair dots: smaller things are drawn later."""
    left, top = mark.column * CELL, mark.row * CELL
    colour = WINNER_COLOUR[mark.colour]
    x, y = left + CELL / 2, top + CELL / 2
    shapes = [f'<circle cx="{x:g}" cy="{y:g}" r="9.5" fill="none" stroke="{colour}" stroke-width="3"/>']
    said = [f"{WINNER_NAME[mark.colour]} wins"]
    if mark.natural:
        shapes.append(_text(x, y + 4.5, str(mark.natural), size=13, weight=700, fill=colour, anchor="middle"))
        said.append(f"natural {mark.natural}")
    if mark.leading_ties:
        shapes.append(_leading_ties(left, top, mark.leading_ties))
        said.append(f"{_ties(mark.leading_ties)} before it")
    if mark.ties:
        shapes.append(_later_ties(left, top, mark.ties))
        said.append(f"{_ties(mark.ties)} after it")
    if mark.banker_pair:
        shapes.append(_pair_dot(left + 4.5, top + 4.5, RED))
        said.append("Banker pair")
    if mark.player_pair:
        shapes.append(_pair_dot(left + CELL - 4.5, top + CELL - 4.5, BLUE))
        said.append("Player pair")
    return _told(mark, ", ".join(said), "".join(shapes))


def _ties(count: int) -> str:
    return "1 tie" if count == 1 else f"{count} ties"


def _pair_dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="3.8" fill="{colour}" stroke="{PAPER}"/>'


def _leading_ties(left: int, top: int, ties: int) -> str:
    """A short green stroke in the upper right corner; from two ties on, with their number to its left."""
    return _tie_slash(left + CELL - 8, top + 8) + _tie_count(left + CELL - 9, top + 9, ties, anchor="end")


def _later_ties(left: int, top: int, ties: int) -> str:
    """The same in the lower left corner, with the number to its right."""
    return _tie_slash(left + 2, top + CELL - 2) + _tie_count(left + 9, top + CELL - 1, ties, anchor="start")


def _tie_slash(x: int, y: int) -> str:
    return f'<path d="M{x} {y}l6 -6" stroke="{GREEN}" stroke-width="2.6" stroke-linecap="round"/>'


def _tie_count(x: int, y: int, ties: int, *, anchor: str) -> str:
    if ties == 1:
        return ""
    halo = f'paint-order="stroke" stroke="{PAPER}" stroke-width="2"'
    return _text(x, y, str(ties), size=10 if ties < 10 else 8, weight=700, fill=GREEN, anchor=anchor, more=halo)


def _hollow(mark: Mark) -> str:
    x, y = (mark.column + 0.5) * SMALL_CELL, (mark.row + 0.5) * SMALL_CELL
    shape = (
        f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="none" stroke="{DERIVED_COLOUR[mark.colour]}" stroke-width="2.2"/>'
    )
    return _told(mark, DERIVED_WORDS[mark.colour], shape)


def _dot(mark: Mark) -> str:
    x, y = (mark.column + 0.5) * SMALL_CELL, (mark.row + 0.5) * SMALL_CELL
    return _told(
        mark, DERIVED_WORDS[mark.colour], f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{DERIVED_COLOUR[mark.colour]}"/>'
    )


def _slash(mark: Mark) -> str:
    x, y = mark.column * SMALL_CELL + 2.5, (mark.row + 1) * SMALL_CELL - 2.5
    stroke = f'stroke="{DERIVED_COLOUR[mark.colour]}" stroke-width="2.6" stroke-linecap="round"'
    return _told(mark, DERIVED_WORDS[mark.colour], f'<path d="M{x:g} {y:g}l9 -9" {stroke}/>')


def _told(mark: Mark, said: str, shapes: str) -> str:
    """A mark with its coup, for a tooltip and for highlighting a coup."""
    if not mark.coup:
        return shapes
    return f'<g data-coup="{mark.coup}"><title>Round {mark.coup}: {said}</title>{shapes}</g>'


def _text(
    x: float,
    y: float,
    words: str,
    *,
    size: int,
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
    more: str = "",
) -> str:
    style = f'font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}" {more}'.rstrip()
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
