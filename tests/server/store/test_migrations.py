"""Stores that an older program has written open; those of a newer one are refused by name.

The files `version_1…sql` are dumps of stores as version 1 wrote them. They are never rewritten.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import time_ns
from uuid import uuid4

import apsw
import asyncpg  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace

from punto.server.store.failures import StoreCannotBeOpened
from punto.server.store.interface import Store
from punto.server.store.postgres import schema as postgres_schema
from punto.server.store.sqlite import schema as sqlite_schema
from punto.server.store.values import Checkpoint, Given, Repeated, Snapshot
from tests.server.store.engines import Engine, postgres, sqlite, sqlite_writer
from tests.server.store.ledger_lines import ledger_lines
from tests.server.store.stories import account, change, told

HERE = Path(__file__).parent


async def assert_it_goes_on(store: Store) -> None:
    """What was stored is there, chains on, and can use what later versions have added."""
    events = await store.read("t1")
    assert [event.body for event in events] == [b"+t1@0 a>e:60 #c2", b"second", b"t1@2 e>h:60"]
    assert await store.every_balance() == {account("k"): -100, account("a"): 40, account("h"): 60}
    assert await ledger_lines(store, account("a")) == [("cashier", 1, 100), ("t1", 2, -60)]
    assert await store.snapshot("t1", schema=1) == Snapshot(1, 3, b"state")
    assert await store.person("a") == b"Ada"
    claim = await store.claim("t1")
    assert (claim.epoch, claim.version, claim.head) == (2, 3, events[-1].head)
    epochs = {"t1": claim.epoch}
    assert told(await store.commit([change("t1@3 a>e:41", epochs)])) == "short:a"
    assert told(await store.commit([change("t1@9 #c2", epochs), change("t1@3 a>b:40 #c3", epochs)])) == "=c2 4"
    assert [amount for _, _, amount in await ledger_lines(store, account("a"))] == [100, -60, -40]
    assert await store.set_checkpoint("t1", Checkpoint(3, events[-1].head))
    assert await store.drop_events("t1", limit=9) == 3
    await store.keep_record("account", "a", b"{}")
    assert await store.records("account") == [("a", b"{}")]
    assert await store.plays("a") == []


def test_a_sqlite_file_of_version_1_opens(tmp_path: Path) -> None:
    old = apsw.Connection(str(tmp_path / "old.db"))
    old.execute((HERE / "version_1.sqlite.sql").read_text())
    old.close()
    sqlite(tmp_path / "old.db").run(assert_it_goes_on)


def test_a_postgres_dump_of_version_1_opens(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"
    dump = (HERE / "version_1.postgres.sql").read_text().replace("version_1.", f"{schema}.")
    asyncio.run(executed(postgres_address, f"create schema {schema}", dump))
    postgres(postgres_address, schema).run(assert_it_goes_on)


@pytest.mark.parametrize("opened", [sqlite, sqlite_writer])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("pragma application_id = 1347767892; pragma user_version = 99; create table later (id)", "has schema 99"),
        ("create table somebody_elses (id)", "is not a store of Punto"),
    ],
)
def test_a_file_that_is_newer_or_not_ours_is_refused(
    tmp_path: Path, opened: Callable[[Path], Engine], content: str, reason: str
) -> None:
    connection = apsw.Connection(str(tmp_path / "store.db"))
    connection.execute(content)
    connection.close()
    with pytest.raises(StoreCannotBeOpened, match=reason):
        opened(tmp_path / "store.db").run(nothing)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_text("Dear diary, " * 1_000)
    with pytest.raises(StoreCannotBeOpened, match="is not a database"):
        sqlite(tmp_path / "store.db").run(nothing)


def test_a_newer_postgres_schema_is_refused(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"
    engine = postgres(postgres_address, schema)
    engine.run(nothing)
    asyncio.run(executed(postgres_address, f"insert into {schema}.schema_version values (99)"))
    with pytest.raises(StoreCannotBeOpened, match="has schema 99"):
        engine.run(nothing)


@pytest.mark.parametrize(
    ("renewed", "holder", "is_refused"),
    [
        ("clock_timestamp()", "us", True),
        ("clock_timestamp() - interval '5 s'", "us", False),  # it was killed
        ("clock_timestamp()", "", False),  # it has left
    ],
)
def test_a_floor_that_an_older_server_runs_is_not_changed_under_it(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, renewed: str, holder: str, *, is_refused: bool
) -> None:
    """As it was found: a newer server that was started to stand by broke the older floor's statements."""
    schema = f"test_{uuid4().hex}"
    engine = postgres(postgres_address, schema)
    engine.run(nothing)
    lease = f"insert into {schema}.leases values ('floor', 1, '{holder}', {renewed})"
    asyncio.run(executed(postgres_address, lease))
    engine.run(nothing)  # whoever is no newer
    monkeypatch.setattr(postgres_schema, "SECONDS_TO_BE_SILENT", 0.01)
    monkeypatch.setattr(postgres_schema, "STEPS", (*postgres_schema.STEPS, "create table later (id bigint)"))
    if is_refused:
        with pytest.raises(StoreCannotBeOpened, match="Stop every server of the floor first"):
            engine.run(nothing)
        assert not asyncio.run(tables_called(postgres_address, schema, "later"))
    else:
        engine.run(nothing)
        assert asyncio.run(tables_called(postgres_address, schema, "later"))


