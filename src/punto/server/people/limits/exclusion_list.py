"""Excluded people whose accounts are gone: keyed hashes of names and documents, each with a term.

Erasing a person leaves nothing else to recognise them by, so the exclusion is written here before the name is deleted.
No name can be read from it, and entries are dropped when their term ends.
"""

from collections.abc import Callable, Iterable

from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

EXCLUDED = "excluded"  # the kind of the records: a hash to the instant at which the term ends


class ExclusionList:
    def __init__(self, store: PeopleStore, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    async def add(self, keys: Iterable[str], until: int) -> None:
        """Never shortens a term."""
        for key in keys:
            if key and until > max(self._clock(), await self._until(key)):
                await self._store.keep_record(EXCLUDED, key, str(until).encode())

    async def has(self, keys: Iterable[str]) -> bool:
        now = self._clock()
        return any([await self._until(key) > now for key in keys if key])

    async def forget_over(self) -> None:
        """Call it periodically."""
        now = self._clock()
        async for key, until in every_record(self._store, EXCLUDED):
            if int(until) <= now:
                await self._store.forget_record(EXCLUDED, key)

    async def _until(self, key: str) -> int:
        kept = await self._store.record(EXCLUDED, key)
        return int(kept) if kept else 0
