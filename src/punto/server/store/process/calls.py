"""The messages between a server and the process of its store.

A call is a method of a store with its arguments; both sides take its types from here. The first message says what to
open. A reply has the number of its call, because an engine may answer a later call first.
"""

from typing import Any, Generic, TypeVar

from msgspec import Raw, Struct
from msgspec.msgpack import Decoder, encode

from punto.server.store.failures import (
    EventsAreArchived,
    FloorIsTaken,
    StoreCannotBeOpened,
    StoreCannotWrite,
    StoreIsLost,
    StreamIsTaken,
)
from punto.server.store.plan import BriefOutcome
from punto.server.store.plays import BetTotal, Followed, Play, PlayBatch, PlayFilter, PlayKey
from punto.server.store.values import AccountLine, Change, Checkpoint, Claim, Given, Lease, Snapshot, StoredEvent

Answer = TypeVar("Answer")

OPENING = Decoder(list[str])  # the first message: what to open


class CallRequest(Struct, array_like=True):
    method: str
    arguments: Raw


class Done(Struct, tag=True):
    value: Raw


class IsArchived(Struct, tag=True):
    stream: str
    up_to: int


class IsTaken(Struct, tag=True):
    """Another server has the floor."""


class IsClaimed(Struct, tag=True):
    """Somebody has claimed the stream since."""

    stream: str


class NotWritten(Struct, tag=True):
    reason: str


class IsLost(Struct, tag=True):
    """Nobody knows what was stored of this call, and later ones fail too."""

    reason: str


class Failed(Struct, tag=True):
    """This call, which the engine cannot carry out, and no other."""

    reason: str


class NotOpened(Struct, tag=True):
    reason: str


Reply = Done | IsArchived | IsTaken | IsClaimed | NotWritten | IsLost | Failed | NotOpened
NOTHING = Done(Raw(encode(None)))


def reply_to(failure: Exception) -> Reply | None:
    """None for what is no failure of a store."""
    match failure:
        case EventsAreArchived(stream=stream, up_to=up_to):
            return IsArchived(stream, up_to)
        case FloorIsTaken():
            return IsTaken()
        case StreamIsTaken():
            return IsClaimed(str(failure))
        case StoreCannotWrite():
            return NotWritten(str(failure))
        case StoreIsLost():
            return IsLost(str(failure))
        case StoreCannotBeOpened():
            return NotOpened(str(failure))
    return None


class Call(Generic[Answer]):
    def __init__(self, method: str, arguments: object, answer: object) -> None:
        self.method = method
        self._arguments: Decoder[tuple[Any, ...]] = Decoder(arguments)
        self._answer: Decoder[Answer] = Decoder(answer)

    def request(self, *arguments: object) -> bytes:
        return encode(CallRequest(self.method, Raw(encode(arguments))))

    def arguments(self, arguments: Raw) -> tuple[Any, ...]:
        return self._arguments.decode(arguments)

    def answer(self, value: Raw) -> Answer:
        return self._answer.decode(value)


GET_READY: Call[None] = Call("get_ready", tuple[()], None)
CLAIM: Call[Claim] = Call("claim", tuple[str, int | None], Claim)
COMMIT: Call[list[BriefOutcome]] = Call("commit", tuple[list[Change]], list[BriefOutcome])
READ: Call[list[StoredEvent]] = Call("read", tuple[str, int, int], list[StoredEvent])
CHECKPOINT: Call[Checkpoint] = Call("checkpoint", tuple[str], Checkpoint)
SET_CHECKPOINT: Call[bool] = Call("set_checkpoint", tuple[str, Checkpoint], bool)
DROP_EVENTS: Call[int] = Call("drop_events", tuple[str, int], int)
DROP_JOURNALS: Call[int | None] = Call("drop_journals", tuple[int], int | None)
ANSWER_TO: Call[Given | None] = Call("answer_to", tuple[str], Given | None)
FORGET_ANSWERS: Call[int] = Call("forget_answers", tuple[int, int, int], int)
BALANCES: Call[dict[str, int]] = Call("balances", tuple[list[str]], dict[str, int])
EVERY_BALANCE: Call[dict[str, int]] = Call("every_balance", tuple[()], dict[str, int])
KEEP_SNAPSHOT: Call[None] = Call("keep_snapshot", tuple[str, Snapshot], None)
SNAPSHOT: Call[Snapshot | None] = Call("snapshot", tuple[str, int], Snapshot | None)
KEEP_PERSON: Call[int] = Call("keep_person", tuple[str, bytes, int | None], int)
PERSON: Call[bytes | None] = Call("person", tuple[str], bytes | None)
PEOPLE: Call[dict[str, bytes]] = Call("people", tuple[list[str]], dict[str, bytes])
ERASE_PERSON: Call[int] = Call("erase_person", tuple[str, int | None], int)
KEEP_RECORD: Call[int] = Call("keep_record", tuple[str, str, bytes, int | None], int)
RECORD: Call[bytes | None] = Call("record", tuple[str, str], bytes | None)
NAMED_RECORDS: Call[dict[str, bytes]] = Call("named_records", tuple[str, list[str]], dict[str, bytes])
FIRST_RECORDS: Call[dict[str, list[tuple[str, bytes]]]] = Call(
    "first_records", tuple[list[str]], dict[str, list[tuple[str, bytes]]]
)
FORGET_RECORD: Call[int] = Call("forget_record", tuple[str, str, int | None], int)
DROP_MARKS: Call[None] = Call("drop_marks", tuple[int], None)
RECORDS: Call[list[tuple[str, bytes]]] = Call("records", tuple[str, str, int], list[tuple[str, bytes]])
KEEP_PLAYS: Call[None] = Call("keep_plays", tuple[list[PlayBatch]], None)
FOLLOWED: Call[Followed] = Call("followed", tuple[str], Followed)
PLAYS: Call[list[Play]] = Call("plays", tuple[str, PlayFilter, PlayKey | None, int], list[Play])
PLAYS_OF: Call[list[Play]] = Call("plays_of", tuple[str, int, list[str]], list[Play])
BET_TOTALS: Call[list[BetTotal]] = Call("bet_totals", tuple[str, str], list[BetTotal])
BALANCES_AFTER: Call[dict[str, int]] = Call("balances_after", tuple[list[str], str, int, str], dict[str, int])
ACCOUNT_LINES: Call[list[AccountLine]] = Call("account_lines", tuple[str, int | None, int], list[AccountLine])
STREAMS: Call[dict[str, Claim]] = Call("streams", tuple[()], dict[str, Claim])
LOG_ID: Call[str] = Call("log_id", tuple[()], str)
RENEW_LOG_ID: Call[str] = Call("renew_log_id", tuple[str], str)
LEASE: Call[Lease] = Call("lease", tuple[()], Lease)
TAKE_LEASE: Call[int | None] = Call("take_lease", tuple[bytes, int], int | None)
RENEW_LEASE: Call[bool] = Call("renew_lease", tuple[int], bool)
TOUCH_LEASE: Call[bool] = Call("touch_lease", tuple[int], bool)
RELEASE_LEASE: Call[None] = Call("release_lease", tuple[int], None)
GUARD: Call[None] = Call("guard", tuple[int], None)


CALLS = {call.method: call for call in list(globals().values()) if isinstance(call, Call)}
