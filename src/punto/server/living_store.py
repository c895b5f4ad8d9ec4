"""A store that comes back: when its engine is lost, whoever was waiting is told so, and the next call opens it anew.

What was under way when it was lost is unknown. Those who hold a stream claim it again and read it before they go on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import structlog

from punto.server.store.interface import FloorIsTaken, Store, StoreIsLost

SECONDS_BETWEEN_TRIES = 0.5

Check = Callable[[Store], Awaitable[None]]
log = structlog.get_logger("punto.store")


class _LivingStore:
    def __init__(self, open_store: Callable[[], Awaitable[Store]], store: Store, checks: Sequence[Check]) -> None:
        self._open_store = open_store
        self._checks = checks
        self._store = store
        self._is_lost = False
        self._reopening = asyncio.Lock()
        self._guard: tuple[int, Callable[[], None] | None] | None = None

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        """Whatever engine is opened later is guarded before anybody can write to it."""
        self._guard = epoch, on_taken
        await self._store.guard(epoch, on_taken)

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        """Every call of a store, as it is. Kept on the object, so that it is looked up once."""

        async def call(*arguments: object, **options: object) -> Any:
            if self._is_lost:
                await self._reopen()
            try:
                return await getattr(self._store, name)(*arguments, **options)
            except FloorIsTaken:
                raise  # the engine is there, and will not have us
            except StoreIsLost:
                self._is_lost = True
                raise

        setattr(self, name, call)
        return call

    async def _reopen(self) -> None:
        async with self._reopening:
            if not self._is_lost:
                return
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)
            try:
                await self._store.close()
                self._store = await self._open_store()
                for check in self._checks:
                    await check(self._store)
                if self._guard is not None:
                    await self._store.guard(*self._guard)
            except Exception as error:
                log.warning("store_cannot_be_opened", reason=str(error))
                raise StoreIsLost from error
            self._is_lost = False
            log.warning("store_is_back")


async def living_store(open_store: Callable[[], Awaitable[Store]], checks: Sequence[Check] = ()) -> Store:
    """Each of `checks` is asked about a store that comes back; what it raises keeps that store from being used."""
    return cast(Store, _LivingStore(open_store, await open_store(), checks))
