"""What staff write down about a patron: short, few, and erasable.

Notes live in one erasable row for each patron, never in an event, so that erasing a note or the person leaves nothing
to read. The staff log says who added or erased one, not what it said.
"""

import asyncio
from collections.abc import Callable, Container

import msgspec
from msgspec import Struct

from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import People
from punto.table.state import Instant

NOTES_MAX = 50
NOTE_MAX = 500  # characters


class PatronNote(Struct, frozen=True):
    number: int
    at: Instant
    by: str  # the account of its writer
    text: str


class _Kept(Struct, frozen=True):
    last: int = 0  # numbers are not used again
    notes: tuple[PatronNote, ...] = ()  # oldest first


class PatronNotes:
    def __init__(self, store: People, clock: Callable[[], Instant], leaving: Container[str]) -> None:
        self._store = store
        self._clock = clock
        self._leaving = leaving  # people being erased, or erased
        self._writing = asyncio.Lock()

    async def of(self, patron: str) -> tuple[PatronNote, ...]:
        """Newest first."""
        return (await self._kept(patron)).notes[::-1]

    async def add(self, patron: str, text: str, by: str) -> PatronNote | PeopleRefusal:
        async with self._writing:
            kept = await self._kept(patron)
            if len(kept.notes) >= NOTES_MAX:
                return PeopleRefusal.TOO_MANY_NOTES
            if patron in self._leaving:
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            note = PatronNote(kept.last + 1, self._clock(), by, text)
            await self._keep(patron, _Kept(note.number, (*kept.notes, note)))
            if patron in self._leaving:  # erased while it was written
                await self._store.erase_person(notes_row(patron))
                return PeopleRefusal.ACCOUNT_IS_UNKNOWN
            return note

    async def erase(self, patron: str, number: int) -> bool:
        """False: there is no such note."""
        async with self._writing:
            kept = await self._kept(patron)
            left = tuple(each for each in kept.notes if each.number != number)
            if len(left) == len(kept.notes):
                return False
            await self._keep(patron, _Kept(kept.last, left))
            return True

    async def _kept(self, patron: str) -> _Kept:
        row = await self._store.person(notes_row(patron))
        return _Kept() if row is None else msgspec.json.decode(row, type=_Kept)

    async def _keep(self, patron: str, kept: _Kept) -> None:
        await self._store.keep_person(notes_row(patron), msgspec.json.encode(kept))


def notes_row(patron: str) -> str:
    return f"notes:{patron}"
