"""`punto odds`: counts the exact odds of every bet, for a fresh shoe, for the cards left, or in mid-round."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from punto.analysis.tabular import Row
from punto.books.find_book import BUILT_IN
from punto.cli.input.choose_book import DECKS, JSON, choose_book_in_decks, in_decks
from punto.cli.input.fresh_odds import fresh_odds
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.odds_rows import band_rows, covariance_rows, mix_as_json, mix_table
from punto.cli.output.odds_tables import (
    Counted,
    band_table,
    covariance_tables,
    odds_as_json,
    odds_table,
    return_tables,
)
from punto.cli.output.terminal import console, error_console, print_json
from punto.cli.output.warn import warn_of_losing_bets
from punto.rules.rulebook import RuleBook


def odds(
    book: Annotated[
        str | None, typer.Argument(metavar="BOOK", help="A book's id or .py file; default: all books.")
    ] = None,
    seen: Annotated[list[str] | None, typer.Option(help='Cards that have left the shoe, such as "4h 9d".')] = None,
    dealt: Annotated[
        str | None, typer.Option(help='Open cards of the current round: "4h 2d /" or "4h 2d / 9c".')
    ] = None,
    decks: DECKS = None,
    returns: Annotated[bool, typer.Option("--returns", help="Show each line's combinations and return.")] = False,
    covariance: Annotated[
        bool, typer.Option("--covariance", help="Show the covariance of all bets in a round.")
    ] = False,
    bands: Annotated[bool, typer.Option("--bands", help="Show the range of the RTP after 10⁴ to 10⁸ rounds.")] = False,
    mix: Annotated[str | None, typer.Option(metavar="STAKES", help='Several bets at once: "banker=10 tie=1".')] = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Count every possible deal: the exact chance of each line, and each bet's return, edge and deviation.

    With --dealt, a slash separates Player's open cards from Banker's; cards not named are still unknown.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    if book is None and (seen or dealt or mix):
        if seen or dealt:
            raise BadInput(f"{'--seen' if seen else '--dealt'}: name the BOOK whose cards they are")
        raise BadInput("--mix: name the BOOK whose bets they are")
    books = [in_decks(each, decks) for each in BUILT_IN] if book is None else [choose_book_in_decks(book, decks)]
    counted = list(_counted(books, " ".join(seen or ()), dealt))
    if not (seen or dealt):  # a shoe that favours patrons for a while is no fault of the book
        warn_of_losing_bets(odds for each in counted for odds in each.odds.bets)
    if mix is not None:
        _print_mix(counted[0], mix, export, as_json=as_json)
        return
    if export:
        export.write(_rows(counted, covariance=covariance, bands=bands))
        return
    if as_json:
        printed = [odds_as_json(each, with_covariance=covariance, with_bands=bands) for each in counted]
        print_json(printed if book is None else printed[0])
        return
    for each in counted:
        _print(each, returns=returns, covariance=covariance, bands=bands)


def _print_mix(counted: Counted, mix: str, export: Export, *, as_json: bool) -> None:
    from punto.analysis.odds.mix import mix_odds, parse_mix

    with input_from("--mix"):
        found = mix_odds(counted.odds, parse_mix(counted.book, mix))
    if export:
        export.write(found.records())
    elif as_json:
        print_json(mix_as_json(found))
    else:
        console().print(mix_table(found))


def _rows(counted: list[Counted], *, covariance: bool, bands: bool) -> list[Row]:
    """Of lines, or of what was asked for beside them."""
    if covariance and bands:
        raise BadInput("--bands: a file has one table; leave out --covariance")
    if covariance:
        return [row for each in counted for row in covariance_rows(each)]
    if bands:
        return [row for each in counted for row in band_rows(each)]
    return [row for each in counted for row in each.odds.records()]


def _print(counted: Counted, *, returns: bool, covariance: bool, bands: bool) -> None:
    out = console()
    if not (returns or covariance or bands):
        out.print(odds_table(counted, out.width))
    for table in return_tables(counted) if returns else ():
        out.print(table)
    for table in covariance_tables(counted) if covariance else ():
        out.print(table)
    if bands:
        out.print(band_table(counted))


def _counted(books: list[RuleBook], seen: str, dealt: str | None) -> Iterator[Counted]:
    from rich.progress import track

    quiet = not sys.stderr.isatty()
    for book in track(books, "Counting", console=error_console(), transient=True, disable=quiet):
        if seen or dealt is not None:
            yield _counted_in_play(book, seen, dealt)
        else:
            with input_from(f"book {book.id}"):
                yield Counted(fresh_odds(book))


def _counted_in_play(book: RuleBook, seen: str, dealt: str | None) -> Counted:
    from punto.analysis.odds.book_count import count_book  # loads NumPy, which only those who count should wait for
    from punto.analysis.odds.known_cards import KnownCards

    with input_from("--seen"):
        out = book.deck.parse(seen)
        book.deck.without(out)
    with input_from("--dealt"):
        known = None if dealt is None else KnownCards.parse(book, dealt)
    with input_from("--dealt" if known else "--seen"):
        return Counted(count_book(book, out, known).odds, known)
