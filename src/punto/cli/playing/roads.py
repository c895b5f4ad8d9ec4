"""`punto roads`: shows the roads of shoes in the terminal, as a picture or as JSON."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.choose_book import JSON, choose_book
from punto.cli.input.lines import answer_lines
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.input.shoe_file import SHOES_FILE, real_shoes
from punto.cli.output.roads_in_terminal import terminal_scoreboard
from punto.cli.output.write_file import write_file
from punto.roads.derived import BIG_EYE, COCKROACH, SMALL
from punto.roads.good_roads import EVERY_GOOD_ROAD, good_roads
from punto.roads.layout import bead_position
from punto.roads.picture import picture
from punto.roads.score import InvalidScore, parse_scores, score_of, scores_text
from punto.roads.shoe_roads import ShoeRoads
from punto.rules.hand import BANKER, PLAYER

HINT = "Results, one shoe per line: B, P or T, each followed by b, p, 8 or 9 where it applies."
PNG_SCALE = 2  # pixels per unit of the picture, sharp on any screen


def roads(
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scoreboard of one shoe as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scoreboard of one shoe as PNG.")] = None,
    title: Annotated[str, typer.Option(help="The picture's title.")] = "Shoe",
    naturals: Annotated[bool, typer.Option(help="Show a winner's natural 8 or 9 inside its circle.")] = True,
    without: Annotated[list[str] | None, typer.Option(metavar="ROAD", help="Leave out this good road.")] = None,
    shoes_file: SHOES_FILE = None,
    book: Annotated[str | None, typer.Option(metavar="BOOK", help="The book of the shoes in --shoes-file.")] = None,
    as_json: JSON = False,
) -> None:
    """Read results such as `BBPTB` from standard input, one shoe per line, and show every road.

    B, P and T are Banker, Player and tie. Each may be followed by `b` for a Banker pair, `p` for a Player pair, and 8
    or 9 for a natural: `Bp9` is a Banker win with a natural 9 and a Player pair. Blank lines are skipped. With
    --shoes-file, rounds are read from a file, card by card.
    """
    if svg is not None and svg == png:
        raise BadInput(f"--svg and --png: both are {svg}")
    wanted = _wanted(without or [])
    shoes: list[ShoeRoads] = []

    def answer(line: str) -> str | None:
        shoe = ShoeRoads(parse_scores(line))
        if svg or png:
            if shoes:
                raise InvalidScore("a picture shows one shoe, and this is the second")
            shoes.append(shoe)
        if as_json:
            return json.dumps(roads_as_json(shoe))
        return None if svg or png else terminal_scoreboard(shoe, shows_naturals=naturals, wanted=wanted)

    if shoes_file is None:
        answer_lines(answer, hint=HINT)
    else:
        told = map(answer, _lines_of(shoes_file, book))
        sys.stdout.write("".join(f"{each}\n" for each in told if each is not None))
    if svg or png:
        shoe = _only(shoes, "--svg" if svg else "--png")
        _draw(picture(shoe, title, shows_naturals=naturals, wanted=wanted), svg=svg, png=png)


def _only(shoes: list[ShoeRoads], option: str) -> ShoeRoads:
    if not shoes:
        raise BadInput(f"{option}: there is no shoe to draw")
    return shoes[0]


def _lines_of(path: Path, book: str | None) -> Iterator[str]:
    """The results of each shoe in a file of rounds."""
    if book is None:
        raise BadInput("--shoes-file: name the --book whose cards they are")
    chosen = choose_book(book)
    for shoe in real_shoes(chosen, path):
        yield scores_text([score_of(coup, chosen.deck) for coup in shoe.coups])


def _wanted(without: list[str]) -> frozenset[str]:
    with input_from("--without"):
        good_roads(ShoeRoads(), wanted=without)  # refuses an unknown id
    return EVERY_GOOD_ROAD - set(without)


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


def _draw(drawing: str, *, svg: Path | None, png: Path | None) -> None:
    if svg:
        write_file(svg, drawing.encode())
    if png:
        write_file(png, _as_png(drawing))


def _as_png(drawing: str) -> bytes:
    import font_roboto  # loaded only for a picture
    import resvg_py

    fonts = [font_roboto.font_files[name] for name in ("Roboto", "RobotoMedium", "RobotoBold")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing, zoom=PNG_SCALE, skip_system_fonts=True, font_files=fonts, font_family="Roboto"
        )
    )
