"""What a table is asked, and what it answers."""

import msgspec

from punto.table.commands import Command
from punto.table.state import Instant

OWN_LIMIT_IS_REACHED = "own_limit_is_reached"


class Request(msgspec.Struct, frozen=True):
    command: Command
    id: str = ""  # the sender's, with the sender in it; empty for our own
    at: Instant | None = None  # when it arrived: a slow commit makes no punctual bet late. None: now
    round: tuple[int, int] | None = None  # shoe and coup that it is meant for. None: whichever runs


class Answer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table, or refused by name."""

    version: int = 0
    refusal: str | None = None
