"""`punto removal`: shows what every bet gains when one card leaves a full shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import BOOK, DECKS, JSON, choose_book_in_decks
from punto.cli.input.refuse import input_from
from punto.cli.mathematics.exposure import with_bets
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.fitted_table import Column, tables_abreast
from punto.cli.output.numbered import numbered
from punto.cli.output.terminal import console, print_json

if TYPE_CHECKING:  # counting loads NumPy and Numba
    from punto.analysis.exposure.removal import Removal

MILLION = 1_000_000


def removal(
    book: BOOK,
    bet: Annotated[list[str] | None, typer.Option(metavar="BET", help="Show this bet; may be repeated.")] = None,
    decks: DECKS = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Show the effects of removal: how much a unit on each bet gains when one such card leaves a full shoe.

    In millionths of a unit, exact to the last digit; in brackets the tag that a linear count gives the card.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    chosen = with_bets(choose_book_in_decks(book, decks), bet or [])
    from punto.analysis.exposure.removal import removal as effects

    with input_from(f"book {chosen.id}"):
        found = effects(chosen)
    if export:
        export.write(found.records())
    elif as_json:
        print_json(_as_json(found))
    else:
        _print(found)


def _print(found: Removal) -> None:
    out, groups = console(), found.cards
    book = found.book
    cards = Column("card", [*(name for name, _ in groups), "follows"])
    columns = []
    for place, bet in enumerate(book.bets):
        tags = found.tags[place]
        cells = [_cell(found.effects[faces[0], place], tags.tags[faces[0]]) for _, faces in groups]
        columns.append(
            Column(bet.title.replace(" ", "\n"), [*cells, f"{tags.correlation:.3f}" if tags.correlation else "–"])
        )
    decks = numbered(book.deck.copies, "deck")
    title = f"{book.title} ({book.id}), {decks}\nmillionths gained when one card leaves the shoe (tag)"
    for table in tables_abreast(title, cards, columns, out.width):
        out.print(table)
    out.print("follows: the correlation of tags and effects, weighted by how many such cards there are")


def _cell(effect: float, tag: float) -> str:
    written = f"{effect * MILLION:+.1f}"
    return f"{'0.0' if written in ('+0.0', '-0.0') else written} ({tag:+g})".replace("(+0)", "(0)").replace(
        "(-0)", "(0)"
    )


def _as_json(found: Removal) -> dict[str, object]:
    return {
        "book": found.book.id,
        "decks": found.book.deck.copies,
        "bets": {
            bet.id: {
                "correlation": found.tags[place].correlation,
                "cards": {
                    name: {
                        "effect": float(found.effects[faces[0], place]),
                        "tag": float(found.tags[place].tags[faces[0]]),
                    }
                    for name, faces in found.cards
                },
            }
            for place, bet in enumerate(found.book.bets)
        },
    }
