"""How long answers to commands are kept: whoever sends an id again in that time is told what was answered first.

They are forgotten in the order in which they were stored, and a few at a time, so no commit waits long. Whatever the
clock does, an answer lives half as long at the least: what the clock leaps over counts only as that time passes, and
what was stored before a start is left alone until so much of it has passed since.
"""

from punto.server.store.interface import Answers
from punto.table.state import Instant

FORGOTTEN_AT_ONCE = 250  # in one transaction
TRANSACTIONS_AT_ONCE = 20
HOUR_MS = 3_600_000
NOTHING_BEFORE: Instant = 0


class KeptAnswers:
    def __init__(self, answers: Answers, *, hours: int, kept_max: int) -> None:
        self._answers = answers
        self._keep_ms = hours * HOUR_MS
        self._kept_max = kept_max
        self._up_ms = 0
        self._looked_at: Instant | None = None
        self._leapt_ms = 0  # by the clock, and not made good by time that has passed since

    async def forget_old(self, now: Instant, passed_ms: int) -> int:
        """After some time has passed, by a clock that does not jump. How many were forgotten."""
        before = self._before(now, passed_ms)
        forgotten = 0
        for _ in range(TRANSACTIONS_AT_ONCE):
            some = await self._answers.forget_answers(before, self._kept_max, FORGOTTEN_AT_ONCE)
            forgotten += some
            if some < FORGOTTEN_AT_ONCE:
                break
        return forgotten

    def _before(self, now: Instant, passed_ms: int) -> Instant:
        if self._looked_at is not None:
            leapt_ms = max(0, now - self._looked_at - passed_ms)
            self._leapt_ms = max(0, self._leapt_ms + leapt_ms - passed_ms)
        self._looked_at = now
        self._up_ms += passed_ms
        return NOTHING_BEFORE if 2 * self._up_ms < self._keep_ms else now - self._keep_ms - self._leapt_ms
