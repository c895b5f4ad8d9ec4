"""The rows of a floor's database as an inspector reads them: all of one instant, whichever engine keeps them.

Nothing is written into an SQLite file, and one transaction holds the instant while the floor plays on. PostgreSQL,
or a file of an older release, is first copied into a private file.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import msgspec
from msgspec import Struct

from punto.server.keeping.copy_sqlite import BUSY_TIMEOUT_MS, CannotBackUp, copy_store, is_ours
from punto.server.store.database_kind import is_postgresql, why_no_file
from punto.server.store.plays import Followed, Play
from punto.server.store.postgres.copy import copy_out
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.sqlite.schema import STEPS
from punto.server.store.values import Checkpoint, StoredEvent

SCHEMA = "punto"
NAMES_KEPT = 100_000  # of accounts
PLAY = "patron, at, table_id, version, changed, book, shoe, coup, status, staked, returned, body"
JournalLines = dict[int, tuple[int, int]]  # an account's number to its amount and the journal that moved it before


class StreamRow(Struct, frozen=True):
    number: int
    name: str
    version: int
    head: bytes
    checkpoint: Checkpoint


class JournalRow(Struct, frozen=True):
    number: int
    stream: int
    version: int
    lines: str


class AccountRow(Struct, frozen=True):
    number: int
    name: str
    balance: int


class FloorRows:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.account_name = lru_cache(maxsize=NAMES_KEPT)(self._account_name)

    def streams(self) -> list[StreamRow]:
        rows = self._connection.execute(
            "select id, streams.stream, version, head, body from streams left join checkpoints using (stream)"
            " order by streams.stream"
        )
        return [StreamRow(number, name, version, head, _checkpoint(body)) for number, name, version, head, body in rows]

    def events(self, stream: StreamRow) -> Iterator[StoredEvent]:
        """After its checkpoint."""
        rows = self._connection.execute(
            "select version, body, head from events where stream = ? and version > ? order by version",
            (stream.number, stream.checkpoint.version),
        )
        return (StoredEvent(*row) for row in rows)

    def journals(self) -> Iterator[JournalRow]:
        """In the order in which they were booked."""
        rows = self._connection.execute("select id, stream, version, lines from journals order by id")
        return (JournalRow(*row) for row in rows)

    def accounts(self) -> Iterator[AccountRow]:
        rows = self._connection.execute("select id, account, balance from accounts order by account")
        return (AccountRow(*row) for row in rows)

    def _account_name(self, number: int) -> str:
        row = self._one("select account from accounts where id = ?", number)
        return str(row[0]) if row else f"account number {number}"

    def play(self, patron: str, at: int, table: str, version: int) -> Play | None:
        row = self._one(
            f"select {PLAY} from plays where patron = ? and at = ? and table_id = ? and version = ?",
            patron,
            at,
            table,
            version,
        )
        return Play(*row) if row else None

    def plays_by_table(self) -> Iterator[tuple[str, int, int, int, str]]:
        """Table, version, instant, last change and patron of every play, in no order."""
        return self._connection.execute("select table_id, version, at, changed, patron from plays")

    def record(self, kind: str, name: str) -> bytes | None:
        row = self._one("select body from records where kind = ? and id = ? and is_forgotten = 0", kind, name)
        return row[0] if row else None

    def record_names(self, kind: str) -> set[str]:
        rows = self._connection.execute("select id from records where kind = ? and is_forgotten = 0", (kind,))
        return {str(row[0]) for row in rows}

    def person(self, person: str) -> tuple[bytes, bool] | None:
        """The row, and whether it was erased."""
        row = self._one("select body, is_forgotten from people where person = ?", person)
        return (row[0], bool(row[1])) if row else None

    def followed(self, stream: str) -> Followed:
        row = self._one("select version, state from followed where stream = ?", stream)
        return Followed(*row) if row else Followed()

    def bet_totals(self) -> Iterator[tuple[str, str, str, str, int, int, int]]:
        return self._connection.execute("select day, table_id, book, bet, wagers, staked, returned from bet_totals")

    def _one(self, statement: str, *values: Any) -> Any:
        return self._connection.execute(statement, values).fetchone()


def _checkpoint(body: bytes | None) -> Checkpoint:
    return Checkpoint() if body is None else msgspec.msgpack.decode(body, type=Checkpoint)


@asynccontextmanager
async def floor_rows(database: str, *, schema: str = SCHEMA) -> AsyncIterator[FloorRows]:
    """Raises CannotBackUp when there is no store of ours."""
    if not is_postgresql(database) and not _is_old(Path(database)):
        with _reading(Path(database)) as connection:
            yield FloorRows(connection)
        return
    with TemporaryDirectory(prefix="punto-audit-") as folder:  # for its owner alone
        copy = Path(folder) / "copy.db"
        if is_postgresql(database):
            await SqliteInProcess(copy).close()
            with apsw.Connection(str(copy)) as target:
                await copy_out(database, schema, target)
        else:
            copy_store(Path(database), copy, called=copy)
            await SqliteInProcess(copy).close()  # takes the steps that are missing
        with _reading(copy) as connection:
            yield FloorRows(connection)


def _is_old(file: Path) -> bool:
    if why := why_no_file(file):
        raise CannotBackUp(f"{file}: {why}")
    with _reading(file) as connection:
        if not is_ours(connection):
            raise CannotBackUp(f"{file} is not a store of Punto")
        steps = connection.pragma("user_version")
        assert isinstance(steps, int)
        return steps < len(STEPS)


@contextmanager
def _reading(file: Path) -> Iterator[apsw.Connection]:
    """A connection that cannot write, in one transaction: what it reads is of one instant.

    SQLite puts two files beside a database in WAL mode, and only a connection that may write takes them away again. It
    would also move what a killed floor left in its log into the database, so it is used only where there is no log.
    """
    has_log = file.with_name(f"{file.name}-wal").exists()
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY if has_log else apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.execute("pragma query_only = on")
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.execute("begin deferred")
        connection.execute("select count(*) from sqlite_schema").fetchall()  # the instant is now
        yield connection
    finally:
        connection.close(force=True)  # readers may be half way through
