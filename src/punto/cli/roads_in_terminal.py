"""The scoreboard of a shoe in characters, in colour where the terminal has it.

A Main Road cell is three characters: a red dot for a Banker pair, the winner's letter or natural, and a green count
of ties or a blue dot for a Player pair.
"""

from collections.abc import Iterable

from rich.text import Text

from punto.cli.terminal import console as plain_console
from punto.roads.good_roads import good_roads
from punto.roads.layout import ROWS
from punto.roads.scoreboard import Columns, MainMark, Mark, Scoreboard, scoreboard
from punto.roads.shoe_roads import ShoeRoads

WINNER_STYLE = {"B": "bold red", "P": "bold blue", "T": "bold green"}
DERIVED_STYLE = {"R": "red", "B": "blue", "-": "dim"}
DERIVED_SHAPES = {"big_eye": "○", "small": "●", "cockroach": "/"}
NAMES = {"big_eye": "Big Eye Road", "small": "Small Road", "cockroach": "Cockroach Road"}


def terminal_scoreboard(roads: ShoeRoads, *, shows_naturals: bool) -> str:
    console = plain_console()
    main = (console.width - 2) // 3
    derived = (console.width - 2 - 2 * 3) // 3
    columns = Columns(main, derived, derived, derived, bead_plate=(console.width - 2) // 2)
    board = scoreboard(roads, columns, shows_naturals=shows_naturals)
    with console.capture() as captured:
        for line in _lines(board, derived):
            console.print(line, no_wrap=True, crop=False, soft_wrap=True)
        if found := good_roads(roads):
            console.print(
                Text("Good roads: " + ", ".join(road.title for road in found), style="yellow"), soft_wrap=True
            )
    return captured.get()


def _lines(board: Scoreboard, derived_width: int) -> Iterable[Text]:
    yield _statistics(board)
    yield Text("Main Road", style="dim")
    yield from _main_grid(board)
    yield Text("   ".join(f"{NAMES[name]:<{derived_width}}" for name in NAMES).rstrip(), style="dim")
    grids = [_grid(getattr(board, name), DERIVED_SHAPES[name], derived_width) for name in NAMES]
    yield from (Text("   ").join(row) for row in zip(*grids, strict=True))
    yield Text("Bead plate", style="dim")
    yield from _bead_grid(board.bead_plate)
    yield _forecast("Player", "P", board.ask_player) + Text("   ") + _forecast("Banker", "B", board.ask_banker)


def _statistics(board: Scoreboard) -> Text:
    counts = board.statistics
    return Text.assemble(
        f"{counts.coups} rounds   ",
        ("Player", WINNER_STYLE["P"]),
        f" {counts.player_wins}   ",
        ("Tie", WINNER_STYLE["T"]),
        f" {counts.ties}   ",
        ("Banker", WINNER_STYLE["B"]),
        f" {counts.banker_wins}   Player pairs {counts.player_pairs}   Banker pairs {counts.banker_pairs}   "
        f"Naturals {counts.naturals}",
    )


def _main_grid(board: Scoreboard) -> list[Text]:
    cells = {(mark.row, mark.column): _main_cell(mark) for mark in board.main}
    if board.leading_ties:
        cells[0, 0] = Text.assemble("  ", (_few(board.leading_ties), WINNER_STYLE["T"]))
    return _rows(cells, Text(" · ", style="dim"), at_least=1)


def _main_cell(mark: MainMark) -> Text:
    ties = mark.ties + mark.leading_ties
    after = (_few(ties), "green") if ties else ("•" if mark.player_pair else " ", "blue")
    return Text.assemble(
        ("•" if mark.banker_pair else " ", "red"),
        (str(mark.natural) if mark.natural else mark.colour, WINNER_STYLE[mark.colour]),
        after,
    )


def _few(ties: int) -> str:
    return "/" if ties == 1 else str(ties) if ties < 10 else "+"


def _bead_grid(beads: tuple[Mark, ...]) -> list[Text]:
    cells = {(mark.row, mark.column): Text(f"{mark.colour} ", style=WINNER_STYLE[mark.colour]) for mark in beads}
    return _rows(cells, Text("  "), at_least=1)


def _grid(marks: tuple[Mark, ...], shape: str, width: int) -> list[Text]:
    cells = {(mark.row, mark.column): Text(shape, style=DERIVED_STYLE[mark.colour]) for mark in marks}
    return _rows(cells, Text(" "), at_least=width)


def _rows(cells: dict[tuple[int, int], Text], empty: Text, at_least: int) -> list[Text]:
    width = max([at_least, *(column + 1 for _, column in cells)])
    return [Text().join(cells.get((row, column), empty) for column in range(width)) for row in range(ROWS)]


def _forecast(name: str, winner: str, marks: str) -> Text:
    shapes = zip(marks, DERIVED_SHAPES.values(), strict=True)
    drawn = [(f" {shape if mark != '-' else '–'}", DERIVED_STYLE[mark]) for mark, shape in shapes]
    return Text.assemble(("Ask ", "dim"), (name, WINNER_STYLE[winner]), *drawn)
