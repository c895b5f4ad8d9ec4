"""`punto roads`: the scoreboards of shoes, in the terminal, as a picture, or as data."""

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.choose_book import JSON
from punto.cli.lines import answer_lines
from punto.cli.refuse import BadInput
from punto.cli.roads_in_terminal import terminal_scoreboard
from punto.roads.derived import BIG_EYE, COCKROACH, SMALL
from punto.roads.layout import bead_position
from punto.roads.picture import picture
from punto.roads.score import InvalidScore, parse_scores, scores_text
from punto.roads.shoe_roads import ShoeRoads
from punto.rules.hand import BANKER, PLAYER

PNG_SCALE = 2  # pixels for each unit of the picture, so that it is sharp on any screen


def roads(
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scoreboard of one shoe as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scoreboard of one shoe as PNG.")] = None,
    title: Annotated[str, typer.Option(help="What stands over the picture.")] = "Shoe",
    naturals: Annotated[bool, typer.Option(help="Show a winner's natural 8 or 9 inside its circle.")] = True,
    as_json: JSON = False,
) -> None:
    """Read results from standard input, one shoe a line such as `BBPTB`, and show every road.

    B, P and T are Banker, Player and tie. After each may follow `b` for a Banker pair, `p` for a Player pair, and 8
    or 9 for a natural: `Bp9` is a Banker win with a natural 9 in which Player had a pair.
    """
    hint = "Results, one shoe a line: B, P, T, each with b, p, 8 or 9 as it was."
    if svg or png:
        drawer = _Drawer(svg, png, title, shows_naturals=naturals)
        answer_lines(drawer.draw, hint=hint)
        if not drawer.has_drawn:
            raise BadInput(f"{'--svg' if svg else '--png'}: there is no shoe to draw")
    elif as_json:
        answer_lines(_json_row, hint=hint)
    else:
        show = partial(terminal_scoreboard, shows_naturals=naturals)
        answer_lines(lambda line: show(ShoeRoads(parse_scores(line))), hint=hint)


def _json_row(line: str) -> str:
    return json.dumps(roads_as_json(ShoeRoads(parse_scores(line))))


def roads_as_json(shoe: ShoeRoads) -> dict[str, object]:
    ties = shoe.ties
    if ties:
        ties[0] += shoe.leading_ties
    return {
        "results": scores_text(shoe.scores),
        "leading_ties": shoe.leading_ties,
        "main": [list(mark) for mark in zip(shoe.main.columns, shoe.main.rows, shoe.main.colours, ties, strict=True)],
        "big_eye": "".join(shoe.derived[BIG_EYE].colours),
        "small": "".join(shoe.derived[SMALL].colours),
        "cockroach": "".join(shoe.derived[COCKROACH].colours),
        "ask_banker": shoe.forecast(BANKER),
        "ask_player": shoe.forecast(PLAYER),
        "bead_plate": [[*bead_position(index), score.letter] for index, score in enumerate(shoe.scores)],
    }


class _Drawer:
    """Draws the first shoe, and refuses a second: one picture shows one shoe."""

    def __init__(self, svg: Path | None, png: Path | None, title: str, *, shows_naturals: bool) -> None:
        self.has_drawn = False
        self._svg, self._png = svg, png
        self._picture = partial(picture, title=title, shows_naturals=shows_naturals)

    def draw(self, line: str) -> None:
        drawing = self._picture(ShoeRoads(parse_scores(line)))
        if self.has_drawn:
            raise InvalidScore("a picture shows one shoe, and this is a second")
        self.has_drawn = True
        if self._svg:
            _write(self._svg, drawing.encode())
        if self._png:
            _write(self._png, _as_png(drawing))


def _as_png(drawing: str) -> bytes:
    import font_roboto  # both are loaded only when a picture is wanted
    import resvg_py

    fonts = [font_roboto.font_files[name] for name in ("Roboto", "RobotoMedium", "RobotoBold")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing, zoom=PNG_SCALE, skip_system_fonts=True, font_files=fonts, font_family="Roboto"
        )
    )


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
