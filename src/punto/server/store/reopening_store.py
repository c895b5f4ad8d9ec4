"""A store that comes back: when its engine is lost, whoever was waiting is told so, and the next call opens it anew.

What was under way when it was lost is unknown. Those who hold a stream claim it again and read it before they go on.
An engine that is there and cannot write (a full disk) is kept; its callers try again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from punto.server.store.health import StoreHealth
from punto.server.store.interface import FloorIsTaken, Store, StoreCannotWrite, StoreIsLost

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 2.0
Check = Callable[[Store], Awaitable[None]]
WRITES = frozenset({
    "claim", "commit", "keep_snapshot", "keep_person", "erase_person", "keep_record", "forget_record", "keep_plays",
    "forget_answers", "set_checkpoint", "drop_events", "drop_journals", "drop_marks", "renew_log_id",
    "take_lease", "touch_lease", "release_lease",
})  # fmt: skip
SHOW_THAT_IT_IS_WELL = frozenset({"commit", "touch_lease"})  # what is smaller fits on a disk that is as good as full


class _LivingStore:
    def __init__(
        self, open_store: Callable[[], Awaitable[Store]], store: Store, checks: Sequence[Check], health: StoreHealth
    ) -> None:
        self._open_store = open_store
        self._checks = checks
        self._store = store
        self._health = health
        self._is_lost = False
        self._reopening = asyncio.Lock()
        self._tries = 0
        self._pause = FIRST_PAUSE_SECONDS
        self._guard: tuple[int, Callable[[], None] | None] | None = None

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        """Whatever engine is opened later is guarded before anybody can write to it."""
        self._guard = epoch, on_taken
        await self._store.guard(epoch, on_taken)

    async def close(self) -> None:
        """As it is: one that is lost is not opened to be closed."""
        await self._store.close()

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        """Every call of a store, as it is. Kept on the object, so that it is looked up once."""
        call = self._write(name) if name in WRITES else self._read(name)
        setattr(self, name, call)
        return call

    def _read(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: object, **options: object) -> Any:
            if self._is_lost:
                await self._reopen()
            try:
                return await getattr(self._store, name)(*arguments, **options)
            except StoreIsLost as error:
                self._note(error)
                raise

        return call

    def _write(self, name: str) -> Callable[..., Awaitable[Any]]:
        read, health, shows = self._read(name), self._health, name in SHOW_THAT_IT_IS_WELL

        async def call(*arguments: object, **options: object) -> Any:
            token = health.asked()
            try:
                answer = await read(*arguments, **options)
            finally:
                health.answered(token)
            if shows and not health.is_well:
                health.has_written()
                self._pause = FIRST_PAUSE_SECONDS
            return answer

        return call

    def _note(self, error: StoreIsLost) -> None:
        if isinstance(error, FloorIsTaken):
            return  # the engine is there, and will not have us
        self._is_lost = self._is_lost or not isinstance(error, StoreCannotWrite)
        self._health.failed(str(error))

    async def _reopen(self) -> None:
        """One try for all who wait, and a longer pause before the next until something was written: each try may start
        a process."""
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
                for check in self._checks:
                    await check(self._store)
                if self._guard is not None:
                    await self._store.guard(*self._guard)
            except Exception as error:
                self._tries += 1
                self._health.failed(self._health.why_not, detail=str(error))
                raise StoreIsLost(str(error)) from error
            self._is_lost = False


async def living_store(
    open_store: Callable[[], Awaitable[Store]], checks: Sequence[Check] = (), health: StoreHealth | None = None
) -> Store:
    """Each of `checks` is asked about a store that comes back; what it raises keeps that store from being used."""
    return cast(Store, _LivingStore(open_store, await open_store(), checks, health or StoreHealth()))
