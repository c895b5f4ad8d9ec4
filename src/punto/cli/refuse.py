"""Bad input ends a command with one line that names what came in and where."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.rules.invalid_input import InvalidInput


class BadInput(Exception):
    """What the person at the terminal gave cannot be used; the text says why."""


@contextmanager
def input_from(where: str) -> Iterator[None]:
    """Inside, invalid input is what came from `where`."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"{where}: {error}") from None
