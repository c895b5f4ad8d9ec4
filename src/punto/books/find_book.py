"""Finds a book: a built-in one by its id, or any other by the path of a Python file that names it `BOOK`."""

import sys
import traceback
from pathlib import Path
from types import ModuleType

from punto.books import EVERY_BOOK
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.rulebook import RuleBook


class UnknownBook(InvalidInput):
    """Neither the id of a built-in book nor a file that has one."""


class BrokenFile(InvalidInput):
    """A Python file that cannot be read or fails when it runs."""


def find_book(id_or_path: str) -> RuleBook:
    if id_or_path.endswith(".py"):
        return _book_in_file(id_or_path)
    for book in EVERY_BOOK:
        if book.id == id_or_path:
            return book
    known = ", ".join(book.id for book in EVERY_BOOK)
    raise UnknownBook(f"{shortened(id_or_path)} is not a book; use {known}, or a path that ends in .py")


def _book_in_file(path: str) -> RuleBook:
    try:
        book = names_in_file(path).get("BOOK")
    except BrokenFile as broken:
        raise UnknownBook(str(broken)) from None
    if not isinstance(book, RuleBook):
        raise UnknownBook(f"{path}: it has no rule book named BOOK")
    return book


def names_in_file(path: str) -> dict[str, object]:
    """Everything that a Python file defines."""
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise BrokenFile(f"{path}: {error.strerror}") from None
    module = ModuleType(f"file {path}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses look themselves up there
    try:
        exec(compile(source, path, "exec"), module.__dict__)
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
    if isinstance(error, SyntaxError) and error.filename == path:
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f", line {lines[-1]}" if lines else ""


def _first_line(error: BaseException) -> str:
    return (error.msg if isinstance(error, SyntaxError) else str(error)).split("\n")[0]
