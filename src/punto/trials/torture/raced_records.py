"""Writes of one record that reach the store out of order, some of them only after a crash.

Of all writes that have arrived, the one requested last must stand.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from punto.server.store.interface import Store
from punto.server.streams.ordered_records import OrderedRecords

KIND, NAMES = "tortured", ("anna", "bert")


class Standing(NamedTuple):
    version: int
    body: bytes | None  # None: forgotten


class _Late(NamedTuple):
    name: str
    written: Standing
    arrives: Callable[[Store], Coroutine[Any, Any, int]]


class _LateStore:
    """A store that holds writes back."""

    def __init__(self, store: Store) -> None:
        self.record, self.records, self.person, self.plays = store.record, store.records, store.person, store.plays
        self.claim, self.keep_person, self.erase_person = store.claim, store.keep_person, store.erase_person
        self.drop_marks, self.people = store.drop_marks, store.people
        self.named_records, self.first_records = store.named_records, store.first_records
        self.late: list[_Late] = []

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        assert version is not None
        self.late.append(
            _Late(name, Standing(version, body), lambda store: store.keep_record(kind, name, body, version))
        )
        return version

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        assert version is not None
        self.late.append(_Late(name, Standing(version, None), lambda store: store.forget_record(kind, name, version)))
        return version


class RacedRecords:
    def __init__(self, chance: random.Random) -> None:
        self.standing = dict.fromkeys(NAMES, Standing(0, None))
        self._chance = chance
        self._writes = 0
        self._lost: list[_Late] = []  # writes of a dead process, which may still arrive

    async def start(self, store: Store) -> None:
        self._late = _LateStore(store)
        self._ordered = await OrderedRecords.open(self._late)

    async def race(self, store: Store) -> str:
        """A few concurrent callers, whose writes arrive in any order, or only after another process holds the floor."""
        name = self._chance.choice(NAMES)
        await asyncio.gather(*(self._write(name) for _ in range(self._chance.randint(2, 4))))
        late, self._late.late = self._late.late, []
        self._chance.shuffle(late)
        if self._chance.random() < 0.2:
            self._lost.append(late.pop())
        for each in late:
            await self._arrive(store, each)
        return f"{len(late)} writes of {name} race"

    async def arrive_late(self, store: Store) -> str:
        """A write of a process that died long ago."""
        if not self._lost:
            return "no write is late"
        each = self._lost.pop()
        await self._arrive(store, each)
        return f"a write of {each.name} arrives late"

    def set_back(self, standing: dict[str, Standing]) -> None:
        """Late writes belong to a floor that is gone."""
        self.standing = dict(standing)
        self._lost.clear()

    async def check(self, store: Store) -> None:
        for name, standing in self.standing.items():
            assert await store.record(KIND, name) == standing.body, f"the last write of {name} stands"

    async def _write(self, name: str) -> None:
        self._writes += 1
        if self._chance.random() < 0.3:
            await self._ordered.forget_record(KIND, name)
        else:
            await self._ordered.keep_record(KIND, name, f"{self._writes}".encode())

    async def _arrive(self, store: Store, each: _Late) -> None:
        await each.arrives(store)
        self.standing[each.name] = max(self.standing[each.name], each.written, key=lambda one: one.version)
        await self.check(store)
