"""What staff write down about a patron: short, few, and erasable.

Notes live in one erasable row for each patron, never in an event, so that erasing a note or the person leaves nothing
to read. The staff log says who added or erased one, not what it said.
"""

from collections.abc import Callable

from msgspec import Struct

from punto.server.people.accounts import Accounts
from punto.server.people.person_row import PersonRow
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import People
from punto.table.state import Instant

NOTES_MAX = 50
NOTE_MAX = 500  # characters
NOTES_ROW = "notes"


class PatronNote(Struct, frozen=True):
    number: int
    at: Instant
    by: str  # the account of its writer
    text: str


class _Kept(Struct, frozen=True):
    last: int = 0  # numbers are not used again
    notes: tuple[PatronNote, ...] = ()  # oldest first


class PatronNotes:
    def __init__(self, store: People, accounts: Accounts, clock: Callable[[], Instant]) -> None:
        self._row = PersonRow(store, accounts, NOTES_ROW, _Kept())
        self._clock = clock

    async def of(self, patron: str) -> tuple[PatronNote, ...]:
        """Newest first."""
        return (await self._row.read(patron)).notes[::-1]

    async def add(self, patron: str, text: str, by: str) -> PatronNote | PeopleRefusal:
        async with self._row.writing:
            kept = await self._row.read(patron)
            if len(kept.notes) >= NOTES_MAX:
                return PeopleRefusal.TOO_MANY_NOTES
            note = PatronNote(kept.last + 1, self._clock(), by, text)
            return await self._row.keep(patron, _Kept(note.number, (*kept.notes, note))) or note

    async def erase(self, patron: str, number: int) -> bool:
        """False: there is no such note, or its patron is being erased and takes it along."""
        async with self._row.writing:
            kept = await self._row.read(patron)
            left = tuple(each for each in kept.notes if each.number != number)
            if len(left) == len(kept.notes):
                return False
            return await self._row.keep(patron, _Kept(kept.last, left)) is None
