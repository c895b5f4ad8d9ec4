"""The BOOK argument of every command: a built-in book's id or a Python file's path, with bets added or not."""

import re
from dataclasses import replace
from typing import Annotated

import typer

from punto.analysis.odds.limits import check_decks
from punto.books.find_book import find_book, split_added
from punto.cli.input.refuse import BadInput, input_from
from punto.rules.invalid_input import shortened
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
NAME_AND_DECKS = re.compile(r"(?P<name>.+)@(?P<decks>[0-9]+)(?P<added>(\+.*)?)")


class _BookInUse:
    """The file of the book in use. An error in it later is reported as the author's."""

    path: str | None = None


book_in_use = _BookInUse()


def choose_book(id_or_path: str) -> RuleBook:
    """For a command that deals from the decks of the book."""
    if named := _name_and_decks(id_or_path):
        raise BadInput(f"BOOK: {shortened(id_or_path)}: only `punto compare` takes decks like that; write {named[0]}")
    return _found(id_or_path)


def choose_book_in_decks(id_or_path: str, decks: int | None, *, decks_from: str = "--decks") -> RuleBook:
    """For a command with --decks."""
    if named := _name_and_decks(id_or_path):
        name, number = named
        raise BadInput(f"BOOK: {shortened(id_or_path)}: write {name} --decks {number}")
    return in_decks(_found(id_or_path), decks, decks_from=decks_from)


def _name_and_decks(text: str) -> tuple[str, str] | None:
    """Of `sa@6`, which `punto compare` takes, because it takes several books."""
    asked = None if split_added(text)[0].endswith(".py") else NAME_AND_DECKS.fullmatch(text)
    return asked and (asked["name"] + asked["added"], asked["decks"])


def _found(id_or_path: str) -> RuleBook:
    base, _ = split_added(id_or_path)
    book_in_use.path = base if base.endswith(".py") else None
    with input_from("BOOK"):
        return find_book(id_or_path)


def in_decks(book: RuleBook, decks: int | None, *, decks_from: str = "--decks") -> RuleBook:
    """The same game from a shoe of another size, if one is given."""
    if decks is None:
        return book
    with input_from(decks_from):
        check_decks(decks, cards=len(book.deck.faces))
        return replace(book, deck=book.deck.in_copies(decks))
