"""Bad input ends a command with one line per fault, which quotes the input and says where it came from."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.rules.invalid_input import InvalidInput


class BadInput(Exception):
    """The input cannot be used; each text gives one reason."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@contextmanager
def input_from(where: str) -> Iterator[None]:
    """Report invalid input inside as coming from `where`."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"{where}: {error}") from None
