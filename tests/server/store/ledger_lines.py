"""The lines of an account as the engines keep them, read past the store: a store has no call for it."""

from pathlib import Path

import apsw
import asyncpg  # type: ignore[import-untyped]

from punto.server.store.interface import Store
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.store.engines import Beside

Line = tuple[str, int, int]  # stream, its version, amount

# A line is JSON: [amount, the account's journal before]. The walk goes back from journal to journal.
IN_SQLITE = """
    with recursive walk (account, journal, stream, version, line) as (
        select accounts.id, journals.id, stream, version, lines -> ('$."' || accounts.id || '"')
        from accounts cross join journals on journals.id = last_journal where accounts.account = ?
        union all
        select walk.account, journals.id, journals.stream, journals.version, lines -> ('$."' || walk.account || '"')
        from walk cross join journals on journals.id = line ->> 1
    )
    select streams.stream, walk.version, line ->> 0 from walk join streams on streams.id = walk.stream order by journal
"""
IN_POSTGRESQL = """
    select streams.stream, lines.version, amount from accounts
    join journal_lines as lines on lines.account = accounts.id join streams on streams.id = lines.stream
    where accounts.account = $1 order by line
"""


async def ledger_lines(store: Store, account: str) -> list[Line]:
    """Oldest first."""
    if isinstance(store, PostgresStore):
        return [tuple(row) for row in await store._rows(IN_POSTGRESQL, account)]
    if isinstance(store, PostgresClient):
        assert isinstance(store._process, Beside)
        address, schema = store._process.database
        connection = await asyncpg.connect(address, server_settings={"search_path": f'"{schema}"'})
        try:
            return [tuple(row) for row in await connection.fetch(IN_POSTGRESQL, account)]
        finally:
            await connection.close()
    if isinstance(store, SqliteInProcess):
        return list(store._store._connection.execute(IN_SQLITE, (account,)))
    assert isinstance(store, SqliteClient), store
    file = apsw.Connection(str(_file_of(store)), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return list(file.execute(IN_SQLITE, (account,)))
    finally:
        file.close()


def _file_of(store: SqliteClient) -> Path:
    """That its process has open."""
    files = [each.resolve() for each in Path(f"/proc/{store.writer_process}/fd").iterdir()]
    return next(each for each in files if each.suffix == ".db")
