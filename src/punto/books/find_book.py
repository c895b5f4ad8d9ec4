"""Finds a book: a built-in one by its id, or any other by the path of a Python file that names it `BOOK`.

Bets of the catalogue are added to either with a plus: `sa+dragon-7`, `mine.py+panda-8`.
"""

import sys
import traceback
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import ModuleType

from punto.books import EVERY_BOOK
from punto.books.add_bets import CannotAddBet, add_bets
from punto.books.catalogue.games import GAMES
from punto.books.examine_book import examine_book
from punto.books.guarded_output import printing_to_errors, without_printing
from punto.books.time_limit import NoAnswer, within
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import ADDED, InvalidRuleBook, RuleBook


class UnknownBook(InvalidInput):
    """Neither the id of a built-in book nor a file that has one."""


class BrokenFile(InvalidInput):
    """A Python file that cannot be read or fails when it runs."""


SECONDS_MAX = 20.0  # for a file to run, and for its atoms to be asked about everything they could see
BUILT_IN = (*EVERY_BOOK, *GAMES)


def find_book(id_or_path: str) -> RuleBook:
    base, added = split_added(id_or_path)
    return add_bets(_book_in_file(base) if base.endswith(".py") else _built_in(base), added)


def split_added(text: str) -> tuple[str, list[str]]:
    """A book's id or path, and the bets to add to it. A folder may have a plus in its name."""
    path, suffix, after = text.rpartition(".py")
    if suffix and (not after or after.startswith(ADDED)):
        return path + suffix, after.split(ADDED)[1:]
    base, *added = text.split(ADDED)
    return base, added


def stored_book(book_id: str, own: Iterable[RuleBook] = ()) -> RuleBook | None:
    """The book that a stored coup or table names: one of `own`, a built-in one, or either with added bets."""
    known = {book.id: book for book in (*BUILT_IN, *own)}
    base, *added = book_id.split(ADDED)
    if book_id in known or base not in known:
        return known.get(book_id)
    try:
        return add_bets(known[base], added)
    except CannotAddBet:  # of another release's catalogue, or in the book by now
        return None


def _built_in(book_id: str) -> RuleBook:
    for book in BUILT_IN:
        if book.id == book_id:
            return book
    known = ", ".join(book.id for book in BUILT_IN)
    raise UnknownBook(f"{shortened(book_id)} is not a book; use {known}, or a path that ends in .py")


def _book_in_file(path: str) -> RuleBook:
    try:
        names = names_in_file(path)
    except BrokenFile as broken:
        raise UnknownBook(str(broken)) from None
    book = names.get("BOOK")
    if not isinstance(book, RuleBook):
        raise UnknownBook(f"{path}: it has no rule book named BOOK{_nearly_a_book(names)}")
    try:
        within(SECONDS_MAX, lambda: without_printing(lambda: examine_book(book)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an atom may raise anything
        raise UnknownBook(f"{path}{what_went_wrong(error, path)}") from None
    if ADDED in book.id:
        raise UnknownBook(f"{path}: {book.id!r} is the id of a book with added bets; write {path}+… to add some")
    return book


def _nearly_a_book(names: dict[str, object]) -> str:
    if "BOOK" in names:
        return f"; its BOOK is {shortened(str(names['BOOK']))}, not a RuleBook"
    others = [name for name, value in names.items() if isinstance(value, RuleBook)]
    return f"; write BOOK for {others[-1]}" if others else "; write BOOK = RuleBook(…)"


def names_in_file(path: str) -> dict[str, object]:
    """Everything that a Python file defines."""
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise BrokenFile(f"{path}: {error.strerror}") from None
    if b"\0" in source:
        raise BrokenFile(f"{path}: it is not text in UTF-8")
    module = ModuleType(f"file {path}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses look themselves up there
    try:
        runs = partial(exec, compile(source, path, "exec"), module.__dict__)
        within(SECONDS_MAX, lambda: printing_to_errors(runs))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # any error in the file is invalid input
        raise BrokenFile(f"{path}{what_went_wrong(error, path)}") from None
    return module.__dict__


def what_went_wrong(error: BaseException, path: str) -> str:
    """For the author of a book: the line of the file, the kind of error and its first line."""
    return f"{_line_of(error, path)}: {type(error).__name__}: {_first_line(error)}"


def _line_of(error: BaseException, path: str) -> str:
    """The line of this file that failed, even if the error was raised elsewhere."""
    if isinstance(error, InvalidRuleBook | NoAnswer):
        told = [place.line for place in error.places if place.file == path]
        if told or isinstance(error, NoAnswer):
            return f", line {told[0]}" if told else ""
    if isinstance(error, SyntaxError) and error.filename == path:
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f", line {lines[-1]}" if lines else ""


def _first_line(error: BaseException) -> str:
    return (error.msg if isinstance(error, SyntaxError) else str(error)).split("\n")[0]
