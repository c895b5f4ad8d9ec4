"""A key for each patron who speaks, in an erasable row: words sealed with it are gone when the row is erased.

A row that leaves no trace on the disk is slow to write, and bets would wait for it if every line were one. So it is
written once for each patron, and lines are ordinary records that nobody can read without it.
"""

import secrets

from punto.server.people.person_row import person_row
from punto.server.store.interface import People

KEY_ROW = "talk-key"
KEY_BYTES = 32
KEYS_IN_MEMORY = 10_000


class SpeakerKeys:
    def __init__(self, people: People) -> None:
        self._people = people
        self._known: dict[str, bytes] = {}

    async def of(self, patron: str) -> bytes | None:
        """None: they never spoke, or were erased."""
        if patron not in self._known:
            key = await self._people.person(person_row(KEY_ROW, patron))
            return None if key is None else self._remember(patron, key)
        return self._known[patron]

    async def of_speaker(self, patron: str) -> bytes:
        """Made when they first speak. For one writer at a time."""
        key = await self.of(patron)
        if key is None:
            key = secrets.token_bytes(KEY_BYTES)
            await self._people.keep_person(person_row(KEY_ROW, patron), key)
            self._remember(patron, key)
        return key

    async def erase(self, patron: str) -> None:
        if await self.of(patron) is not None:
            await self._people.erase_person(person_row(KEY_ROW, patron))
            self._known.pop(patron, None)

    def _remember(self, patron: str, key: bytes) -> bytes:
        while len(self._known) >= KEYS_IN_MEMORY:
            del self._known[next(iter(self._known))]
        self._known[patron] = key
        return key
