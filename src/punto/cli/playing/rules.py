"""`punto rules`: shows the help page of a book."""

import sys
from typing import Annotated

import typer

from punto.cli.input.choose_book import BOOK, choose_book
from punto.cli.input.fresh_odds import fresh_odds
from punto.cli.input.refuse import input_from
from punto.cli.output.terminal import console
from punto.cli.output.warn import warn_of_losing_bets


def rules(
    book: BOOK,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print the page as Markdown.")] = False,
) -> None:
    """Show how a book is dealt and, for every bet, its odds, last round and return."""
    from rich.markdown import Markdown  # slow to load, and few other commands need it

    from punto.analysis.report.help_page import help_page

    chosen = choose_book(book)
    with input_from(f"book {chosen.id}"):
        odds = fresh_odds(chosen)
    warn_of_losing_bets(odds.bets)
    page = help_page(odds)
    if as_markdown:
        sys.stdout.write(page)
    else:
        console().print(Markdown(page))
