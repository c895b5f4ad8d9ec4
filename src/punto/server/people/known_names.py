"""Finds patrons by a part of their name, also when it is misspelled by one letter.

Names are stored only in erasable rows behind keyed hashes, which cannot be searched. So they are read once, when staff
first search, and kept in memory up to date: a person who is erased leaves it at once.
"""

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Iterable

from punto.server.people.account import Account
from punto.server.people.directory import NAME
from punto.server.people.identity import Role
from punto.server.people.names import folded
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

NAMES_MAX = 200_000  # beyond these only whole names are found
READ_AT_ONCE = 200
RANKED_AT_ONCE = 500
NEAR_FROM = 3  # letters: a shorter word must be spelled right

NameOf = Callable[[str], Awaitable[str]]
AccountOf = Callable[[str], Awaitable[Account | None]]


class KnownNames:
    def __init__(self, store: PeopleStore, account_of: AccountOf, name_of: NameOf) -> None:
        self._store = store
        self._account_of = account_of
        self._name_of = name_of
        self._words: dict[str, tuple[str, ...]] = {}  # a patron to the words of the name
        self._is_read = False
        self._reading = asyncio.Lock()

    async def changed(self, account: Account) -> None:
        """For every account whose name or standing has changed."""
        if self._is_read:
            await self._note(account.id)

    async def search(self, text: str, limit: int) -> list[str]:
        """Ids, the best first: spelled right before nearly right, then by name."""
        wanted = words_of(text)
        if not wanted:
            return []
        await self._read()
        ranked: list[tuple[int, tuple[str, ...], str]] = []
        for place, (patron, words) in enumerate(list(self._words.items()), start=1):
            if rank := _rank(wanted, words):
                ranked.append((rank, words, patron))
            if place % RANKED_AT_ONCE == 0:
                await asyncio.sleep(0)  # tables must not wait for a search
        return [patron for _, _, patron in sorted(ranked)[:limit]]

    async def _read(self) -> None:
        async with self._reading:
            if self._is_read:
                return
            found = [body.decode() async for _, body in every_record(self._store, NAME)]
            self._is_read = True  # what changes from here on is noted besides
            for start in range(0, min(len(found), NAMES_MAX), READ_AT_ONCE):
                await asyncio.gather(*map(self._note, found[start : start + READ_AT_ONCE]))

    async def _note(self, patron: str) -> None:
        account, name = await asyncio.gather(self._account_of(patron), self._name_of(patron))
        if account is None or account.is_erased or account.role is not Role.PATRON or not name:
            self._words.pop(patron, None)
        elif patron in self._words or len(self._words) < NAMES_MAX:
            self._words[patron] = words_of(name)


def words_of(text: str) -> tuple[str, ...]:
    """Without case and accents."""
    plain = "".join(each for each in unicodedata.normalize("NFD", folded(text)) if not unicodedata.combining(each))
    return tuple("".join(each if each.isalnum() else " " for each in plain).split())


def _rank(wanted: Iterable[str], words: tuple[str, ...]) -> int:
    """0: no match; 1: every wanted word begins a word of the name; 2: some do with one letter wrong."""
    rank = 1
    for word in wanted:
        if any(each.startswith(word) for each in words):
            continue
        if not any(_begins_nearly(each, word) for each in words):
            return 0
        rank = 2
    return rank


def _begins_nearly(name: str, word: str) -> bool:
    """With one letter wrong, missing or too many."""
    if len(word) < NEAR_FROM:
        return False
    size = len(word)
    return any(_is_one_edit(word, name[:length]) for length in (size - 1, size, size + 1))


def _is_one_edit(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
