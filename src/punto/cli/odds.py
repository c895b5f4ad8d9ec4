"""`punto odds`: the exact odds of every bet of a book, for a fresh shoe or for the cards that are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from punto.analysis.write_odds import odds_text, percent_text
from punto.books import EVERY_BOOK
from punto.cli.choose_book import JSON, choose_book
from punto.cli.refuse import BadInput, input_from
from punto.cli.terminal import console, error_console, print_json

if TYPE_CHECKING:  # counting loads NumPy, which only the commands that count should wait for
    from punto.analysis.house_edge import BetOdds, BookOdds


def odds(
    book: Annotated[
        str | None, typer.Argument(metavar="[BOOK]", help="An id, a .py file, or nothing for every book.")
    ] = None,
    seen: Annotated[str, typer.Option(help='Cards already out of the shoe, such as "4h 9d".')] = "",
    as_json: JSON = False,
) -> None:
    """Count every possible deal: the chance of each line of each bet, its return, edge and deviation, exactly."""
    from rich.progress import track

    from punto.analysis.house_edge import book_odds

    if book is None and seen:
        raise BadInput("--seen: name the BOOK whose cards they are")
    books = [choose_book(book)] if book else list(EVERY_BOOK)
    counted = []
    for chosen in track(books, "Counting", console=error_console(), transient=True, disable=len(books) == 1):
        with input_from("--seen"):
            left = chosen.deck.without(chosen.deck.parse(seen))
            counted.append(book_odds(chosen, left))
    if as_json:
        printed = [_as_json(each) for each in counted]
        print_json(printed[0] if book else printed)
        return
    for each in counted:
        _print(each)


def _print(odds: BookOdds) -> None:
    table = Table(
        "bet",
        "line",
        title=f"{odds.book.title} ({odds.book.id}), {odds.cards_left} cards left, {odds.orderings:,} orderings of six",
        title_justify="left",
        title_style="bold",
    )
    for heading in ("pays", "chance", "RTP", "house edge", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in odds.bets:
        for index, line in enumerate(each.lines):
            summary = _summary(each) if index == 0 else ()
            is_last = index == len(each.lines) - 1
            table.add_row(
                each.bet.title if index == 0 else "",
                line.when,
                odds_text(line.pays),
                percent_text(line.probability),
                *summary,
                end_section=is_last,
                style="dim" if is_last else "",
            )
    console().print(table)


def _summary(each: BetOdds) -> tuple[str, str, str]:
    return percent_text(each.rtp), percent_text(each.house_edge), f"{each.standard_deviation:.4f}"


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
