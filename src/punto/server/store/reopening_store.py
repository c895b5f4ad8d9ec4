"""A store that reopens: when its engine is lost, every waiting call fails, and the next call opens the engine again.

Whether calls under way were stored is unknown; those who hold a stream claim and read it again before they continue.
An engine that is there but cannot write (a full disk) is kept; its callers try again. Each call is bound once, when the
object is made, and keeps its type: nothing is looked up by name when it is called.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar

from punto.server.store.failures import FloorIsTaken, StoreCannotWrite, StoreIsLost, StreamIsTaken
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store
from punto.server.store.values import Change, Outcome

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 1.0

P = ParamSpec("P")
R = TypeVar("R")
Call = Callable[P, Coroutine[Any, Any, R]]


class Watcher(Protocol):
    def note(self, changes: Sequence[Change], outcomes: Sequence[Outcome]) -> None:
        """Called after every commit that was answered."""

    async def check(self, store: Store) -> None:
        """Called with an engine that was reopened; one that raises keeps it from being used."""


class ReopeningStore:
    """Made by `reopening_store`."""

    def __init__(self, open_store: Callable[[], Awaitable[Store]], store: Store, health: StoreHealth) -> None:
        self._open_store = open_store
        self._watchers: list[Watcher] = []
        self._store = store
        self._health = health
        self._is_lost = False
        self._reopening = asyncio.Lock()
        self._tries = 0
        self._pause = FIRST_PAUSE_SECONDS
        self._guard: tuple[int, Callable[[], None] | None] | None = None
        self._bind_calls()

    def _bind_calls(self) -> None:
        """All but `close`, which is up to the holder of the store."""
        self.read = self._read(lambda store: store.read)
        self.answer_to = self._read(lambda store: store.answer_to)
        self.checkpoint = self._read(lambda store: store.checkpoint)
        self.streams = self._read(lambda store: store.streams)
        self.snapshot = self._read(lambda store: store.snapshot)
        self.log_id = self._read(lambda store: store.log_id)
        self.balances = self._read(lambda store: store.balances)
        self.every_balance = self._read(lambda store: store.every_balance)
        self.balances_after = self._read(lambda store: store.balances_after)
        self.account_lines = self._read(lambda store: store.account_lines)
        self.record = self._read(lambda store: store.record)
        self.records = self._read(lambda store: store.records)
        self.person = self._read(lambda store: store.person)
        self.named_records = self._read(lambda store: store.named_records)
        self.first_records = self._read(lambda store: store.first_records)
        self.people = self._read(lambda store: store.people)
        self.followed = self._read(lambda store: store.followed)
        self.plays = self._read(lambda store: store.plays)
        self.plays_of = self._read(lambda store: store.plays_of)
        self.bet_totals = self._read(lambda store: store.bet_totals)
        self.get_ready = self._read(lambda store: store.get_ready)
        self.lease = self._read(lambda store: store.lease)

        self.claim = self._write(lambda store: store.claim)
        self.forget_answers = self._write(lambda store: store.forget_answers)
        self.set_checkpoint = self._write(lambda store: store.set_checkpoint)
        self.drop_events = self._write(lambda store: store.drop_events)
        self.drop_journals = self._write(lambda store: store.drop_journals)
        self.keep_snapshot = self._write(lambda store: store.keep_snapshot)
        self.renew_log_id = self._write(lambda store: store.renew_log_id)
        self.keep_record = self._write(lambda store: store.keep_record)
        self.forget_record = self._write(lambda store: store.forget_record)
        self.drop_marks = self._write(lambda store: store.drop_marks)
        self.keep_person = self._write(lambda store: store.keep_person)
        self.erase_person = self._write(lambda store: store.erase_person)
        self.keep_plays = self._write(lambda store: store.keep_plays)
        self.take_lease = self._write(lambda store: store.take_lease)
        self.renew_lease = self._write(lambda store: store.renew_lease)  # the only call of an idle floor
        self.release_lease = self._write(lambda store: store.release_lease)

        self.commit = self._noted(self._large_write(lambda store: store.commit))
        self.touch_lease = self._large_write(lambda store: store.touch_lease)
        self._guard_now = self._read(lambda store: store.guard)

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        """An engine opened later is guarded before anybody can write to it."""
        before, self._guard = self._guard, (epoch, on_taken)
        try:
            await self._guard_now(epoch, on_taken)
        except StoreIsLost:
            self._guard = before  # whoever failed to guard it has no floor to write to
            raise

    async def close(self) -> None:
        """A lost engine is not reopened to be closed."""
        await self._store.close()

    def _read(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        async def call(*arguments: P.args, **options: P.kwargs) -> R:
            if self._is_lost:
                await self._reopen()
            try:
                return await call_of(self._store)(*arguments, **options)
            except StoreIsLost as error:
                self._note(error)
                raise

        return call

    def _write(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        return self._reported(call_of, is_large=False)

    def _large_write(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        """One whose success shows that a store in trouble is well again: smaller ones fit on a nearly full disk."""
        return self._reported(call_of, is_large=True)

    def _noted(self, commit: Call[[Sequence[Change]], list[Outcome]]) -> Call[[Sequence[Change]], list[Outcome]]:
        async def call(changes: Sequence[Change]) -> list[Outcome]:
            outcomes = await commit(changes)
            for watcher in self._watchers:
                watcher.note(changes, outcomes)
            return outcomes

        return call

    def _reported(self, call_of: Callable[[Store], Call[P, R]], *, is_large: bool) -> Call[P, R]:
        read = self._read(call_of)

        async def call(*arguments: P.args, **options: P.kwargs) -> R:
            token = self._health.asked()
            try:
                answer = await read(*arguments, **options)
            finally:
                self._health.answered(token)
            if is_large and not self._health.is_well:
                self._health.has_written()
                self._pause = FIRST_PAUSE_SECONDS
            return answer

        return call

    def _note(self, error: StoreIsLost) -> None:
        if isinstance(error, FloorIsTaken | StreamIsTaken):
            return  # the engine is well; somebody else has the floor, or the stream
        self._is_lost = self._is_lost or not isinstance(error, StoreCannotWrite)
        self._health.failed(str(error))

    async def _reopen(self) -> None:
        """One attempt for all callers, with growing pauses until something is written: each may start a process."""
        tries = self._tries
        async with self._reopening:
            if not self._is_lost:
                return
            if tries != self._tries:
                raise StoreIsLost(self._health.why_not)
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
            try:
                await self._store.close()
                self._store = await self._open_store()
                for watcher in self._watchers:
                    await watcher.check(self._store)
                if self._guard is not None:
                    await self._store.guard(*self._guard)
            except Exception as error:
                self._tries += 1
                self._health.failed(self._health.why_not, detail=str(error))
                raise StoreIsLost(str(error)) from error
            self._is_lost = False


async def reopening_store(
    open_store: Callable[[], Awaitable[Store]], health: StoreHealth | None = None
) -> ReopeningStore:
    return ReopeningStore(open_store, await open_store(), health or StoreHealth())
