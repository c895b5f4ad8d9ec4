"""What a store of events and money promises, whichever engine it runs on.

- A **stream** is a numbered, hash-chained list of events: one for each table, one for the cashier, one for staff.
- A writer **claims** a stream and gets an epoch; a later claim fences off every earlier epoch.
- A **change** is one accepted command: its events, its one journal and the answer for its sender, stored together or
  not at all. `commit` stores many changes in one transaction; a change that cannot be stored stops its own stream for
  the rest of the batch, and no other.
- The same **command** id sent twice gets the first answer again for as long as answers are kept; an id reused for
  another command stores nothing.
- No account but the house's and the cashier's is ever below zero, and all accounts sum to zero at every commit.
- The server that runs the floor holds its **lease** and guards its writes with it: once another server takes the
  lease, nothing more from the first is stored.
- Beside the streams are **records** (plain values by kind and name), **people** (erasable rows) and **plays**
  (`plays.py`). Records and people have versions: an older version never replaces a newer one, nor brings back what was
  forgotten. A write without a version follows whatever is there.

Ask for the smallest Protocol that does; `Store` is all of them.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from punto.server.store.plays import (
    EVERY_PLAY,
    PLAYS_READ_AT_ONCE,
    BetTotal,
    Followed,
    Play,
    PlayBatch,
    PlayFilter,
    PlayKey,
)
from punto.server.store.values import (
    EVENTS_READ_AT_ONCE,
    LINES_READ_AT_ONCE,
    RECORDS_READ_AT_ONCE,
    AccountLine,
    Change,
    Checkpoint,
    Claim,
    Given,
    Lease,
    Outcome,
    Snapshot,
    StoredEvent,
)

# --- events -----------------------------------------------------------------------------------------------------------


class EventReader(Protocol):
    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        """Raises EventsAreArchived when the first event after a version was dropped."""


class Claims(Protocol):
    async def claim(self, stream: str, after: int | None = None) -> Claim:
        """`after`: only while this is the stream's epoch; raises StreamIsTaken once somebody else has claimed it."""


class EventStore(EventReader, Claims, Protocol):
    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        """Commits of one process are stored in the order of calling, and their outcomes come in that order."""

    async def answer_to(self, command: str) -> Given | None: ...


class Answers(Protocol):
    async def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        """Forget the oldest answers, at most `limit` of them: those given before an instant, and those beyond the
        number to keep. Returns how many."""


class LogReader(EventReader, Protocol):
    async def checkpoint(self, stream: str) -> Checkpoint: ...

    async def streams(self) -> dict[str, Claim]:
        """Every stream by name, as its last claimant would find it."""


class Archive(LogReader, Protocol):
    async def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        """From now on, events up to it are in archive files. False when the store has no such event."""

    async def drop_events(self, stream: str, limit: int) -> int:
        """Drop at most `limit` events before the checkpoint. Returns how many there were."""

    async def drop_journals(self, place: int) -> int | None:
        """Drop the journals of archived events in one stretch of their table. Returns where the next one begins."""


class Snapshots(Protocol):
    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Replaces an older one, and deletes those of older schemas."""

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None: ...


class History(Protocol):
    async def log_id(self) -> str:
        """Names this store's history: a store restored from a copy gets another."""

    async def renew_log_id(self, why: str) -> str:
        """Begin another history, because the store is older than what was told. In the same transaction every stream
        gets an epoch that no running floor has, and `why` becomes a record."""


# --- money ------------------------------------------------------------------------------------------------------------


class Balances(Protocol):
    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Zero for an account that was never used."""


class TableStore(EventStore, Balances, Protocol):
    """What tables and the cashier need: events, and the purses that they move."""


class Ledger(Balances, Protocol):
    async def every_balance(self) -> dict[str, int]:
        """All at one instant, without empty accounts: each coup leaves an empty escrow behind."""

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        """As they were right after the change that led a stream to a version or past it. `moved` is an account that
        the change moved."""

    async def account_lines(
        self, account: str, before: int | None = None, limit: int = LINES_READ_AT_ONCE
    ) -> list[AccountLine]:
        """What moved an account, newest first, back to where its journals were dropped with archived events. `before`:
        the number of a line that is still there."""


# --- records, people and plays ----------------------------------------------------------------------------------------


class Records(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int:
        """Returns the version that is there now."""

    async def record(self, kind: str, name: str) -> bytes | None: ...

    async def forget_record(self, kind: str, name: str) -> int: ...

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        """Name and body, by name."""


class People(Protocol):
    async def keep_person(self, person: str, body: bytes) -> int:
        """Returns the version that is there now."""

    async def person(self, person: str) -> bytes | None: ...

    async def erase_person(self, person: str) -> int: ...


class ManyAtOnce(Protocol):
    """In one trip; what is not there is left out."""

    async def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]: ...

    async def first_records(self, kinds: Sequence[str]) -> dict[str, list[tuple[str, bytes]]]:
        """Of each kind as many as `records` reads at once."""

    async def people(self, persons: Sequence[str]) -> dict[str, bytes]: ...


class PeopleStore(Records, People, Protocol):
    """What accounts and sessions need."""


class VersionedRecords(PeopleStore, Protocol):
    """The same, where the writer names the version."""

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        """Returns the version that is there now: this one, or a newer one that stays."""

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        """A version leaves a mark, so that a late write of an older one brings nothing back."""

    async def drop_marks(self, up_to: int) -> None:
        """Of records forgotten with a version up to this one, once nobody can write an older version any more."""

    async def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        """Returns the version that is there now: this one, or a newer one that stays."""

    async def erase_person(self, person: str, version: int | None = None) -> int: ...


class PlayHistory(Protocol):
    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        """Newest first."""


class Plays(PlayHistory, Protocol):
    async def keep_plays(self, kept: Sequence[PlayBatch]) -> None:
        """In one transaction; each stream is in it once."""

    async def followed(self, stream: str) -> Followed: ...

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        """What these patrons played at a table in the coup that ended at an instant."""

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]: ...


# --- the floor's lease ------------------------------------------------------------------------------------------------


class Leases(Protocol):
    async def lease(self) -> Lease: ...

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        """The new epoch; None when the lease no longer has the epoch that the taker saw."""

    async def renew_lease(self, epoch: int) -> bool:
        """A heartbeat. False: somebody else has the lease."""

    async def touch_lease(self, epoch: int) -> bool:
        """As `renew_lease`, and writes as much as a busy commit does: then the store can be written to."""

    async def release_lease(self, epoch: int) -> None: ...

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        """From now on, write only while the lease has this epoch; else call `on_taken` and raise FloorIsTaken."""


class Store(
    EventStore, Answers, Archive, Snapshots, History, Ledger, VersionedRecords, ManyAtOnce, Plays, Leases, Protocol
):
    async def get_ready(self) -> None:
        """By a server that stands by, now and then: calls that follow need no preparation. Nothing is written."""

    async def close(self) -> None: ...
