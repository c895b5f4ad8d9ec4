"""`punto compare`: shows books, decks and rules side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from punto.analysis.odds.write_odds import percent_text
from punto.cli.input.choose_book import JSON, choose_book, choose_book_in_decks
from punto.cli.input.fresh_odds import fresh_odds
from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.fitted_table import Column, tables_abreast
from punto.cli.output.terminal import console, print_json
from punto.rules.invalid_input import shortened
from punto.rules.rulebook import ADDED

if TYPE_CHECKING:  # counting loads NumPy
    from punto.analysis.odds.bet_odds import BookOdds
    from punto.analysis.odds.comparison import Comparison

BOOKS_MIN, BOOKS_MAX = 2, 6
DECKS_SIGN = "@"
PAYS_WIDTH = 28
NO_BREAK = "\u00a0"


def compare(
    books: Annotated[
        list[str],
        typer.Argument(metavar="BOOK BOOK…", help="Books as for other commands; `sa@6` is sa from six decks."),
    ],
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Compare books bet by bet: pays, house edge, deviation, largest pay, and how they are dealt where that differs.

    The same book from other decks is another book: `punto compare sa sa@6 sa@1`.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    if not BOOKS_MIN <= len(books) <= BOOKS_MAX:
        raise BadInput(f"BOOK: {len(books)} given; from {BOOKS_MIN} to {BOOKS_MAX} can be compared")
    from punto.analysis.odds.comparison import compare as compared

    found = compared(books, [_counted(name) for name in books])
    if export:
        export.write(found.records())
    elif as_json:
        print_json({"rules": dict(found.rules()), "bets": found.records()})
    else:
        _print(found)


def _counted(name: str) -> BookOdds:
    base, sign, decks = name.rpartition(DECKS_SIGN)
    number, plus, added = decks.partition(ADDED)
    if plus and number.isdecimal():
        raise BadInput(f"BOOK: {shortened(name)}: decks come last; write {base}{plus}{added}{DECKS_SIGN}{number}")
    if sign and not decks.isdecimal():
        raise BadInput(f"BOOK: {shortened(name)}: a whole number of decks follows {DECKS_SIGN}, as in sa@6")
    decks_from = f"BOOK: {shortened(name)}"
    book = choose_book_in_decks(base, int(decks), decks_from=decks_from) if sign else choose_book(name)
    with input_from(f"book {name}"):
        return fresh_odds(book)


def _print(found: Comparison) -> None:
    from punto.analysis.odds.comparison import pays_text

    out = console()
    for name, facts in found.rules():
        for book, fact in zip(found.names, facts, strict=True):
            out.print(f"{name}, {book}: {fact}")
    bets = found.bets
    titles = {each.bet.id: each.bet.title for odds in found.odds for each in odds.bets}
    edges, names_by_pays = [], dict[tuple[str, ...], list[str]]()
    for place, name in enumerate(found.names):
        odds = [found.of(bet)[place] for bet in bets]
        edges.append(
            Column(f"edge,\n{name}", ["–" if each is None else percent_text(each.house_edge) for each in odds])
        )
        cells = tuple("–" if each is None else pays_text(each) for each in odds)
        names_by_pays.setdefault(cells, []).append(name)  # other decks pay the same
    differences = []
    for bet in bets:
        one, other = found.of(bet)[:2]
        differences.append(
            "–" if one is None or other is None else f"{float(other.house_edge - one.house_edge) * 100:+.4f}"
        )
    edges.append(Column("second\n− first", differences))
    pays = [
        Column("\n".join(("pays,", *names)), [_folded(each) for each in cells])
        for cells, names in names_by_pays.items()
    ]
    rows = Column("bet", [titles[bet] for bet in bets])
    for title, columns in (("House edge of each bet", edges), ("Pays of each bet", pays)):
        for table in tables_abreast(title, rows, columns, out.width):
            out.print(table)


def _folded(pays: str) -> str:
    """In as many lines as it takes; a dot at the end says that the next goes on."""
    from textwrap import fill

    return fill(pays.replace(" ·", f"{NO_BREAK}·"), PAYS_WIDTH).replace(NO_BREAK, " ")
