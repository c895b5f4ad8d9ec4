"""A shoe's scoreboard in characters, in colour where the terminal has it.

A Main Road cell is four characters: the pairs (b, p, or & for both), the winner, the natural, and the number of
ties that followed. Derived marks are shapes in red and blue; without colours they are the letters R and B.
"""

from collections.abc import Collection, Iterator

from rich.text import Text

from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import console as plain_console
from punto.roads.good_roads import good_roads
from punto.roads.layout import ROWS
from punto.roads.scoreboard import MainMark, Mark, Scoreboard, Size, scoreboard
from punto.roads.shoe_roads import ShoeRoads

WINNER_STYLE = {"B": "bold red", "P": "bold blue", "T": "bold green"}
DERIVED_STYLE = {"R": "red", "B": "blue", "-": "dim"}
SHAPES = "○●/"  # of the Big Eye, Small and Cockroach Road
NAMES = ("Big Eye Road", "Small Road", "Cockroach Road")
CELL = 4
GAP = "   "
SIDE_BY_SIDE_FROM = 60  # columns; a narrower terminal shows the derived roads below one another


def terminal_scoreboard(roads: ShoeRoads, *, shows_naturals: bool, wanted: Collection[str]) -> str:
    console = plain_console()
    is_wide = console.width >= SIDE_BY_SIDE_FROM
    derived = (console.width - 2 * len(GAP)) // 3 if is_wide else console.width
    beads = max(1, console.width // 2)
    size = Size(main=max(1, console.width // CELL), big_eye=derived, small=derived, cockroach=derived, bead_plate=beads)
    board = scoreboard(roads, size, shows_naturals=shows_naturals)
    has_colour = console.color_system is not None
    with console.capture() as captured:
        console.print(_statistics(board, roads.leading_ties))
        for line in _roads(board, derived, is_wide=is_wide, has_colour=has_colour):
            console.print(line, no_wrap=True, overflow="crop")
        asked = (("Player", "P", board.ask_player), ("Banker", "B", board.ask_banker))
        console.print(Text(GAP).join(_forecast(*side, has_colour=has_colour) for side in asked))
        if found := good_roads(roads, wanted):
            told = ", ".join(f"{road.title} {road.chinese}" for road in found)
            console.print(Text(f"Good roads: {told}", style="yellow"))
    return captured.get()


def _roads(board: Scoreboard, width: int, *, is_wide: bool, has_colour: bool) -> Iterator[Text]:
    yield Text("Main Road", style="dim")
    yield from _main_grid(board)
    grids = [
        _grid(marks, shape, width, has_colour=has_colour)
        for marks, shape in zip((board.big_eye, board.small, board.cockroach), SHAPES, strict=True)
    ]
    if is_wide:
        yield Text(GAP.join(f"{name:<{width}}" for name in NAMES).rstrip(), style="dim")
        yield from (Text(GAP).join(row) for row in zip(*grids, strict=True))
    else:
        for name, grid in zip(NAMES, grids, strict=True):
            yield Text(name, style="dim")
            yield from grid
    yield Text("Bead plate", style="dim")
    yield from _bead_grid(board.bead_plate)


def _statistics(board: Scoreboard, leading_ties: int) -> Text:
    counts = board.statistics
    leading = f" ({leading_ties} before the first win)" if leading_ties else ""
    return Text.assemble(
        f"{numbered(counts.coups, 'round')}   ",
        ("Player", WINNER_STYLE["P"]),
        f" {counts.player_wins}   ",
        ("Tie", WINNER_STYLE["T"]),
        f" {counts.ties}{leading}   ",
        ("Banker", WINNER_STYLE["B"]),
        f" {counts.banker_wins}   Player pairs {counts.player_pairs}   Banker pairs {counts.banker_pairs}   "
        f"Naturals {counts.naturals}",
    )


def _main_grid(board: Scoreboard) -> list[Text]:
    cells = {(mark.row, mark.column): _main_cell(mark) for mark in board.main}
    if board.leading_ties:
        cells[0, 0] = Text.assemble("   ", (_few(board.leading_ties), WINNER_STYLE["T"]))
    return _rows(cells, Text(" ·  ", style="dim"), at_least=1)


def _main_cell(mark: MainMark) -> Text:
    pairs = {(True, True): ("&", "magenta"), (True, False): ("b", "red"), (False, True): ("p", "blue")}
    return Text.assemble(
        pairs.get((mark.banker_pair, mark.player_pair), " "),
        (mark.colour, WINNER_STYLE[mark.colour]),
        (str(mark.natural or " "), WINNER_STYLE[mark.colour]),
        (_few(mark.ties), WINNER_STYLE["T"]),
    )


def _few(ties: int) -> str:
    return " " if not ties else str(ties) if ties < 10 else "+"


def _bead_grid(beads: tuple[Mark, ...]) -> list[Text]:
    cells = {(mark.row, mark.column): Text(f"{mark.colour} ", style=WINNER_STYLE[mark.colour]) for mark in beads}
    return _rows(cells, Text("  "), at_least=1)


def _grid(marks: tuple[Mark, ...], shape: str, width: int, *, has_colour: bool) -> list[Text]:
    cells = {
        (mark.row, mark.column): Text(shape if has_colour else mark.colour, style=DERIVED_STYLE[mark.colour])
        for mark in marks
    }
    return _rows(cells, Text(" "), at_least=width)


def _rows(cells: dict[tuple[int, int], Text], empty: Text, at_least: int) -> list[Text]:
    width = max([at_least, *(column + 1 for _, column in cells)])
    return [Text().join(cells.get((row, column), empty) for column in range(width)) for row in range(ROWS)]


def _forecast(name: str, winner: str, marks: str, *, has_colour: bool) -> Text:
    drawn = [
        (f" {shape if has_colour and mark != '-' else mark}", DERIVED_STYLE[mark])
        for mark, shape in zip(marks, SHAPES, strict=True)
    ]
    return Text.assemble(("Ask ", "dim"), (name, WINNER_STYLE[winner]), *drawn)
