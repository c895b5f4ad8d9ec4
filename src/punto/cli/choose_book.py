"""The BOOK argument of every command: an id of ours or the path of a Python file."""

from typing import Annotated

import typer

from punto.books.find_book import find_book
from punto.cli.refuse import input_from
from punto.rules.rulebook import RuleBook

BOOK = Annotated[str, typer.Argument(metavar="BOOK", help="A book's id (see `punto books`) or the path of a .py file.")]
JSON = Annotated[bool, typer.Option("--json", help="JSON for machines instead of a table for people.")]


class _BookInUse:
    """The file of the book that a command works with: what goes wrong in it later is its author's to mend."""

    path: str | None = None


book_in_use = _BookInUse()


def choose_book(id_or_path: str) -> RuleBook:
    book_in_use.path = id_or_path if id_or_path.endswith(".py") else None
    with input_from("BOOK"):
        return find_book(id_or_path)
