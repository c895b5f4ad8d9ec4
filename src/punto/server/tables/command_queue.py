"""A table's commands: those that wait, and batches being stored, each with the reply that its sender waits for."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from punto.server.protocol.refusals import AnyRefusal
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import COMMANDS_AT_ONCE, TableStream
from punto.server.tables.table_door import Reply
from punto.table.refusals import Refusal
from punto.table.state import Instant


class TableMetrics(Protocol):
    """What tables report of their speed: to the floor's metrics, or in a pit to what travels there."""

    def batch_answered(self, table: str, commands: int, milliseconds: float) -> None: ...

    def refused(self, refusal: str) -> None: ...

    def rang(self, phase: str, late_seconds: float) -> None: ...


class CommandQueue:
    def __init__(self, clock: Callable[[], Instant]) -> None:
        self._clock = clock
        self._waiting: deque[tuple[Request, Reply]] = deque()
        self._taken: deque[tuple[Instant, list[Reply]]] = deque()  # batches under way, and when each was taken

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def has_work(self) -> bool:
        """Something waits, or is being stored."""
        return bool(self._waiting or self._taken)

    def put(self, request: Request, reply: Reply) -> None:
        self._waiting.append((request, reply))

    async def begin(self, stream: TableStream, count: int, now: Instant) -> None:
        """Have the first ones decided, and stored while more are taken."""
        taken = [self._waiting.popleft() for _ in range(min(count, COMMANDS_AT_ONCE))]
        self._taken.append((now, [reply for _, reply in taken]))
        await stream.begin([request for request, _ in taken], now)

    async def finish(self, stream: TableStream, metrics: TableMetrics, closed_at: Instant) -> None:
        """Answer the batch that was begun first. A late bet is answered with how long ago betting closed."""
        answers = await stream.finish()
        taken_at, replies = self._taken.popleft()
        now = self._clock()
        for reply, answer in zip(replies, answers, strict=True):
            if answer.refusal is None:
                reply(answer)
                continue
            metrics.refused(answer.refusal)
            reply(with_lateness(answer, closed_at, now))
        metrics.batch_answered(stream.table.config.id, len(replies), now - taken_at)

    async def finish_all(self, stream: TableStream, metrics: TableMetrics, closed_at: Instant) -> None:
        """Everything that waits now. Not what comes meanwhile: that would keep the house waiting."""
        waiting = len(self._waiting)
        while waiting > 0:
            await self.begin(stream, waiting, self._clock())
            waiting -= COMMANDS_AT_ONCE
            await self.finish(stream, metrics, closed_at)

    def take_waiting(self) -> list[tuple[Request, Reply]]:
        """For somebody else to answer."""
        waiting, self._waiting = list(self._waiting), deque()
        return waiting

    def lose_taken(self) -> None:
        """Nobody knows whether what was under way has been stored."""
        while self._taken:
            for reply in self._taken.popleft()[1]:
                reply(None)

    def lose_everything(self) -> None:
        self.lose_taken()
        while self._waiting:
            self._waiting.popleft()[1](None)

    def refuse_waiting(self, refusal: AnyRefusal) -> None:
        while self._waiting:
            self._waiting.popleft()[1](TableAnswer(refusal=refusal))


def with_lateness(answer: TableAnswer, closed_at: Instant, now: Instant) -> TableAnswer:
    """A bet that came too late, by how much, if that is known."""
    is_late = answer.refusal == Refusal.BETTING_IS_CLOSED and closed_at and answer.late_ms is None
    return replace(answer, late_ms=max(0, now - closed_at)) if is_late else answer
