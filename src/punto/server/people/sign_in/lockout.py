"""Stops password guessing: after a few failures a name, or an address, must wait.

An attempt counts as failed until it succeeds, so a hundred parallel ones do not count as one. It is stored before the
password is checked, so a restart or a kill gives nobody fresh attempts. Memory is bounded: the least recently tried
keys are dropped first.
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
    """For one kind of key, names or addresses. Keys are hashes, so they may be stored."""

    def __init__(
        self, store: PeopleStore, kind: str, clock: Callable[[], int], *, failures_max: int, lock_ms: int
    ) -> None:
        self._store = store
        self._kind = kind  # of the records
        self._clock = clock
        self._failures_max = failures_max
        self._lock_ms = lock_ms
        self._tries: OrderedDict[str, _Tries] = OrderedDict()  # least recent first

    async def recall(self) -> None:
        """At startup: the failures so far."""
        kept = [
            (key, msgspec.json.decode(body, type=_Tries)) async for key, body in every_record(self._store, self._kind)
        ]
        now = self._clock()  # capped, so that a clock set back makes nobody wait longer
        self._tries = OrderedDict(
            (key, _Tries(tries.count, min(tries.last_at, now)))
            for key, tries in sorted(kept, key=lambda each: each[1].last_at)
        )
        await self.forget_old()

    def wait_ms(self, key: str) -> int:
        """How long the key stays locked; 0: it is not."""
        tries = self._current(key)
        if tries is None or tries.count < self._failures_max:
            return 0
        return tries.last_at + self._lock_ms - self._clock()

    def tried(self, key: str) -> None:
        """Counted in memory at once; `keep` stores it."""
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
        """Takes back only the last attempt, or anybody with an account could reset an address."""
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
        """Call it periodically: a name that is never tried again is not noticed otherwise."""
        for key in list(self._tries):
            if self._current(key) is not None:
                return
            await self.forgive(key)

    def _current(self, key: str) -> _Tries | None:
        tries = self._tries.get(key)
        is_old = tries is not None and self._clock() - tries.last_at >= self._lock_ms
        return None if is_old else tries
