"""Token buckets: a steady rate with a burst. Rate and clock share one unit of time."""

from msgspec import Struct


class Rate(Struct, frozen=True):
    allowed: float  # for each unit of time
    burst: float  # tokens that a full bucket holds


class TokenBucket(Struct):
    tokens: float
    filled_at: float

    def take(self, rate: Rate, now: float) -> bool:
        """One token, if there is one."""
        if now != self.filled_at:
            self.tokens = min(rate.burst, self.tokens + max(0, now - self.filled_at) * rate.allowed)
            self.filled_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True
