"""`punto price`: prices every round of real shoes for the cards that were unseen before it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.choose_book import BOOK, DECKS, JSON, choose_book_in_decks
from punto.cli.input.refuse import input_from
from punto.cli.input.shoe_file import real_shoes
from punto.cli.mathematics.exposure import with_bets
from punto.cli.output.export import CSV, PARQUET, Export
from punto.cli.output.fitted_table import Column, tables_abreast
from punto.cli.output.terminal import console, print_json

if TYPE_CHECKING:  # pricing loads NumPy and Numba
    from punto.analysis.exposure.price_rounds import PricedShoe


def price(
    book: BOOK,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A round in each line (4h 2d / 4c Td 3s), an empty line between shoes; or CSV."
        ),
    ],
    bet: Annotated[list[str] | None, typer.Option(metavar="BET", help="Price this bet; may be repeated.")] = None,
    decks: DECKS = None,
    as_json: JSON = False,
    as_csv: CSV = False,
    parquet: PARQUET = None,
) -> None:
    """Say what each bet was worth before every round of real shoes, in percent of the stake, and what came out.

    `burn 7h` on a line before the first round names the card that was turned up. A star marks a bet that won.
    """
    export = Export.asked(as_json=as_json, as_csv=as_csv, parquet=parquet)
    chosen = with_bets(choose_book_in_decks(book, decks), bet or [])
    shoes = real_shoes(chosen, file)
    from punto.analysis.exposure.price_rounds import price_rounds

    with input_from(f"book {chosen.id}"):
        priced = [price_rounds(chosen, shoe, number) for number, shoe in enumerate(shoes, start=1)]
    records = [row for each in priced for row in each.records()]
    if export:
        export.write(records)
    elif as_json:
        print_json(records)
    else:
        for each in priced:
            _print(each)


def _print(priced: PricedShoe) -> None:
    out = console()
    rounds = Column("round", [f"{number} {coup}" for number, coup in enumerate(priced.shoe.coups, start=1)])
    unseen = Column("unseen", [str(int(row.sum())) for row in priced.unseen])
    columns = [unseen]
    for place, bet in enumerate(priced.book.bets):
        cells = []
        for number in range(len(priced.shoe.coups)):
            worth, won = priced.expectations[number, place], priced.paid[number, place] > 0
            cells.append(f"{worth * 100:+.2f}{'*' if won else ' '}" if bet.is_offered_in(number + 1) else "closed ")
        columns.append(Column(bet.title.replace(" ", "\n"), cells))
    title = (
        f"{priced.book.title} ({priced.book.id}), shoe {priced.number}: percent of the stake won on average (*: it won)"
    )
    for table in tables_abreast(title, rounds, columns, out.width):
        out.print(table)
