"""What a store of events and money promises, whichever engine keeps it.

- A **stream** is a numbered, hash-chained list of events: one for each table, one for the cashier, one for staff.
- Whoever writes to a stream **claims** it first and gets an epoch; a later claim makes every earlier epoch too old.
- A **change** is one accepted command: its events, its one journal, and the answer its sender is told. All of it is
  stored or none. `commit` takes many changes and stores them in one transaction; a change that cannot be stored stops
  its own stream for the rest of the batch, and no other.
- The same **command** id twice gets the first answer again, whatever happened between, for as long as answers are kept;
  under an id that was used for something else, nothing is stored.
- No account but the house's and the cashier's is ever below zero, and all accounts sum to zero at every commit.
- A server that runs the floor holds its **lease** and guards itself by it: from then on what it writes is stored only
  while the lease has its epoch. Whoever takes the lease later makes that epoch too old.
- Beside the streams stand **records**, which are plain values by kind and name, **people**, which are erasable, and the
  **plays** of plays.py. A record and a person have a version: whoever writes names one, and what stands is never
  replaced by an older one, nor is what was forgotten brought back. Without one it follows what stands.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from punto.server.store.plays import (
    EVERY_PLAY,
    PLAYS_READ_AT_ONCE,
    BetTotal,
    Followed,
    Kept,
    Play,
    Played,
    PlayFilter,
    PlayKey,
)

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


class StoreIsLost(Exception):
    """The engine is gone; whether open commits were stored is unknown. Tables stop and reload."""


class StoreCannotWrite(StoreIsLost):
    """The engine is there and says why it cannot store anything now: a full disk, say. Nothing was stored."""


class FloorIsTaken(StoreIsLost):
    """Another server has taken the floor: for this one the store is lost for good, and nothing was written."""


class EventsAreArchived(Exception):
    """Events that a reader asked for were sealed to an archive file and dropped; the file has them."""

    def __init__(self, stream: str, up_to: int) -> None:
        super().__init__(f"the events of {stream} up to version {up_to} are archived")
        self.stream = stream
        self.up_to = up_to


class StoreCannotBeOpened(ValueError):
    """It is not a store of ours, or a newer program has written it."""


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


class Store(Protocol):
    async def claim(self, stream: str) -> Claim: ...

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]: ...

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        """Raises EventsAreArchived when the first event after a version was dropped."""

    async def checkpoint(self, stream: str) -> Checkpoint: ...

    async def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        """From now on the events up to it are read in their archive files. False when the store has no such event."""

    async def drop_events(self, stream: str, limit: int) -> int:
        """Drop events behind the checkpoint, no more than `limit` of them. How many there were."""

    async def drop_journals(self, place: int) -> int | None:
        """Drop the journals of archived events in one stretch of the table that holds them. Where the next begins."""

    async def answer_to(self, command: str) -> Given | None: ...

    async def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        """Forget answers in the order in which they were stored, and say how many: those before an instant, up to the
        first that is not, and those of more than are to be kept. No more than a limit at once."""

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Zero for an account that was never used."""

    async def every_balance(self) -> dict[str, int]:
        """Of one instant. Accounts with nothing on them are left out: each coup leaves an empty escrow behind."""

    async def journal_lines(
        self, account: str, after: int = 0, limit: int = LINES_READ_AT_ONCE
    ) -> list[tuple[int, str, int, int]]:
        """The lines of an account as (line number, stream, version of the stream, amount), oldest first."""

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Replaces an older one, and throws away those of older schemas."""

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None: ...

    async def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        """The version that stands now: this one, or a newer one that stays."""

    async def person(self, person: str) -> bytes | None: ...

    async def erase_person(self, person: str, version: int | None = None) -> int: ...

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        """The version that stands now: this one, or a newer one that stays."""

    async def record(self, kind: str, name: str) -> bytes | None: ...

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        """A version leaves a mark, so that a late write of an older one brings nothing back."""

    async def drop_marks(self, up_to: int) -> None:
        """Of records that were forgotten with a version up to this one: nobody writes older ones any more."""

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        """Name and body, by name."""

    async def keep_plays(self, kept: Sequence[Kept]) -> None:
        """In one transaction; each stream stands in it once."""

    async def followed(self, stream: str) -> Followed: ...

    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        """The newest first."""

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        """What these patrons have played at a table in the coup that ended at an instant."""

    async def played_since(self, patron: str, since: int) -> Played: ...

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]: ...

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        """As they were right after the change that led a stream to a version or past it. `moved` is an account that it
        moved."""

    async def streams(self) -> dict[str, Claim]:
        """Every stream, by name, as its last claimant would find it."""

    async def log_id(self) -> str:
        """Names this store's history: a store that was restored from a copy gets another."""

    async def renew_log_id(self, why: str) -> str:
        """The store is older than what was told, and `why` says how that came about: another history begins. In the
        same transaction every stream gets an epoch that no running floor has, and `why` becomes a record."""

    async def lease(self) -> Lease: ...

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        """The new epoch; None when the lease no longer has the epoch that the taker has seen."""

    async def renew_lease(self, epoch: int) -> bool:
        """A sign of life. False: the lease is somebody else's."""

    async def touch_lease(self, epoch: int) -> bool:
        """As `renew_lease`, and in any case by writing: it shows whether that can be done."""

    async def release_lease(self, epoch: int) -> None: ...

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        """Write from now on only while the lease has this epoch. Else FloorIsTaken, after `on_taken` was told."""

    async def close(self) -> None: ...


def chained(head: bytes, version: int, body: bytes) -> bytes:
    """The hash of an event, which binds everything before it."""
    return sha256(head + version.to_bytes(8, "big") + body).digest()
