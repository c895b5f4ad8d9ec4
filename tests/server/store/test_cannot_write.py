"""A full disk, a read-only one and a busy file: the engine says so, lives, and stores again when it can."""

import asyncio
import subprocess
import threading
from pathlib import Path
from socket import socket
from typing import cast
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import pytest

from punto.server.store.failures import StoreCannotWrite, StoreIsLost
from punto.server.store.postgres.connection import in_words
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.process import client as store_client
from punto.server.store.sqlite import writer as sqlite_writer
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.values import Change
from tests.server.store.stories import change, told

LARGE = b"x" * 200_000


class _Thread:
    """The writer as a thread, so that a test reaches its connection."""

    pid = 0

    def __init__(self, connection: socket) -> None:
        self._connection = connection.dup()
        self._thread = threading.Thread(target=sqlite_writer.serve, args=(self._connection,))
        self._thread.start()

    def wait(self, timeout: float | None = None) -> int:
        self._thread.join(timeout)
        self._connection.close()
        return 0


def test_a_full_disk_stops_a_call_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[SqliteStore] = []

    class Small(SqliteStore):
        def __init__(self, path: str) -> None:
            super().__init__(path)
            opened.append(self)

    def started(connection: socket, _program: str) -> subprocess.Popen[bytes]:
        return cast(subprocess.Popen[bytes], _Thread(connection))

    monkeypatch.setattr(sqlite_writer, "SqliteStore", Small)
    monkeypatch.setattr(store_client, "_start", started)

    async def play() -> None:
        client = await SqliteClient.open(tmp_path / "store.db")
        epochs = {"t1": (await client.claim("t1")).epoch}
        assert told(await client.commit([change("t1@0 k>a:50", epochs)])) == "1"
        pages = opened[0]._connection.pragma("page_count")
        opened[0]._connection.pragma("max_page_count", pages)
        with pytest.raises(StoreCannotWrite, match="the disk is full"):
            await client.keep_record("large", "a", LARGE)
        with pytest.raises(StoreCannotWrite, match="the disk is full"):
            await client.touch_lease(1)
        with pytest.raises(StoreCannotWrite, match="the disk is full"):
            await client.commit([Change("t1", epochs["t1"], 1, (LARGE,))])
        assert await client.record("large", "a") is None
        assert len(await client.read("t1")) == 1, "it is still read from, and holds nothing of what failed"
        opened[0]._connection.pragma("max_page_count", 1_000_000)
        assert told(await client.commit([change("t1@1 a>h:10", epochs)])) == "2"
        opened[0]._connection.pragma("query_only", 1)
        with pytest.raises(StoreCannotWrite, match="the database is read-only"):
            await client.touch_lease(1)
        opened[0]._connection.pragma("query_only", 0)
        await client.touch_lease(1)
        assert len(opened) == 1, "the same writer all along"
        await client.close()

    asyncio.run(play())


def test_what_a_driver_says_about_our_own_code_is_not_repeated_to_people() -> None:
    lost = asyncpg.InterfaceError("cannot call Transaction.__aexit__(): the underlying connection is closed")
    assert in_words(lost) == "the database closed the connection"


@pytest.mark.parametrize(
    ("code", "error", "words", "is_kept"),
    [
        ("53100", StoreCannotWrite, "the disk is full", True),
        ("53200", StoreCannotWrite, "the database: trouble", True),
        ("25006", StoreIsLost, "the database is read-only", False),  # another connection may find one that writes
    ],
)
def test_what_postgres_reports_about_its_disk(
    postgres_address: str, code: str, error: type[StoreIsLost], words: str, *, is_kept: bool
) -> None:
    async def play() -> None:
        store = await PostgresStore.open(postgres_address, f"test_{uuid4().hex}")
        with pytest.raises(error, match=words):
            await store._execute(f"do $$ begin raise exception 'trouble' using errcode = '{code}'; end $$")
        if is_kept:
            await store.claim("t1")
        else:
            with pytest.raises(StoreIsLost):
                await store.claim("t1")
        await store.close()

    asyncio.run(play())


FULL_FOR_LARGE_WRITES = """
    create function {schema}.is_full() returns trigger language plpgsql as $$
    begin
        if octet_length(new.holder) > 200000 then raise exception 'no space' using errcode = '53100'; end if;
        return new;
    end $$;
    create trigger is_full before insert on {schema}.leases for each row execute function {schema}.is_full();
"""
WRITTEN = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn"


def test_a_row_that_fits_on_a_full_disk_does_not_show_that_postgres_stores_again(postgres_address: str) -> None:
    """As it was found: the heartbeat passed, and the floor let patrons in whose bets were lost."""
    schema = f"test_{uuid4().hex}"

    async def play() -> None:
        store = await PostgresStore.open(postgres_address, schema)
        epoch = await store.take_lease(b"us", 0) or 0
        [(before,)] = await store._rows_at_once(WRITTEN)
        assert await store.touch_lease(epoch)
        [(after,)] = await store._rows_at_once(WRITTEN)
        assert after - before > len(LARGE), "as much as it seems: it was not compressed"
        await store._execute(FULL_FOR_LARGE_WRITES.format(schema=schema))
        await store._execute("update leases set renewed = renewed - interval '1 hour'")
        with pytest.raises(StoreCannotWrite, match="the disk is full"):
            await store.touch_lease(epoch)
        assert ((await store.lease()).silent_ms or 0) < 60_000, "whoever stands by hears that the holder lives"
        await store._execute("drop trigger is_full on leases")
        assert await store.touch_lease(epoch)
        assert not await store.touch_lease(epoch + 1)
        assert await store._rows_at_once("select name from leases") == [("floor",)]
        await store.close()

    asyncio.run(play())
