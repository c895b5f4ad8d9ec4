"""Bad input ends a command with a line for each fault that names what came in and where: mostly one."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.rules.invalid_input import InvalidInput


class BadInput(Exception):
    """What the person at the terminal gave cannot be used; each text says one reason why."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@contextmanager
def input_from(where: str) -> Iterator[None]:
    """Inside, invalid input is what came from `where`."""
    try:
        yield
    except InvalidInput as error:
        raise BadInput(f"{where}: {error}") from None
