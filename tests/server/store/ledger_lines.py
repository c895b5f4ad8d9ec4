"""The lines of an account as the engines keep them, read past the store: a store has no call for it."""

import apsw

from punto.server.store.interface import Store
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.sqlite.in_process import SqliteInProcess

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
    if isinstance(store, SqliteInProcess):
        return list(store._store._connection.execute(IN_SQLITE, (account,)))
    assert isinstance(store, SqliteClient), store
    connection = apsw.Connection(store._process.args[-1], flags=apsw.SQLITE_OPEN_READONLY)  # type: ignore[index, arg-type]
    try:
        return list(connection.execute(IN_SQLITE, (account,)))
    finally:
        connection.close()
