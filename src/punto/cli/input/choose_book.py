"""The BOOK argument of every command: a built-in book's id or a Python file's path, with bets added or not."""

from dataclasses import replace
from typing import Annotated

import typer

from punto.analysis.odds.limits import check_decks
from punto.books.find_book import find_book, split_added
from punto.cli.input.refuse import input_from
from punto.rules.rulebook import RuleBook

BOOK = Annotated[
    str,
    typer.Argument(
        metavar="BOOK", help="A book's id (see `punto books`) or a .py file; `sa+dragon-7` adds a bet of `punto bets`."
    ),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


DECKS = Annotated[
    int | None, typer.Option(help="How many decks the shoe has, at most 26 of 52 cards; default: the book's.")
]


class _BookInUse:
    """The file of the book in use. An error in it later is reported as the author's."""

    path: str | None = None


book_in_use = _BookInUse()


def choose_book(id_or_path: str, decks: int | None = None, *, decks_from: str = "--decks") -> RuleBook:
    base, _ = split_added(id_or_path)
    book_in_use.path = base if base.endswith(".py") else None
    with input_from("BOOK"):
        book = find_book(id_or_path)
    return in_decks(book, decks, decks_from=decks_from)


def in_decks(book: RuleBook, decks: int | None, *, decks_from: str = "--decks") -> RuleBook:
    """The same game from a shoe of another size, if one is given."""
    if decks is None:
        return book
    with input_from(decks_from):
        check_decks(decks, cards=len(book.deck.faces))
        return replace(book, deck=book.deck.in_copies(decks))
