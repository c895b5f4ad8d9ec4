"""Records and people, written in the order in which the floor decided on them.

A store may have several connections and a write may be late: without an order, an older exclusion could replace a newer
one. So every write gets its version the moment it is asked for. Versions begin with the epoch of a claim: whatever a
floor writes is newer than everything an earlier floor wrote.

What is read in one step is read in one trip: a floor that opens reads a dozen kinds, and then lets everybody in.
"""

from functools import partial
from typing import Protocol

from punto.server.store.failures import StreamIsTaken
from punto.server.store.gathered_calls import GatheredCalls
from punto.server.store.interface import Claims, ManyAtOnce, PlayHistory, VersionedRecords
from punto.server.store.values import RECORDS_READ_AT_ONCE

STREAM = "records"  # claimed for its epoch; it has no events
NUMBER_BITS = (
    36  # of a version: the writes under one claim; the rest is its epoch, which a restore raises by a thousand
)


class RecordStore(Claims, VersionedRecords, ManyAtOnce, PlayHistory, Protocol):
    """Versioned records, and a stream to claim."""


class OrderedRecords:
    """Made by `open`. Raises StreamIsTaken when a later floor has written."""

    def __init__(self, store: RecordStore, epoch: int) -> None:
        self.person = GatheredCalls(store.people).of
        self.plays = store.plays
        self._store = store
        self._epoch = epoch
        self._last = epoch << NUMBER_BITS
        self._last_before = 0  # when marks were last dropped
        self._by_name: dict[str, GatheredCalls[bytes]] = {}  # of a kind
        self._by_kind = GatheredCalls(store.first_records)

    @classmethod
    async def open(cls, store: RecordStore) -> "OrderedRecords":
        return cls(store, (await store.claim(STREAM)).epoch)

    async def record(self, kind: str, name: str) -> bytes | None:
        if kind not in self._by_name:
            self._by_name[kind] = GatheredCalls(partial(self._store.named_records, kind))
        return await self._by_name[kind].of(name)

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        if after or limit != RECORDS_READ_AT_ONCE:
            return await self._store.records(kind, after, limit)
        return await self._by_kind.of(kind) or []

    async def keep_record(self, kind: str, name: str, body: bytes) -> int:
        return self._ours(await self._store.keep_record(kind, name, body, self._next()))

    async def forget_record(self, kind: str, name: str) -> int:
        return self._ours(await self._store.forget_record(kind, name, self._next()))

    async def keep_person(self, person: str, body: bytes) -> int:
        return self._ours(await self._store.keep_person(person, body, self._next()))

    async def erase_person(self, person: str) -> int:
        return self._ours(await self._store.erase_person(person, self._next()))

    async def drop_old_marks(self) -> None:
        """Call it once an hour: no write takes that long, so records forgotten an hour ago need no mark any more."""
        up_to, self._last_before = self._last_before, self._last
        await self._store.drop_marks(up_to)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _ours(self, standing: int) -> int:
        if standing >> NUMBER_BITS > self._epoch:
            raise StreamIsTaken(STREAM)
        return standing
