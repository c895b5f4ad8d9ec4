"""Whoever waits for a floor's lock hears at once that its holder has released it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from punto.server.store.floor_lock import FileLock, FloorLock
from punto.server.store.postgres.floor_lock import AdvisoryLock

FOR_EVER = 3_600.0
SECONDS_TO_HEAR = 20.0


async def hears_of_each_release(made: Callable[[], FloorLock]) -> None:
    holder, waiting = made(), made()
    assert await holder.take()
    assert not await waiting.take()
    await waiting.released(0)
    async with asyncio.timeout(SECONDS_TO_HEAR):
        for release in (_later, _before):  # while it waits; and while it looks at something else
            await release(holder, waiting)
            assert await waiting.take(), "when it hears of it, the lock is free"
            await waiting.release()
            await waiting.released(0)  # its own
            assert await holder.take()
    await holder.release()
    await waiting.release()


async def _later(holder: FloorLock, waiting: FloorLock) -> None:
    async def hear() -> None:
        await waiting.released(FOR_EVER)

    hears = asyncio.create_task(hear())
    await asyncio.sleep(0)
    await holder.release()
    await hears


async def _before(holder: FloorLock, waiting: FloorLock) -> None:
    await holder.release()
    await waiting.released(FOR_EVER)


def test_of_a_file(tmp_path: Path) -> None:
    asyncio.run(hears_of_each_release(lambda: FileLock(str(tmp_path / "floor.db"))))


def test_of_postgresql(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"
    asyncio.run(hears_of_each_release(lambda: AdvisoryLock(postgres_address, schema)))
