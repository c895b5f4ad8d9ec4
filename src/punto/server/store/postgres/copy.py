"""Copies a PostgreSQL store to an SQLite file and back; every backup is such a file.

All of PostgreSQL is read in one transaction, as of one instant, while the floor runs. It is written in one transaction
too, with numbers never used there before: a process that remembers an old number finds nothing under it.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

import apsw
import asyncpg  # type: ignore[import-untyped]
import msgspec

from punto.server.store.postgres.connection import Connection, Row, columns
from punto.server.store.postgres.schema import bring_up_to_date
from punto.server.store.values import EPOCHS_AHEAD

ROWS_AT_ONCE = 5_000
Lines = dict[str, tuple[int, int]]  # an account's number to its amount and its journal before


class Copied(NamedTuple):
    table: str
    columns: str
    types: str
    numbered: tuple[int, ...] = ()  # columns that hold the number of a stream
    order: str = ""  # in PostgreSQL, where it means something


# Accounts and journals are kept in different forms, and are not among these.
ALIKE = (
    Copied(
        "streams",
        "id, stream, epoch, version, head, archived_version, archived_head",
        "bigint text bigint bigint bytea bigint bytea",
        (0,),
    ),
    Copied("events", "stream, version, body, head", "bigint bigint bytea bytea", (0,)),
    Copied(
        "answers",
        "command, stream, version, answer, digest, at",
        "text bigint bigint bytea bytea bigint",
        (1,),
        order=" order by number",
    ),
    Copied("snapshots", "stream, schema, version, body", "text bigint bigint bytea"),
    Copied("people", "person, body, version, is_forgotten", "text bytea bigint smallint"),
    Copied("records", "kind, id, body, version, is_forgotten", "text text bytea bigint smallint"),
    Copied(
        "plays",
        "patron, at, table_id, version, changed, book, shoe, coup, status, staked, returned, body",
        "text bigint text bigint bigint text bigint bigint text bigint bigint bytea",
    ),
    Copied(
        "bet_totals",
        "day, table_id, book, bet, wagers, staked, returned",
        "text text text text bigint bigint bigint",
    ),
    Copied("followed", "stream, version, state", "text bigint bytea"),
    Copied("checkpoints", "stream, body", "text bytea"),
)
ACCOUNTS = "id, account, balance, may_be_negative"
EVERY_TABLE = ", ".join((*(copied.table for copied in ALIKE), "accounts", "journal_lines"))


async def copy_out(address: str, schema: str, target: apsw.Connection) -> None:
    """Into an empty SQLite store."""
    connection = await asyncpg.connect(address, server_settings={"search_path": f'"{schema}"'})
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            with target:
                for copied in ALIKE:
                    marks = ", ".join("?" * len(copied.types.split()))
                    insert = f"insert into {copied.table} ({copied.columns}) values ({marks})"
                    async for rows in _pages(connection, f"select {copied.columns} from {copied.table}{copied.order}"):
                        target.executemany(insert, rows)
                await _money_out(connection, target)
    finally:
        await connection.close()


async def _money_out(connection: Any, target: apsw.Connection) -> None:
    """Lines become journals, which name for each account the journal that moved it before."""
    async for rows in _pages(connection, f"select {ACCOUNTS} from accounts"):
        values = [(number, account, balance, int(negative)) for number, account, balance, negative in rows]
        target.executemany(
            "insert into accounts (id, account, balance, last_journal, may_be_negative) values (?, ?, ?, 0, ?)", values
        )
    last: dict[int, int] = defaultdict(int)
    journal = 0
    async for rows in _pages(
        connection,
        "select stream, version, array_agg(account order by line), array_agg(amount order by line)"
        " from journal_lines group by stream, version order by min(line)",
    ):
        journals = []
        for stream, version, accounts, amounts in rows:
            journal += 1
            lines = {account: (amount, last[account]) for account, amount in zip(accounts, amounts, strict=True)}
            journals.append((journal, stream, version, msgspec.json.encode(lines).decode()))
            last.update(dict.fromkeys(accounts, journal))
        target.executemany("insert into journals (id, stream, version, lines) values (?, ?, ?, ?)", journals)
    target.executemany(
        "update accounts set last_journal = ? where id = ?", [(journal, number) for number, journal in last.items()]
    )


async def copy_in(source: apsw.Connection, address: str, schema: str) -> None:
    """In the place of all that is there. Streams get epochs that nobody has, so an old floor writes nothing more."""
    connection = await asyncpg.connect(address, server_settings={"search_path": f'"{schema}"'})
    try:
        await bring_up_to_date(cast(Connection, connection), schema)
        async with connection.transaction():
            await connection.execute("select 1 from leases for update")  # writers finish, and none begins
            await connection.execute(f"lock table {EVERY_TABLE} in access exclusive mode")
            [(streams, accounts, epoch)] = await connection.fetch(
                "select (select nextval(pg_get_serial_sequence('streams', 'id'))),"
                " (select nextval(pg_get_serial_sequence('accounts', 'id'))),"
                " (select coalesce(max(epoch), 0) from streams)"
            )
            await connection.execute(f"truncate {EVERY_TABLE}")
            for copied in ALIKE:
                rows = source.execute(f"select {copied.columns} from {copied.table}")
                shifted = (_shifted(row, copied.numbered, streams) for row in rows)
                await _insert(connection, copied.table, copied.columns, copied.types, shifted)
            await _money_in(connection, source, streams=streams, accounts=accounts)
            await connection.execute("update streams set epoch = greatest(epoch, $1) + $2", epoch, EPOCHS_AHEAD)
            await connection.execute("update leases set epoch = epoch + $1, holder = ''", EPOCHS_AHEAD)
            for table, column in (("streams", "id"), ("accounts", "id"), ("journal_lines", "line")):
                await connection.execute(
                    f"select setval(pg_get_serial_sequence('{table}', '{column}'),"
                    f" greatest(nextval(pg_get_serial_sequence('{table}', '{column}')),"
                    f" (select coalesce(max({column}), 0) + 1 from {table})))"
                )
    finally:
        await connection.close()


async def _money_in(connection: Any, source: apsw.Connection, *, streams: int, accounts: int) -> None:
    rows = source.execute(f"select {ACCOUNTS} from accounts")
    named = ((number + accounts, account, balance, bool(negative)) for number, account, balance, negative in rows)
    await _insert(connection, "accounts", ACCOUNTS, "bigint text bigint boolean", named)
    lines = (
        (int(number) + accounts, stream + streams, version, amount)
        for stream, version, body in source.execute("select stream, version, lines from journals order by id")
        for number, (amount, _) in msgspec.json.decode(str(body), type=Lines).items()
    )
    await _insert(connection, "journal_lines", "account, stream, version, amount", "bigint bigint bigint bigint", lines)


async def _insert(connection: Any, table: str, names: str, types: str, rows: Iterable[tuple[Any, ...]]) -> None:
    kinds = types.split()
    arrays = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(kinds, start=1))
    statement = f"insert into {table} ({names}) overriding system value select * from unnest({arrays})"
    for page in _chunks(iter(rows)):
        await connection.execute(statement, *columns(len(kinds), page))


def _shifted(row: Sequence[Any], places: tuple[int, ...], by: int) -> tuple[Any, ...]:
    return tuple(value + by if place in places else value for place, value in enumerate(row))


async def _pages(connection: Any, statement: str) -> AsyncIterator[list[Row]]:
    cursor = await connection.cursor(statement)
    while rows := await cursor.fetch(ROWS_AT_ONCE):
        yield [tuple(row) for row in rows]


def _chunks(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while page := list(islice(rows, ROWS_AT_ONCE)):
        yield page
