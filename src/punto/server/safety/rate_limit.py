"""Token buckets: so many requests a minute, with a burst, for each account or address. Memory is bounded."""

from collections import OrderedDict

from msgspec import Struct

BUCKETS_MAX = 100_000  # the least recently used is forgotten, and is then full again


class _Bucket(Struct):
    tokens: float
    filled_at: int


class RateLimit:
    def __init__(self, allowed: int, period_ms: int, *, burst: int | None = None) -> None:
        self._per_ms = allowed / period_ms
        self._burst = float(burst if burst is not None else allowed)
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_ms(self, key: str, now: int) -> int:
        """Takes a token; 0 when there was one, otherwise how long the next one takes."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(self._burst, now)
            if len(self._buckets) > BUCKETS_MAX:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        bucket.tokens = min(self._burst, bucket.tokens + max(0, now - bucket.filled_at) * self._per_ms)
        bucket.filled_at = now
        if bucket.tokens < 1:
            return max(1, int((1 - bucket.tokens) / self._per_ms))
        bucket.tokens -= 1
        return 0