def test_an_older_server_that_was_killed_a_moment_ago_is_waited_for(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was found: a start after a kill ended with the code that keeps a service down."""
    schema = f"test_{uuid4().hex}"
    engine = postgres(postgres_address, schema)
    engine.run(nothing)
    heard_just_now = f"insert into {schema}.leases values ('floor', 1, 'us', clock_timestamp() - interval '3 s')"
    asyncio.run(executed(postgres_address, heard_just_now))
    monkeypatch.setattr(postgres_schema, "STEPS", (*postgres_schema.STEPS, "create table later (id bigint)"))
    monkeypatch.setattr(postgres_schema, "SECONDS_TO_BE_SILENT", 1.5)
    engine.run(nothing)
    assert asyncio.run(tables_called(postgres_address, schema, "later"))


def test_two_servers_open_a_new_postgres_schema_at_once(postgres_address: str) -> None:
    engine = postgres(postgres_address, f"test_{uuid4().hex}")

    async def play() -> None:
        for store in await asyncio.gather(*(engine.open() for _ in range(4))):
            await store.close()

    asyncio.run(play())


OLD_IDS = (
    # as the first release wrote them                      as they are asked for now
    ("anna:jade:x-1", "x-1:anna:jade"),
    ("anna:solo@anna:x_2", "x_2:anna:solo@anna"),
    ("cashier:buy-in:amy:anna:100:x3", "x3:cashier:amy"),
    ("cashier:cash-out:anna:x4", "x4:cashier:anna"),
    ("cashier:redeem:anna:ABCD2345:x5", "x5:cashier:anna"),
    ("cashier:pay:amy:ABCD2345:x6", "x6:cashier:amy"),
)


async def assert_answers_are_found(store: Store) -> None:
    """Under the id in its new form, whatever is said under it, and no older than the upgrade."""
    for old, new in OLD_IDS:
        assert await store.answer_to(new) == Given(old.encode())
        assert await store.answer_to(old) is None
    now = time_ns() // 1_000_000
    assert await store.forget_answers(now - 60_000, 99, 99) == 0
    epochs = {"t1": (await store.claim("t1")).epoch}
    again = replace(change("t1@1 #c9", epochs), command=OLD_IDS[0][1])
    assert await store.commit([again]) == [Repeated(OLD_IDS[0][0].encode())]
    assert await store.forget_answers(now + 60_000, 99, 99) == len(OLD_IDS)


def test_answers_of_an_older_sqlite_file_are_found_again(tmp_path: Path) -> None:
    old = apsw.Connection(str(tmp_path / "old.db"))
    for step in sqlite_schema.STEPS[:3]:
        old.execute(step)
    old.execute(f"pragma application_id = {sqlite_schema.APPLICATION_ID}; pragma user_version = 3")
    old.execute("insert into streams (stream, epoch, version, head) values ('t1', 1, 1, x'00')")
    old.executemany("insert into answers values (?, 1, 1, ?)", [(old, old.encode()) for old, _ in OLD_IDS])
    old.close()
    sqlite(tmp_path / "old.db").run(assert_answers_are_found)


def test_answers_of_an_older_postgres_schema_are_found_again(postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"
    rows = ", ".join(f"('{old}', 1, 1, '{old}'::bytea)" for old, _ in OLD_IDS)
    statements = (
        *postgres_schema.STEPS[:3],
        "create table schema_version (version integer not null)",
        "insert into schema_version values (3)",
        "insert into streams (stream, epoch, version, head) values ('t1', 1, 1, '\\x00')",
        f"insert into answers values {rows}",
    )
    asyncio.run(executed(postgres_address, f"create schema {schema}", f"set search_path to {schema}", *statements))
    postgres(postgres_address, schema).run(assert_answers_are_found)


async def nothing(store: Store) -> None:
    assert await store.every_balance() == {}


async def tables_called(address: str, schema: str, name: str) -> int:
    connection = await asyncpg.connect(address)
    found = await connection.fetchval(
        "select count(*) from pg_tables where (schemaname, tablename) = ($1, $2)", schema, name
    )
    await connection.close()
    assert isinstance(found, int)
    return found


async def executed(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
