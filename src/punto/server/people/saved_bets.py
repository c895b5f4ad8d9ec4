"""Bets that a patron has saved to place again: sets of stakes for a book, kept with the account on every device.

They live in one erasable row for each patron. Whether a table takes a set is decided when it is placed there.
"""

from msgspec import Struct
from msgspec.structs import replace

from punto.server.people.accounts import Accounts
from punto.server.people.person_row import PersonRow
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.store.interface import People

SAVED_OF_A_BOOK = 12  # as many as are found at a glance
SAVED_NAME_MAX = 30  # characters
SAVED_BETS_ROW = "saved-bets"

Stakes = tuple[tuple[str, int], ...]  # bet and stake


class SavedBet(Struct, frozen=True):
    number: int
    book: str
    name: str  # empty: called by its bets
    stakes: Stakes


class _Kept(Struct, frozen=True):
    last: int = 0  # numbers are not used again
    bets: tuple[SavedBet, ...] = ()  # oldest first


class SavedBets:
    def __init__(self, store: People, accounts: Accounts) -> None:
        self._row = PersonRow(store, accounts, SAVED_BETS_ROW, _Kept())

    async def of(self, patron: str) -> tuple[SavedBet, ...]:
        """Oldest first."""
        return (await self._row.read(patron)).bets

    async def save(self, patron: str, book: str, stakes: Stakes, name: str) -> SavedBet | PeopleRefusal:
        """The same stakes again are the bet that is there, not a second one."""
        async with self._row.writing:
            kept = await self._row.read(patron)
            of_book = [bet for bet in kept.bets if bet.book == book]
            same = next((bet for bet in of_book if dict(bet.stakes) == dict(stakes)), None)
            if same is not None:
                return same
            if len(of_book) >= SAVED_OF_A_BOOK:
                return PeopleRefusal.TOO_MANY_SAVED_BETS
            saved = SavedBet(kept.last + 1, book, tidy(name), stakes)
            return await self._row.keep(patron, _Kept(saved.number, (*kept.bets, saved))) or saved

    async def rename(self, patron: str, number: int, name: str) -> SavedBet | PeopleRefusal:
        async with self._row.writing:
            kept = await self._row.read(patron)
            found = next((bet for bet in kept.bets if bet.number == number), None)
            if found is None:
                return PeopleRefusal.SAVED_BET_IS_UNKNOWN
            renamed = replace(found, name=tidy(name))
            bets = tuple(renamed if bet is found else bet for bet in kept.bets)
            return await self._row.keep(patron, _Kept(kept.last, bets)) or renamed

    async def delete(self, patron: str, number: int) -> PeopleRefusal | None:
        async with self._row.writing:
            kept = await self._row.read(patron)
            left = tuple(bet for bet in kept.bets if bet.number != number)
            if len(left) == len(kept.bets):
                return PeopleRefusal.SAVED_BET_IS_UNKNOWN
            return await self._row.keep(patron, _Kept(kept.last, left))


def tidy(name: str) -> str:
    """On one line, without what cannot be seen."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())
