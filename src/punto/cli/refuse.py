"""Bad input ends a command with one line that names what came in and where."""

from collections.abc import Iterator
from contextlib import contextmanager


class BadInput(Exception):
    """What the person at the terminal gave cannot be used; the text says why."""


@contextmanager
def input_from(where: str) -> Iterator[None]:
    """Inside, a `ValueError` means that the input which came from `where` is wrong."""
    try:
        yield
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
