"""The values that go into a store and come out of it."""

from enum import StrEnum
from hashlib import sha256

from msgspec import Struct

EVENTS_READ_AT_ONCE = 10_000
LINES_READ_AT_ONCE = 10_000
RECORDS_READ_AT_ONCE = 1_000
CHANGES_AT_ONCE = 10_000
CHAIN_START = bytes(32)
EPOCHS_AHEAD = 1_000  # of whatever a floor that still runs may have claimed, when another history begins
STORE, LOG_ID, RENEWAL = "store", "log_id", "renewal"  # kind and names of the store's own records
LOG_ID_BYTES = 8


class StoreRefusal(StrEnum):
    BALANCE_IS_SHORT = "balance_is_short"
    EPOCH_IS_OLD = "epoch_is_old"  # somebody else has claimed the stream
    VERSION_HAS_MOVED = "version_has_moved"  # the change was decided on a state that is not the last
    STREAM_HAS_STOPPED = "stream_has_stopped"  # an earlier change of this batch could not be stored
    ID_WAS_USED = "id_was_used"  # for a command with other content


class Change(Struct, frozen=True, array_like=True):  # in brief between processes
    stream: str
    epoch: int
    version: int  # of the stream before this change
    events: tuple[bytes, ...]  # encoded; the first gets version + 1
    journal: dict[str, int] = {}  # account to amount, sums to zero
    command: str = ""  # the sender's id, unique with the sender in it; empty for the system's own commands
    answer: bytes = b""
    tells: tuple[str, ...] = ()  # accounts whose balances `Stored` has to tell, though the journal may not move them
    digest: bytes = b""  # of the command's content, by which another one under the same id is known
    at: int = 0  # when it was decided: how long its answer is kept is counted from here


class Stored(Struct, frozen=True, tag=True):
    version: int
    head: bytes  # the hash of the last event
    balances: dict[str, int] = {}  # of the purses in the journal and of what the change `tells`, after it


class Repeated(Struct, frozen=True, tag=True, array_like=True):
    answer: bytes


class Refused(Struct, frozen=True, tag=True, array_like=True):
    reason: StoreRefusal
    account: str = ""  # whose balance is short


Outcome = Stored | Repeated | Refused


class Given(Struct, frozen=True, array_like=True):
    """The answer to a command that was stored."""

    answer: bytes
    digest: bytes = b""  # of what was asked; an older release has noted none, and is taken to mean the same

    def outcome(self, digest: bytes) -> Repeated | Refused:
        """What whoever sends the id again is told."""
        is_another = bool(self.digest) and self.digest != digest
        return Refused(StoreRefusal.ID_WAS_USED) if is_another else Repeated(self.answer)


class Claim(Struct, frozen=True):
    epoch: int
    version: int
    head: bytes


class Lease(Struct, frozen=True):
    epoch: int
    holder: bytes  # who has it, in words of its own; empty: nobody
    silent_ms: int | None = None  # since the holder was heard of, by the store's own clock, where it has one


FLOOR = "floor"  # the one lease that there is
NOBODY = Lease(0, b"")


class StoredEvent(Struct, frozen=True):
    version: int
    body: bytes
    head: bytes  # the chain's hash up to and including this event


class Checkpoint(Struct, frozen=True):
    """Where the events in the store begin, and what those before it, which are in archive files, came to."""

    version: int = 0
    head: bytes = CHAIN_START
    shoe: int = 0  # that ended last; a checkpoint stands between two shoes
    lines: dict[str, int] = {}  # account to what the archived events have moved on it


class Snapshot(Struct, frozen=True):
    """A table's state at a version: a cache, thrown away when the schema of states has changed."""

    schema: int
    version: int
    body: bytes


def chained(head: bytes, version: int, body: bytes) -> bytes:
    """The hash of an event, which binds everything before it."""
    return sha256(head + version.to_bytes(8, "big") + body).digest()
