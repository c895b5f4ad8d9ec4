"""Guessing passwords ends quickly: after a few failures a name, or an address, must wait.

An attempt counts as failed until it has succeeded, so that a hundred at once are not one. It is written down before the
password is looked at, so that a restart, or a kill, hands nobody fresh tries. Memory is bounded: the least recently
tried are forgotten first.
"""

from collections import OrderedDict
from collections.abc import Callable

import msgspec

from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

REMEMBERED_MAX = 100_000


class _Tries(msgspec.Struct, frozen=True):
    count: int
    last_at: int


class Lockout:
    """Of one kind of thing that can fail: names, or addresses. Keys are hashes, which the store may keep."""

    def __init__(
        self, store: PeopleStore, kind: str, clock: Callable[[], int], *, failures_max: int, lock_ms: int
    ) -> None:
        self._store = store
        self._kind = kind  # of the records
        self._clock = clock
        self._failures_max = failures_max
        self._lock_ms = lock_ms
        self._tries: OrderedDict[str, _Tries] = OrderedDict()  # the least recent first

    async def recall(self) -> None:
        """At a start: what had failed before it."""
        kept = [
            (key, msgspec.json.decode(body, type=_Tries)) async for key, body in every_record(self._store, self._kind)
        ]
        now = self._clock()  # less than what is kept, where the clock was set back: nobody waits longer for it
        self._tries = OrderedDict(
            (key, _Tries(tries.count, min(tries.last_at, now)))
            for key, tries in sorted(kept, key=lambda each: each[1].last_at)
        )
        await self.forget_old()

    def wait_ms(self, key: str) -> int:
        """How long the key is locked yet; 0: it is not."""
        tries = self._current(key)
        if tries is None or tries.count < self._failures_max:
            return 0
        return tries.last_at + self._lock_ms - self._clock()

    def tried(self, key: str) -> None:
        """At once in memory; `keep` writes it down."""
        tries = self._current(key)
        self._tries[key] = _Tries(tries.count + 1 if tries else 1, self._clock())
        self._tries.move_to_end(key)

    async def keep(self, key: str) -> None:
        tries = self._tries.get(key)
        if tries is not None:
            await self._store.keep_record(self._kind, key, msgspec.json.encode(tries))
        while len(self._tries) > REMEMBERED_MAX:
            await self.forgive(next(iter(self._tries)))

    async def succeeded(self, key: str) -> None:
        """Takes back the last attempt only, or anybody with an account of their own could reset an address."""
        tries = self._tries.get(key)
        if tries is None:
            return
        if tries.count > 1:
            self._tries[key] = _Tries(tries.count - 1, tries.last_at)
            await self.keep(key)
        else:
            await self.forgive(key)

    async def forgive(self, key: str) -> None:
        if self._tries.pop(key, None) is not None:
            await self._store.forget_record(self._kind, key)

    async def forget_old(self) -> None:
        """To be called now and then: nobody else notices a name that is never tried again."""
        for key in list(self._tries):
            if self._current(key) is not None:
                return
            await self.forgive(key)

    def _current(self, key: str) -> _Tries | None:
        tries = self._tries.get(key)
        is_old = tries is not None and self._clock() - tries.last_at >= self._lock_ms
        return None if is_old else tries
