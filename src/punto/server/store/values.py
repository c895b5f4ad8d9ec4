"""What goes into a store and what comes out."""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256

from msgspec import Struct

EVENTS_READ_AT_ONCE = 10_000
RECORDS_READ_AT_ONCE = 1_000
LINES_READ_AT_ONCE = 500
CHANGES_AT_ONCE = 10_000
CHAIN_START = bytes(32)
EPOCHS_AHEAD = 1_000  # a new history starts this far ahead of any epoch a running floor may have claimed
STORE, LOG_ID, RENEWAL = "store", "log_id", "renewal"  # kind and names of the store's own records
LOG_ID_BYTES = 8


class StoreRefusal(StrEnum):
    BALANCE_IS_SHORT = "balance_is_short"
    EPOCH_IS_OLD = "epoch_is_old"  # somebody else claimed the stream
    VERSION_HAS_MOVED = "version_has_moved"  # the change was decided on an outdated state
    STREAM_HAS_STOPPED = "stream_has_stopped"  # an earlier change of this batch could not be stored
    ID_WAS_USED = "id_was_used"  # the id belongs to a command with other content


class Change(Struct, frozen=True, array_like=True):  # an array, to be short between processes
    stream: str
    epoch: int
    version: int  # of the stream before this change
    events: tuple[bytes, ...]  # encoded; the first gets version + 1
    journal: dict[str, int] = {}  # account to amount, sums to zero
    command: str = ""  # the sender's id, made unique by the sender; empty for our own commands
    answer: bytes = b""
    tells: tuple[str, ...] = ()  # accounts whose balances `Stored` reports even if the journal does not move them
    digest: bytes = b""  # of the command's content, to recognize another command under the same id
    at: int = 0  # when it was decided; its answer is kept from then on


class Stored(Struct, frozen=True, tag=True):
    version: int
    head: bytes  # the hash of the last event
    balances: dict[str, int] = {}  # after the change: purses in its journal and accounts in its `tells`


class Repeated(Struct, frozen=True, tag=True, array_like=True):
    answer: bytes


class Refused(Struct, frozen=True, tag=True, array_like=True):
    reason: StoreRefusal
    account: str = ""  # the one that is short


Outcome = Stored | Repeated | Refused


def last_stored(changes: Sequence[Change], outcomes: Sequence[Outcome]) -> dict[str, Stored]:
    """The last change of each stream that was stored. Bets come by the thousand, mostly for one table."""
    unseen, found = {change.stream for change in changes}, dict[str, Stored]()
    for place in range(len(outcomes) - 1, -1, -1):
        outcome, stream = outcomes[place], changes[place].stream
        if stream in unseen and isinstance(outcome, Stored):
            found[stream] = outcome
            unseen.discard(stream)
            if not unseen:
                break
    return found


class Given(Struct, frozen=True, array_like=True):
    """The stored answer to a command."""

    answer: bytes
    digest: bytes = b""  # of the command; empty if an older release stored it, and then it always matches

    def outcome(self, digest: bytes) -> Repeated | Refused:
        """For a command sent again under the same id."""
        is_another = bool(self.digest) and self.digest != digest
        return Refused(StoreRefusal.ID_WAS_USED) if is_another else Repeated(self.answer)


class Claim(Struct, frozen=True):
    epoch: int
    version: int
    head: bytes


class Lease(Struct, frozen=True):
    epoch: int
    holder: bytes  # describes itself; empty: nobody
    silent_ms: int | None = None  # since the last heartbeat, by the store's own clock if it has one
    now: int | None = None  # what that clock shows, in milliseconds since 1970


FLOOR = "floor"  # the only lease
NOBODY = Lease(0, b"")


class AccountLine(Struct, frozen=True, array_like=True):
    """One movement of an account, as its journal has it."""

    number: int  # later ones have higher numbers
    stream: str
    version: int  # of the stream after the change
    amount: int
    is_first: bool  # none came before; otherwise the last line read means that older ones were dropped


class StoredEvent(Struct, frozen=True):
    version: int
    body: bytes
    head: bytes  # hash of the chain up to and including this event


class Checkpoint(Struct, frozen=True):
    """Where the events in the store begin, and the totals of the archived events before that."""

    version: int = 0
    head: bytes = CHAIN_START
    shoe: int = 0  # the last that ended; a checkpoint lies between two shoes
    lines: dict[str, int] = {}  # account to the net amount of the archived events


class Snapshot(Struct, frozen=True):
    """A stream's state at a version: a cache, dropped when the schema of states changes."""

    schema: int
    version: int
    body: bytes


def chained(head: bytes, version: int, body: bytes) -> bytes:
    """The hash of an event; it commits to all events before it."""
    return sha256(head + version.to_bytes(8, "big") + body).digest()
