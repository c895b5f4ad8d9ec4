"""New accounts of one address in an hour. Counts are stored, so a restart or another server lets nobody in anew."""

from collections import OrderedDict
from collections.abc import Callable

import msgspec

from punto.server.safety.token_bucket import Rate, TokenBucket
from punto.server.store.every_record import every_record
from punto.server.store.interface import PeopleStore

NEWCOMERS = "newcomers"  # kind of the records
HOUR_MS = 3_600_000
REMEMBERED_MAX = 100_000


class Newcomers:
    """Keys are hashes of addresses, so they may be stored."""

    def __init__(self, store: PeopleStore, clock: Callable[[], int], an_hour: int) -> None:
        self._store = store
        self._clock = clock
        self._rate = Rate(an_hour / HOUR_MS, float(an_hour))
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()  # least recent first

    async def recall(self) -> None:
        """At startup: whoever came within the hour."""
        kept = [
            (key, msgspec.json.decode(body, type=TokenBucket))
            async for key, body in every_record(self._store, NEWCOMERS)
        ]
        self._buckets = OrderedDict(sorted(kept, key=lambda each: each[1].filled_at))
        now = self._clock()
        for bucket in self._buckets.values():
            bucket.filled_at = min(bucket.filled_at, now)  # a clock set back makes nobody wait longer
        await self.forget_old()

    async def wait_ms(self, key: str) -> int:
        """0: another may come, and is counted. Otherwise the time until then."""
        now = self._clock()
        bucket = self._buckets.setdefault(key, TokenBucket(self._rate.burst, now))
        self._buckets.move_to_end(key)
        if not bucket.take(self._rate, now):
            return max(1, int((1 - bucket.tokens) / self._rate.allowed))
        await self._store.keep_record(NEWCOMERS, key, msgspec.json.encode(bucket))
        if len(self._buckets) > REMEMBERED_MAX:
            await self._forget(next(iter(self._buckets)))
        return 0

    async def forget_old(self) -> None:
        now = self._clock()
        while self._buckets:
            key, bucket = next(iter(self._buckets.items()))  # others come and go while the store is asked
            if now - bucket.filled_at < HOUR_MS:
                return
            await self._forget(key)

    async def _forget(self, key: str) -> None:
        del self._buckets[key]
        await self._store.forget_record(NEWCOMERS, key)
