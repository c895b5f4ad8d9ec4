"""`punto odds`: the exact odds of every bet of a book, for a fresh shoe or for the cards that are left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from punto.analysis.write_odds import odds_text, percent_text
from punto.books import EVERY_BOOK
from punto.cli.choose_book import JSON, choose_book
from punto.cli.refuse import BadInput, input_from
from punto.cli.terminal import console, error_console, print_json
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:  # counting loads NumPy, which only the commands that count should wait for
    from punto.analysis.house_edge import BetOdds, BookOdds


def odds(
    book: Annotated[str | None, typer.Argument(metavar="BOOK", help="An id, a .py file, or nothing for all.")] = None,
    seen: Annotated[list[str] | None, typer.Option(help='Cards already out of the shoe, such as "4h 9d".')] = None,
    as_json: JSON = False,
) -> None:
    """Count every possible deal: the chance of each line of each bet, its return, edge and deviation, exactly."""
    if book is None and seen:
        raise BadInput("--seen: name the BOOK whose cards they are")
    books = list(EVERY_BOOK) if book is None else [choose_book(book)]
    counted = list(_counted(books, " ".join(seen or ())))
    if as_json:
        printed = [_as_json(each) for each in counted]
        print_json(printed if book is None else printed[0])
        return
    for each in counted:
        console().print(_table(each, console().width))


def _counted(books: list[RuleBook], seen: str) -> Iterator[BookOdds]:
    from rich.progress import track

    from punto.analysis.house_edge import book_odds

    quiet = not sys.stderr.isatty()
    for book in track(books, "Counting", console=error_console(), transient=True, disable=quiet):
        with input_from("--seen"):
            left = book.deck.without(book.deck.parse(seen))
        with input_from("--seen" if seen else f"book {book.id}"):
            yield book_odds(book, left)


def _table(odds: BookOdds, width: int) -> Table:
    """A row for each bet and, under it, one for each of its lines. A narrow terminal does without some columns."""
    table = Table(
        title=Text(f"{odds.book.title} ({odds.book.id})\n{odds.cards_left} cards, {odds.orderings:,} orderings of six"),
        title_justify="left",
    )
    table.add_column("bet and its lines", overflow="fold", min_width=20)
    headings = ["pays", "chance", "RTP"] + ["house edge"] * (width >= 80) + ["deviation"] * (width >= 100)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for each in odds.bets:
        figures = ["", "", percent_text(each.rtp), percent_text(each.house_edge), f"{each.standard_deviation:.4f}"]
        table.add_row(each.bet.title, *figures[: len(headings)], style="bold")
        for index, line in enumerate(each.lines):
            is_last = index == len(each.lines) - 1
            row = f"  {line.when}", odds_text(line.pays), percent_text(line.probability)
            table.add_row(*row, end_section=is_last, style="dim" if is_last else "")
    return table


def _as_json(odds: BookOdds) -> dict[str, object]:
    return {
        "book": odds.book.id,
        "cards_left": odds.cards_left,
        "orderings": odds.orderings,
        "bets": {each.bet.id: _bet_as_json(each) for each in odds.bets},
    }


def _bet_as_json(each: BetOdds) -> dict[str, object]:
    return {
        "title": each.bet.title,
        "ev": str(each.ev),
        "rtp": float(each.rtp),
        "house_edge": float(each.house_edge),
        "variance": str(each.variance),
        "standard_deviation": each.standard_deviation,
        "win_probability": str(each.win_probability),
        "lines": [
            {"when": line.when, "pays": str(line.pays), "ways": line.ways, "probability": str(line.probability)}
            for line in each.lines
        ],
    }
