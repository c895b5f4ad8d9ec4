"""What a table is asked and what it answers.

A request has its sender's id and a digest of its content: the same id with other content is not a repetition. A
client's action becomes the command of the same name with the same fields, and the patron who sent it.
"""

from collections.abc import Callable
from hashlib import blake2b
from operator import attrgetter
from typing import get_args

import msgspec
from msgspec.structs import replace

from punto.server.protocol import client
from punto.server.protocol.client import ActInRound, Action
from punto.server.protocol.refusals import AnyRefusal
from punto.table.commands import Command, EnterCard, PatronCommand
from punto.table.state import Instant

DIGEST_BYTES = 8  # a sender who finds two commands with one digest fools only themselves

_ENCODER = msgspec.json.Encoder()


class Request(msgspec.Struct, frozen=True):
    command: Command
    id: str = ""  # the sender's, followed by the sender; empty for our own commands
    at: Instant | None = None  # when it arrived, so that a slow commit makes no bet late. None: now
    round: tuple[int, int] | None = None  # the shoe and coup it is meant for. None: whichever is running
    refusal: AnyRefusal | None = None  # why it cannot be accepted now; an earlier answer to its id still stands
    known_digest: bytes = b""  # that an edge has taken

    @property
    def digest(self) -> bytes:
        """A card sent again is the same card, whenever the reader says that it was read."""
        if self.known_digest:
            return self.known_digest
        command = self.command
        return digest_of(replace(command, read_at=0) if isinstance(command, EnterCard) else command, self.round)


class StoredAnswer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table. Refusals are not stored."""

    version: int = 0


class TableAnswer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table, or refused by name, with what explains the refusal."""

    version: int = 0
    refusal: AnyRefusal | None = None
    next_stake: int | None = None  # where a stake did not fit: the smallest that would, and the most
    room: int | None = None
    late_ms: int | None = None  # betting is closed: for how long


def digest_of(*said: object) -> bytes:
    """Of everything that distinguishes one command from another."""
    return blake2b(_ENCODER.encode(said), digest_size=DIGEST_BYTES).digest()


def named_id(id: str, *sender: str) -> str:  # noqa: A002 (the word of the protocol)
    """The id comes first: our client's ids grow with time, so that a store appends to its index."""
    return ":".join((id, *sender))


def request_of(action: Action, patron: str, table: str, at: Instant, refusal: AnyRefusal | None) -> Request:
    """Every action but closing a table, which no table hears of."""
    meant_for = action.round if isinstance(action, ActInRound) else None
    command = _COMMANDS[type(action)](action, patron)
    return Request(command, named_id(action.id, patron, table), at, meant_for, refusal)


def _with(command: type[PatronCommand]) -> Callable[[Action, str], PatronCommand]:
    """Fields carry the same names on both sides, which a test holds them to."""
    names = command.__struct_fields__[1:]
    if len(names) < 2:  # of one name alone, `attrgetter` makes no tuple
        return lambda action, patron: command(patron, *[getattr(action, name) for name in names])
    fields = attrgetter(*names)
    return lambda action, patron: command(patron, *fields(action))


_COMMANDS = {getattr(client, command.__name__): _with(command) for command in get_args(PatronCommand)}
