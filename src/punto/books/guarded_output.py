"""Keeps standard output for a command's own answer while code of somebody's file runs.

Only the thread that runs the file is kept from it, so whatever else the process prints meanwhile comes out as always.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import NoReturn, TextIO, TypeVar, cast

from punto.rules.invalid_input import InvalidInput

Answer = TypeVar("Answer")


class AtomPrints(InvalidInput):
    """An atom is asked many times, wherever its book is used."""


def printing_to_errors(work: Callable[[], Answer]) -> Answer:
    """What a file prints while it is read goes to standard error."""
    return _guarded(work, lambda text: sys.stderr.write(text) if sys.stderr else len(text))


def without_printing(work: Callable[[], Answer]) -> Answer:
    """Raises AtomPrints where the file prints."""
    return _guarded(work, _refuse)


def _refuse(_text: str) -> NoReturn:
    raise AtomPrints("an atom answers True or False and prints nothing; take the print away")


def _guarded(work: Callable[[], Answer], write: Callable[[str], int]) -> Answer:
    if sys.stdout is None:
        return work()
    with redirect_stdout(cast(TextIO, _Guarded(sys.stdout, write))):
        return work()


class _Guarded:
    """A text stream, another one for the thread that made it."""

    def __init__(self, stream: TextIO, write: Callable[[str], int]) -> None:
        self._stream = stream
        self._write = write
        self._thread = threading.get_ident()

    def write(self, text: str) -> int:
        return self._write(text) if threading.get_ident() == self._thread else self._stream.write(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
