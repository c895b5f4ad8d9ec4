"""How long answers to commands are kept: whoever sends an id again in that time is told what was answered first.

They are forgotten in the order in which they were stored, and a few at a time, so no commit waits long. A jump of the
clock is no age: what it leaps over counts only as that time passes, so an answer lives half as long at the least,
however far the clock was put ahead or back. A gap between the last answer and a start may be such a jump too.
"""

from typing import Protocol

from punto.table.state import Instant

FORGOTTEN_AT_ONCE = 250  # in one transaction
TRANSACTIONS_AT_ONCE = 20
HOUR_MS = 3_600_000


class Answers(Protocol):
    async def newest_answer(self) -> Instant | None: ...

    async def forget_answers(self, before: Instant, kept_max: int, limit: int) -> int: ...


class KeptAnswers:
    def __init__(self, answers: Answers, *, hours: int, kept_max: int) -> None:
        self._answers = answers
        self._keep_ms = hours * HOUR_MS
        self._kept_max = kept_max
        self._looked_at: Instant | None = None
        self._leapt_ms = 0  # of the time since, what may be the clock's doing alone

    async def forget_old(self, now: Instant, passed_ms: int) -> int:
        """After some time has passed, by a clock that does not jump. How many were forgotten."""
        if self._looked_at is None:
            newest = await self._answers.newest_answer()
            self._leapt_ms = max(0, now - newest) if newest is not None else 0
        else:
            leapt_ms = max(0, now - self._looked_at - passed_ms)
            self._leapt_ms = max(0, self._leapt_ms + leapt_ms - passed_ms)
        self._looked_at = now
        forgotten = 0
        for _ in range(TRANSACTIONS_AT_ONCE):
            before = now - self._keep_ms - self._leapt_ms
            some = await self._answers.forget_answers(before, self._kept_max, FORGOTTEN_AT_ONCE)
            forgotten += some
            if some < FORGOTTEN_AT_ONCE:
                break
        return forgotten
