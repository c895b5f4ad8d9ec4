"""`punto bets`: lists the catalogue, counted exactly and beside what is published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.table import Table

from punto.analysis.tabular import Row
from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE, Entry
from punto.cli.input.choose_book import DECKS, JSON, in_decks
from punto.cli.input.refuse import input_from
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import console, print_json
from punto.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BetOdds


def bets(
    decks: DECKS = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """List the bets that can be added to a book (`punto odds sa+dragon-7`) or named in a table's `bets`.

    Return, edge and winning orderings are counted exactly; published edges are for eight decks.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    book = in_decks(every_bet(), decks)
    with input_from("--decks"):
        counted = list(zip(CATALOGUE, _odds(book, is_kept=decks is None), strict=True))
    if export:
        export.write([_as_row(entry, odds, book) for entry, odds in counted])
    elif as_json:
        print_json([_as_json(entry, odds, book) for entry, odds in counted])
    else:
        _print(counted, book)


def every_bet() -> RuleBook:
    """The catalogue as one book."""
    return replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))


def _odds(book: RuleBook, *, is_kept: bool) -> Iterator[BetOdds]:
    if is_kept:
        from punto.analysis.odds.kept_odds import kept_odds_one_by_one

        return kept_odds_one_by_one(book)
    from punto.analysis.odds.house_edge import odds_one_by_one  # loads NumPy

    return odds_one_by_one(book)


def _print(counted: list[tuple[Entry, BetOdds]], book: RuleBook) -> None:
    table = Table(title=f"{numbered(len(counted), 'bet')}, {numbered(book.deck.copies, 'deck')}", title_justify="left")
    table.add_column("bet", no_wrap=True)
    table.add_column("pays", overflow="fold", max_width=18)
    for heading in ("return %", "edge %", "published"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("winning orderings", justify="right", no_wrap=True)
    table.add_column("source", overflow="fold")
    for entry, odds in counted:
        row = _as_row(entry, odds, book)
        published = f"{row['published_edge']}{'*' * bool(entry.correction)}"
        figures = [str(row[key]) for key in ("pays", "return", "edge")]
        table.add_row(entry.bet.id, *figures, published, f"{row['winning_orderings']:,}", entry.source)
    console().print(table)
    for entry, _ in counted:
        if entry.correction:
            console().print(f"* {entry.bet.id}: {entry.correction}")


def _as_row(entry: Entry, odds: BetOdds, book: RuleBook) -> Row:
    from punto.analysis.odds.comparison import pays_text

    return {
        "id": entry.bet.id,
        "title": entry.bet.title,
        "pays": pays_text(odds),
        "return": f"{float(odds.rtp * 100):.4f}",
        "edge": f"{float(odds.house_edge * 100):.4f}",
        "published_edge": entry.edge or "",
        "winning_orderings": sum(line.ways for line in odds.lines if line.pays > 0),
        "deck": book.deck.id,
        "source": entry.source,
    }


def _as_json(entry: Entry, odds: BetOdds, book: RuleBook) -> dict[str, object]:
    return {
        **_as_row(entry, odds, book),
        "return": float(odds.rtp),
        "edge": float(odds.house_edge),
        "published_edge": entry.edge,
        "correction": entry.correction or None,
        "lines": [
            {"when": line.when, "pays": str(line.pays), "ways": line.ways}
            for line in odds.lines[: len(entry.bet.lines)]
        ],
    }
