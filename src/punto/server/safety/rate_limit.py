"""Rate limit with a burst, for each account or address. Memory is bounded."""

from collections import OrderedDict

from punto.server.safety.token_bucket import Rate, TokenBucket

BUCKETS_MAX = 100_000  # dropping the least recently used refills it


class RateLimit:
    def __init__(self, allowed: int, period_ms: int, *, burst: int | None = None) -> None:
        self._rate = Rate(allowed / period_ms, float(burst if burst is not None else allowed))
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def wait_ms(self, key: str, now: int) -> int:
        """Takes a token: 0 if there was one, otherwise the time until the next."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate.burst, now)
            if len(self._buckets) > BUCKETS_MAX:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return 0 if bucket.take(self._rate, now) else max(1, int((1 - bucket.tokens) / self._rate.allowed))
