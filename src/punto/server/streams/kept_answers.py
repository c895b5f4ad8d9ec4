"""How long answers to commands are kept: an id sent again within that time gets its first answer.

The oldest are deleted first, a few in each transaction, so that no commit waits long. An answer lives at least half its
time whatever the clock does: a jump of the clock counts only as real time passes, and after a start nothing is deleted
until half the time has passed.
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
        self._leapt_ms = 0  # how far the clock has jumped ahead of time that really passed

    async def forget_old(self, now: Instant, passed_ms: int) -> int:
        """`passed_ms` since the last call, by a clock that does not jump. Returns how many were deleted."""
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
