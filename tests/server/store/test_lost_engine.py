"""An engine that dies during commits has kept all it acknowledged, and nothing in part."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import pytest

import punto
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.values import CHAIN_START, Stored, chained
from tests.server.store.stories import account, change, told

TABLES = 8


async def commits_until_it_is_lost(store: Store, kill: Callable[[], Awaitable[None]], *, kill_after: int) -> list[str]:
    """The commands that were acknowledged."""
    acknowledged: list[str] = []
    enough = asyncio.Event()

    async def table(number: int) -> None:
        stream, version = f"table{number}", 0
        epochs = {stream: (await store.claim(stream)).epoch}
        while True:
            command = f"{stream}:{version}"
            [outcome] = await store.commit([change(f"{stream}@{version} k>p{version % 50}:1 #{command}", epochs)])
            version += 1
            assert isinstance(outcome, Stored)
            assert outcome.version == version
            acknowledged.append(command)
            if len(acknowledged) >= kill_after:
                enough.set()

    tasks = [asyncio.create_task(table(number)) for number in range(TABLES)]
    await asyncio.wait([asyncio.create_task(enough.wait()), *tasks], return_when=asyncio.FIRST_COMPLETED)
    while not all(task.done() for task in tasks):  # an idle connection of a pool is replaced, not lost
        await kill()
        await asyncio.sleep(0.01)
    endings = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(ending) for ending in endings} == {StoreIsLost}
    with pytest.raises(StoreIsLost):
        await store.claim("table1")
    with pytest.raises(StoreIsLost):
        await store.commit([])
    return acknowledged


async def assert_all_is_there(store: Store, acknowledged: list[str]) -> None:
    events = 0
    for number in range(TABLES):
        head, version = CHAIN_START, 0
        for event in await store.read(f"table{number}"):
            version += 1
            head = chained(head, version, event.body)
            assert (event.version, event.head) == (version, head)
            assert await store.answer_to(f"table{number}:{version - 1}") is not None
        claim = await store.claim(f"table{number}")
        assert (claim.version, claim.head) == (version, head)
        events += version
    for command in acknowledged:
        given = await store.answer_to(command)
        assert given is not None
        assert given.answer == f"answer to {command}".encode()
    balances = await store.every_balance()
    assert balances.pop(account("k")) == -events
    assert sum(balances.values()) == events


@pytest.mark.parametrize("kill_after", [1, 40, 400])
def test_a_killed_writer_has_kept_all_it_acknowledged(tmp_path: Path, kill_after: int) -> None:
    async def play() -> None:
        store = await SqliteClient.open(tmp_path / "store.db")

        async def kill() -> None:
            os.kill(store.writer_process, signal.SIGKILL)

        acknowledged = await commits_until_it_is_lost(store, kill, kill_after=kill_after)
        await store.close()
        store = await SqliteClient.open(tmp_path / "store.db")
        await assert_all_is_there(store, acknowledged)
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("kill_after", [1, 40, 400])
def test_a_lost_postgres_has_kept_all_it_acknowledged(postgres_address: str, kill_after: int) -> None:
    async def kill() -> None:
        connection = await asyncpg.connect(postgres_address)
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where pid != pg_backend_pid() and backend_type = 'client backend'"
        )
        await connection.close()

    async def play() -> None:
        schema = f"test_{uuid4().hex}"
        store = await PostgresClient.open(postgres_address, schema)
        acknowledged = await commits_until_it_is_lost(store, kill, kill_after=kill_after)
        await store.close()
        store = await PostgresClient.open(postgres_address, schema)
        await assert_all_is_there(store, acknowledged)
        await store.close()

    asyncio.run(play())


def test_a_killed_process_of_postgres_has_kept_all_it_acknowledged(postgres_address: str) -> None:
    async def play() -> None:
        schema = f"test_{uuid4().hex}"
        store = await PostgresClient.open(postgres_address, schema)

        async def kill() -> None:
            os.kill(store.writer_process, signal.SIGKILL)

        acknowledged = await commits_until_it_is_lost(store, kill, kill_after=40)
        await store.close()
        store = await PostgresClient.open(postgres_address, schema)
        await assert_all_is_there(store, acknowledged)
        await store.close()

    asyncio.run(play())


def test_a_new_client_takes_over_while_the_old_writer_still_lives(tmp_path: Path) -> None:
    async def play() -> None:
        first = await SqliteClient.open(tmp_path / "store.db")
        old = await first.claim("t1")
        second = await SqliteClient.open(tmp_path / "store.db")
        new = await second.claim("t1")
        assert told(await second.commit([change("t1@0", {"t1": new.epoch})])) == "1"
        assert told(await first.commit([change("t1@1", {"t1": old.epoch})])) == "old"
        await second.close()
        await first.close()

    asyncio.run(play())


def test_a_closed_store_is_lost(tmp_path: Path) -> None:
    async def play() -> None:
        store = await SqliteClient.open(tmp_path / "store.db")
        await store.close()
        await store.close()
        with pytest.raises(StoreIsLost):
            await store.claim("t1")

    asyncio.run(play())


@pytest.mark.parametrize("engine", ["sqlite.client:SqliteClient", "postgres.client:PostgresClient"])
def test_the_process_ends_when_its_parent_is_killed(tmp_path: Path, postgres_address: str, engine: str) -> None:
    module, _, client = engine.partition(":")
    program = (
        "import asyncio, sys\n"
        f"from punto.server.store.{module} import {client}\n"
        "async def main():\n"
        f"    store = await {client}.open(sys.argv[1])\n"
        "    print(store.writer_process, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    database = postgres_address if client == "PostgresClient" else str(tmp_path / "store.db")
    with subprocess.Popen(
        [sys.executable, "-c", program, database],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(punto.__file__).parents[1])},
    ) as parent:
        assert parent.stdout is not None
        writer = int(parent.stdout.readline())
        assert is_running(writer)
        parent.kill()
    give_up_at = time.monotonic() + 10
    while is_running(writer):
        assert time.monotonic() < give_up_at
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """A process that has ended and was not waited for is still listed, as a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
