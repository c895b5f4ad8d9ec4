"""Is a store behind the heads kept beside it? Checked before anything is claimed, and when a store reopens.

A stream must reach the version in the heads, with the same hash there; it may be longer, because heads are written
a moment after each commit. Of archived events, only the last hash is left to compare.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from punto.rules.invalid_input import InvalidInput
from punto.server.store.heads_file import Head, Heads
from punto.server.store.interface import LogReader
from punto.server.store.values import CHAIN_START, LOG_ID, STORE, Claim

STREAMS_NAMED = 5  # in a message; the others are counted


class Looked(LogReader, Protocol):
    """A store that is only read."""

    async def record(self, kind: str, name: str) -> bytes | None: ...


class Missing(NamedTuple):
    """Events of a stream that clients were told about and that are gone."""

    stream: str
    first: int
    last: int

    def __str__(self) -> str:
        events = f"event {self.first}" if self.first == self.last else f"events {self.first} to {self.last}"
        return f"{self.stream} lacks {events}"


class StoreIsBehind(InvalidInput):
    """The store lacks events that clients were told about."""


class Loss(NamedTuple):
    is_empty: bool
    is_another: bool  # its log id differs from that of the heads
    missing: Sequence[Missing]

    def __str__(self) -> str:
        if self.is_empty:
            return "it is missing or empty, and a floor has been played in it"
        if self.is_another:
            return "it is not the one that was played in last, but one restored or put there since"
        named = ", ".join(map(str, self.missing[:STREAMS_NAMED]))
        rest = len(self.missing) - STREAMS_NAMED
        return f"it has lost its end: {named}" + (f", and {rest} streams more" if rest > 0 else "")


async def loss_of(told: Heads, store: Looked) -> Loss | None:
    """None: nothing is missing."""
    found, claims = await asyncio.gather(store.record(STORE, LOG_ID), store.streams())
    looked = await asyncio.gather(*(_missing(store, claims, *head) for head in told.streams.items()))
    missing = [each for each in looked if each]
    if found is None and not claims:
        return Loss(is_empty=True, is_another=False, missing=missing)
    if found is None or found.decode() != told.log_id:
        return Loss(is_empty=False, is_another=True, missing=missing)
    return Loss(is_empty=False, is_another=False, missing=missing) if missing else None


async def _missing(store: Looked, claims: dict[str, Claim], stream: str, told: Head) -> Missing | None:
    claim = claims.get(stream, Claim(0, 0, CHAIN_START))
    if claim.version < told.version:
        return Missing(stream, claim.version + 1, told.version)
    found = claim.head if claim.version == told.version else await _hash_at(store, stream, told)
    return None if found == told.hash else Missing(stream, told.version, told.version)


async def _hash_at(store: Looked, stream: str, told: Head) -> bytes | None:
    archived = await store.checkpoint(stream)
    if archived.version > told.version:
        return told.hash  # archived; the chain after it still commits to it
    if archived.version == told.version:
        return archived.head
    events = await store.read(stream, after=told.version - 1, limit=1)
    return events[0].head if events else None
