"""The floor's lease, on every engine: one taker, and nothing that an old holder writes is stored."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast
from uuid import uuid4

import pytest

from punto.server.store.failures import FloorIsTaken, StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.plays import PlayBatch
from punto.server.store.postgres import connection as connections
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.values import NOBODY, Snapshot
from tests.server.store.engines import Engine
from tests.server.store.stories import change, told

LIMIT_MS = 1_000
Write = Callable[[Store], Awaitable[object]]
EVERY_WRITE: dict[str, Write] = {
    "claim": lambda store: store.claim("t1"),
    "commit": lambda store: store.commit([change("t1@0 k>a:5", {"t1": 1})]),
    "keep_record": lambda store: store.keep_record("session", "a", b"{}"),
    "forget_record": lambda store: store.forget_record("session", "a"),
    "keep_person": lambda store: store.keep_person("a", b"Ada"),
    "erase_person": lambda store: store.erase_person("a"),
    "keep_snapshot": lambda store: store.keep_snapshot("t1", Snapshot(1, 1, b"state")),
    "keep_plays": lambda store: store.keep_plays([PlayBatch("t1", 1, b"{}")]),
    "forget_answers": lambda store: store.forget_answers(before=10**15, kept_max=0, limit=1),
    "drop_events": lambda store: store.drop_events("t1", 1),
    "renew_log_id": lambda store: store.renew_log_id("why"),
}


def test_of_two_servers_that_saw_the_same_lease_one_takes_it(engine: Engine) -> None:
    async def play(store: Store) -> None:
        assert await store.lease() == NOBODY
        assert await store.take_lease(b"first", after=0) == 1
        assert await store.take_lease(b"second", after=0) is None
        lease = await store.lease()
        assert (lease.epoch, lease.holder) == (1, b"first")
        assert lease.silent_ms is None or lease.silent_ms < 60_000
        assert (lease.now is None) == (lease.silent_ms is None)
        assert lease.now is None or abs(lease.now - time.time() * 1_000) < 60_000
        assert await store.renew_lease(1)
        await store.release_lease(1)
        assert (await store.lease()).holder == b""
        assert await store.take_lease(b"second", after=1) == 2
        assert not await store.renew_lease(1)
        await store.release_lease(1)  # not its own any more
        assert (await store.lease()).holder == b"second"

    engine.run(play)


@pytest.mark.parametrize("name", EVERY_WRITE)
def test_an_old_holder_cannot_write_and_its_floor_is_told(engine: Engine, name: str) -> None:
    async def play(store: Store) -> None:
        told_of: list[str] = []
        await store.claim("t1")
        await store.take_lease(b"old", after=0)
        await store.guard(1, lambda: told_of.append("taken"))
        assert told(await store.commit([change("t1@0 k>a:5", {"t1": 1})])) == "1"
        other = await engine.open()
        try:
            assert await other.take_lease(b"new", after=1) == 2
            await other.guard(2)
            before = await other.streams(), await other.every_balance(), await other.records("session")
            with pytest.raises(FloorIsTaken):
                await EVERY_WRITE[name](store)
            assert told_of == ["taken"]
            assert before == (await other.streams(), await other.every_balance(), await other.records("session"))
            await EVERY_WRITE[name](other)  # the new holder may
        finally:
            await other.close()

    engine.run(play)


def test_tools_that_hold_no_floor_write_beside_one(engine: Engine) -> None:
    async def play(store: Store) -> None:
        await store.take_lease(b"floor", after=0)
        await store.guard(1)
        tool = await engine.open()
        await tool.keep_record("new_password", "a", b"hash")
        await tool.close()
        assert await store.record("new_password", "a") == b"hash"

    engine.run(play)


@pytest.mark.parametrize("is_preparing", [False, True])
def test_a_server_stopped_in_the_middle_of_a_transaction_keeps_nobody_out(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, *, is_preparing: bool
) -> None:
    """It holds locks, and nobody would ever hear of it again. While it prepares a statement, PostgreSQL does not even
    count it as idle."""
    schema = f"test_{uuid4().hex}"
    for limit in ("UNHEARD_MS_MAX", "TRANSACTION_MS_MAX"):
        monkeypatch.setattr(connections, limit, LIMIT_MS)

    async def play() -> None:
        stopped, other = [await PostgresStore.open(postgres_address, schema) for _ in range(2)]
        await stopped.take_lease(b"old", after=0)
        await stopped.guard(1)
        taken: list[int | None] = []

        async def is_stopped() -> None:
            async with stopped._writing() as connection, asyncio.timeout(10 * LIMIT_MS / 1000):
                if is_preparing:
                    await cast(Any, connection).prepare("select 1")
                await asyncio.sleep(LIMIT_MS / 2000)  # whoever waits has as long, and began later
                taken.append(await other.take_lease(b"new", after=1))

        with pytest.raises(StoreIsLost):
            await is_stopped()
        assert taken == [2]
        await stopped.close()
        await other.close()

    asyncio.run(play())
