"""What staff did that matters: who, what, to whom and when, in a hash-chained stream of its own.

An action is written down before it is done; if it is then refused, that follows. Free text lives in an erasable row,
and the event keeps a salted hash of it: erasing the text leaves the proof that there was one, and no way to guess it.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Protocol

import msgspec

from punto.server.store.interface import (
    EVENTS_READ_AT_ONCE,
    Change,
    Claim,
    Outcome,
    Refused,
    Stored,
    StoredEvent,
    StoreRefusal,
)
from punto.server.table_stream import StreamIsTaken
from punto.table.state import Instant

STREAM = "staff"
SALT_BYTES = 16


class StaffStore(Protocol):
    async def claim(self, stream: str) -> Claim: ...

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]: ...

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]: ...

    async def keep_person(self, person: str, body: bytes) -> int: ...

    async def person(self, person: str) -> bytes | None: ...

    async def erase_person(self, person: str) -> int: ...


class StaffActed(msgspec.Struct, frozen=True, tag=True):
    by: str
    action: str
    subject: str  # a table, an account or a ticket
    at: Instant
    note: str = ""  # the salted hash of what was written; empty: nothing was


class StaffWasRefused(msgspec.Struct, frozen=True, tag=True):
    action: int  # the version of the event before
    refusal: str
    at: Instant


StaffEvent = StaffActed | StaffWasRefused
_EVENTS: msgspec.json.Decoder[StaffEvent] = msgspec.json.Decoder(StaffEvent)


class Note(msgspec.Struct, frozen=True):
    salt: str
    text: str


class Entry(msgspec.Struct, frozen=True):
    """One line of the log as an administrator reads it."""

    number: int
    event: StaffEvent
    note: str = ""  # the text, while it is there


class StaffLog:
    def __init__(self, store: StaffStore, clock: Callable[[], Instant]) -> None:
        self.version = 0
        self._store = store
        self._clock = clock
        self._epoch = 0
        self._is_behind = True
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, store: StaffStore, clock: Callable[[], Instant]) -> "StaffLog":
        log = cls(store, clock)
        await log._claim()
        return log

    async def acts(self, by: str, action: str, subject: str, note: str = "") -> int:
        """To be called before the action; the number is for `refused`."""
        digest = await self._keep_note(note) if note else ""
        return await self._append(StaffActed(by, action, subject, self._clock(), digest))

    async def refused(self, action: int, refusal: str) -> None:
        await self._append(StaffWasRefused(action, refusal, self._clock()))

    async def page(self, before: int | None, limit: int) -> list[Entry]:
        """The newest first, older than a number."""
        last = self.version if before is None else min(before - 1, self.version)
        first = max(0, last - limit)
        stored = await self._store.read(STREAM, after=first, limit=last - first) if last > first else []
        return [await self._entry(each) for each in reversed(stored)]

    async def erase_note(self, number: int) -> bool:
        """The text goes; that it was there stays."""
        stored = await self._store.read(STREAM, after=number - 1, limit=1) if 0 < number <= self.version else []
        event = _EVENTS.decode(stored[0].body) if stored else None
        if not isinstance(event, StaffActed) or not event.note:
            return False
        await self._store.erase_person(_row_of(event.note))
        return True

    async def _entry(self, stored: StoredEvent) -> Entry:
        event = _EVENTS.decode(stored.body)
        if not isinstance(event, StaffActed) or not event.note:
            return Entry(stored.version, event)
        row = await self._store.person(_row_of(event.note))
        return Entry(stored.version, event, "" if row is None else msgspec.json.decode(row, type=Note).text)

    async def _keep_note(self, text: str) -> str:
        note = Note(secrets.token_hex(SALT_BYTES), text)
        digest = digest_of(note)
        await self._store.keep_person(_row_of(digest), msgspec.json.encode(note))
        return digest

    async def _append(self, event: StaffEvent) -> int:
        async with self._writing:
            if self._is_behind:
                await self._claim()
            self._is_behind = True  # until the store has answered
            change = Change(STREAM, self._epoch, self.version, (msgspec.json.encode(event),))
            (outcome,) = await self._store.commit([change])
            if isinstance(outcome, Refused) and outcome.reason is StoreRefusal.EPOCH_IS_OLD:
                raise StreamIsTaken(STREAM)
            assert isinstance(outcome, Stored), "nobody else writes to a claimed stream"
            self.version = outcome.version
            self._is_behind = False
            return outcome.version

    async def _claim(self) -> None:
        claim = await self._store.claim(STREAM)
        self._epoch, self.version, self._is_behind = claim.epoch, claim.version, False


def digest_of(note: Note) -> str:
    return sha256(bytes.fromhex(note.salt) + note.text.encode()).hexdigest()


def _row_of(digest: str) -> str:
    return f"note:{digest}"
