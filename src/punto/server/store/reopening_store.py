"""A store that reopens: when its engine is lost, every waiting call fails, and the next call opens the engine again.

Whether calls under way were stored is unknown; those who hold a stream claim and read it again before they continue.
An engine that is there but cannot write (a full disk) is kept; its callers try again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from punto.server.store.failures import FloorIsTaken, StoreCannotWrite, StoreIsLost
from punto.server.store.forwarded_store import Call, ForwardedStore, P, R
from punto.server.store.health import StoreHealth
from punto.server.store.interface import Store

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 2.0
Check = Callable[[Store], Awaitable[None]]


class ReopeningStore(ForwardedStore):
    """Made by `reopening_store`."""

    def __init__(
        self, open_store: Callable[[], Awaitable[Store]], store: Store, checks: Sequence[Check], health: StoreHealth
    ) -> None:
        super().__init__()
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
        """An engine opened later is guarded before anybody can write to it."""
        self._guard = epoch, on_taken
        await self._store.guard(epoch, on_taken)

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
        return self._watched(call_of, is_large=False)

    def _large_write(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        return self._watched(call_of, is_large=True)

    def _watched(self, call_of: Callable[[Store], Call[P, R]], *, is_large: bool) -> Call[P, R]:
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
        if isinstance(error, FloorIsTaken):
            return  # the engine is well; another server has the floor
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
                for check in self._checks:
                    await check(self._store)
                if self._guard is not None:
                    await self._store.guard(*self._guard)
            except Exception as error:
                self._tries += 1
                self._health.failed(self._health.why_not, detail=str(error))
                raise StoreIsLost(str(error)) from error
            self._is_lost = False


async def reopening_store(
    open_store: Callable[[], Awaitable[Store]], checks: Sequence[Check] = (), health: StoreHealth | None = None
) -> Store:
    """Each of `checks` looks at a store that was reopened; one that raises keeps it from being used."""
    return ReopeningStore(open_store, await open_store(), checks, health or StoreHealth())
