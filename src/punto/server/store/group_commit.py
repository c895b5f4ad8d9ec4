"""Merges the commits of many callers into few transactions.

While a transaction is under way, new commits wait and share the next one: the busier the store, the larger its
batches. Callers cannot tell: each batch still stops only its own streams and gets its own outcomes.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from punto.server.store.plan import BriefOutcome, Changes

CHANGES_IN_A_GROUP = 1_000  # a larger batch goes alone


class _Waiting(NamedTuple):
    batch: Changes
    outcomes: asyncio.Future[list[BriefOutcome]]


class GroupCommit:
    def __init__(self, store_batches: Callable[[list[Changes]], Awaitable[list[list[BriefOutcome]]]]) -> None:
        self._store_batches = store_batches
        self._waiting: deque[_Waiting] = deque()
        self._storing: asyncio.Task[None] | None = None

    async def commit(self, batch: Changes) -> list[BriefOutcome]:
        waiting = _Waiting(batch, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_groups())
        return await waiting.outcomes

    async def _store_groups(self) -> None:
        """Checks for waiting commits and ends in one step, so that the next caller starts a new task."""
        while self._waiting:
            await self._store(self._next_group())
        self._storing = None

    def _next_group(self) -> list[_Waiting]:
        group = [self._waiting.popleft()]
        changes = len(group[0].batch)
        while self._waiting and changes + len(self._waiting[0].batch) <= CHANGES_IN_A_GROUP:
            group.append(self._waiting.popleft())
            changes += len(group[-1].batch)
        return group

    async def _store(self, group: list[_Waiting]) -> None:
        """Failures go to the waiting callers, not to the task that happens to run this."""
        try:
            outcomes = await self._store_batches([each.batch for each in group])
        except Exception as error:
            for each in group:
                if not each.outcomes.done():
                    each.outcomes.set_exception(error)
            return
        for each, its_outcomes in zip(group, outcomes, strict=True):
            if not each.outcomes.done():  # the caller may have been cancelled
                each.outcomes.set_result(its_outcomes)
