"""What a table is asked, and what it answers.

A request has the id its sender gave it, and the digest of all it says: the same id with other content is no repetition.
"""

from hashlib import blake2b

import msgspec

from punto.server.protocol.refusals import ServerRefusal
from punto.table.commands import Command
from punto.table.state import Instant

OWN_LIMIT_IS_REACHED = ServerRefusal.OWN_LIMIT_IS_REACHED
DIGEST_BYTES = 8  # who looks for two commands with one digest deceives nobody else

_ENCODER = msgspec.json.Encoder()


class Request(msgspec.Struct, frozen=True):
    command: Command
    id: str = ""  # the sender's, with the sender behind it; empty for our own
    at: Instant | None = None  # when it arrived: a slow commit makes no punctual bet late. None: now
    round: tuple[int, int] | None = None  # shoe and coup that it is meant for. None: whichever runs
    refusal: str | None = None  # why it cannot be accepted now; an answer that was given to its id before still stands

    @property
    def digest(self) -> bytes:
        return digest_of(self.command, self.round)


class StoredAnswer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table, or refused by name."""

    version: int = 0
    refusal: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The same with what a refusal explains, which is never stored."""

    version: int = 0
    refusal: str | None = None
    next_stake: int | None = None  # where a stake did not fit: the smallest that would, and the most
    room: int | None = None
    late_ms: int | None = None  # betting is closed: for how long


def digest_of(*said: object) -> bytes:
    """Of everything by which one command differs from another."""
    return blake2b(_ENCODER.encode(said), digest_size=DIGEST_BYTES).digest()


def named_id(id: str, *sender: str) -> str:  # noqa: A002 (the word of the protocol)
    """An id of one sender. It stands first: those of our client grow with time, so a store adds to its index's end."""
    return ":".join((id, *sender))
