"""A node's own connection to the one store: requests take a while to get there and back, and connections break.

A request that is under way reaches the store even if its node has been suspended meanwhile, and often when it has been
killed: that is what fencing is for. `StoreWatch` sees everything that is stored and knows who may store it.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextvars import Context
from pathlib import Path
from typing import Any, TypeVar

from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import EVENTS_READ_AT_ONCE, Change, Claim, Given, Outcome, Stored, StoredEvent
from tests.server.pits.node_loop import Node

DELAYS = (0.0005, 0.002, 0.01, 0.1)  # seconds, the longer ones rarely
WEIGHTS = (60, 30, 9, 1)
Result = TypeVar("Result")


class StoreWatch:
    """What must hold of every claim and every commit, whoever makes it."""

    def __init__(self, chance: random.Random, broken: list[str]) -> None:
        self.chance = chance
        self.broken = broken
        self.lost = 0.0  # the share of commits whose end nobody learns
        self.lease = 0  # its epoch
        self.fenced = 0  # commits and claims that came too late
        self.losses = 0
        self._epochs: dict[str, int] = {}
        self._writers: dict[tuple[str, int], Node] = {}

    def claimed(self, stream: str, after: int | None, claim: Claim, by: Node) -> None:
        earlier = self._epochs.get(stream, 0)
        self.check(claim.epoch > earlier, f"{by} claimed {stream} at {claim.epoch} after {earlier}")
        if after is not None:
            self.check(claim.epoch == after + 1, f"{by} claimed {stream} after {after} and got {claim.epoch}")
        self._epochs[stream] = claim.epoch

    def stored(self, change: Change, by: "SimulatedStore") -> None:
        node, stream, epoch = by.node, change.stream, change.epoch
        self.check(epoch == self._epochs[stream], f"{node} stored to {stream} at {epoch}: {self._epochs[stream]} is on")
        self.check(by.epoch == self.lease, f"{node} stored to {stream} for floor {by.epoch}: {self.lease} is on")
        writer = self._writers.setdefault((stream, epoch), node)
        self.check(writer is node, f"{node} stored to {stream} at {epoch}, as {writer} did")

    def check(self, holds: bool, words: str) -> None:  # noqa: FBT001 (it reads like an assert)
        if not holds:
            self.broken.append(words)


class SimulatedStore(SqliteInProcess):
    def __init__(self, path: Path, node: Node, watch: StoreWatch) -> None:
        super().__init__(path)
        self.node = node
        self.epoch = 0  # of the floor that it writes for
        self.is_opening = True  # only claims take time then
        self._watch = watch
        self._loop = asyncio.get_running_loop()
        self._world = Context()  # of no node
        self._last_at = 0.0
        self._last_outcome_at = 0.0  # outcomes of commits come in the order of storing; what is read may cross them
        self._connection = 0  # its number: requests of an earlier one are lost
        self._is_closed = False

    def cut(self) -> None:
        """The process was killed, and what it had not sent is gone."""
        self._connection += 1

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        def store() -> list[Outcome]:
            outcomes = self._store.commit(changes)
            for change, outcome in zip(changes, outcomes, strict=True):
                if isinstance(outcome, Stored) and change.events:
                    self._watch.stored(change, self)
                elif not isinstance(outcome, Stored) and "EPOCH" in repr(outcome):
                    self._watch.fenced += 1
            return outcomes

        return await self._asked(store, is_commit=True)

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        def claim() -> Claim:
            claimed = self._store.claim(stream, after)
            self._watch.claimed(stream, after, claimed, self.node)
            return claimed

        return await self._asked(claim)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._maybe_asked(lambda: self._store.read(stream, after, limit))

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return await self._maybe_asked(lambda: self._store.balances(accounts))

    async def answer_to(self, command: str) -> Given | None:
        return await self._maybe_asked(lambda: self._store.answer_to(command))

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        self.epoch = epoch
        self._store.guard(epoch, on_taken and (lambda: self.node.post(on_taken)))

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        epoch = await super().take_lease(holder, after)
        if epoch is not None:
            self._watch.check(epoch > self._watch.lease, f"lease {epoch} after {self._watch.lease}")
            self._watch.lease = epoch
        return epoch

    # --- the way there and back ---------------------------------------------------------------------------------------

    async def _maybe_asked(self, call: Callable[[], Result]) -> Result:
        return call() if self.is_opening else await self._asked(call)

    async def _asked(self, call: Callable[[], Result], *, is_commit: bool = False) -> Result:
        answered: asyncio.Future[Result] = self._loop.create_future()
        fault = ""
        if is_commit and not self.is_opening and self._watch.chance.random() < self._watch.lost:
            fault = self._watch.chance.choice(("before", "after"))
        self._later(self._arrives, call, answered, fault, self._connection, is_commit)
        return await answered

    def _later(self, act: Callable[..., None], *arguments: Any) -> None:
        """In order."""
        self._last_at = max(self._last_at, self._loop.time() + self._delay())
        self._loop.call_at(self._last_at, act, *arguments, context=self._world)

    def _delay(self) -> float:
        return self._watch.chance.choices(DELAYS, WEIGHTS)[0]

    def _arrives(
        self,
        call: Callable[[], Any],
        answered: "asyncio.Future[Any]",
        fault: str,
        connection: int,
        is_commit: bool,  # noqa: FBT001 (it comes from `_later`)
    ) -> None:
        if connection != self._connection:
            self._answers(answered, None, StoreIsLost("the connection was lost"))
            return
        result, error = None, None
        if fault != "before":
            try:
                result = call()
            except Exception as raised:
                error = raised
                self._watch.fenced += isinstance(raised, StoreIsLost)
        if fault:
            self._watch.losses += 1
            self._connection += 1
            error = StoreIsLost(f"lost {fault} the commit")
        at = self._loop.time() + self._delay() / 2
        if is_commit:
            at = self._last_outcome_at = max(at, self._last_outcome_at)
        self._loop.call_at(at, self._answers, answered, result, error, context=self._world)

    def _answers(self, answered: "asyncio.Future[Any]", result: object, error: Exception | None) -> None:
        if answered.done():
            return
        if error is None:
            answered.set_result(result)
        else:
            answered.set_exception(error)
