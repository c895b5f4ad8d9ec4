"""Archives a store given by its address, on either engine, while a floor may be running on it."""

import asyncio
import fcntl
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import apsw

from punto.server.keeping.archive import Sealed, archive, check_archive
from punto.server.keeping.copy_sqlite import CannotBackUp, is_ours
from punto.server.store.database_kind import is_postgresql, why_no_file
from punto.server.store.interface import Store
from punto.server.store.sqlite.in_process import SqliteInProcess

DAY_MS = 24 * 60 * 60 * 1000
SECONDS_TO_BREATHE = 0.005  # between two short transactions, to let a waiting writer in
BUSY_TIMEOUT_MS = 60_000
SCHEMA = "punto"
LOCK = "archive.lock"  # in the folder


async def archive_store(
    database: str, folder: Path, *, keep_days: int, is_compacted: bool = False, schema: str = SCHEMA
) -> Sealed:
    if is_compacted and is_postgresql(database):
        raise CannotBackUp("--compact is for an SQLite file; PostgreSQL uses the room again by itself")
    before = time.time_ns() // 1_000_000 - keep_days * DAY_MS
    async with _opened(database, schema) as store:
        with _alone(folder):
            sealed = await archive(store, folder, before, lambda: asyncio.sleep(SECONDS_TO_BREATHE))
    if is_compacted:
        _compact(database)
    return sealed


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two at once would read what the other drops. The lock ends with the process; the file stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotBackUp(f"{folder}: another archive is being made here; wait until it is done") from None
        yield


async def check_store(database: str, folder: Path, *, schema: str = SCHEMA) -> Sealed:
    async with _opened(database, schema) as store:
        return await check_archive(store, folder)


@asynccontextmanager
async def _opened(database: str, schema: str) -> AsyncIterator[Store]:
    store = await _open(database, schema)
    try:
        yield store
    finally:
        await store.close()


async def _open(database: str, schema: str) -> Store:
    if is_postgresql(database):
        from punto.server.store.postgres.store import PostgresStore

        return await PostgresStore.open(database, schema)
    if why := why_no_file(Path(database)):
        raise CannotBackUp(f"{database}: {why}")
    _check_ours(database)
    return SqliteInProcess(database)


def _check_ours(database: str) -> None:
    """Before writing to a file that belongs to somebody else."""
    connection = apsw.Connection(database, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if not is_ours(connection):
            raise CannotBackUp(f"{database} is not a store of Punto")
    finally:
        connection.close()


def _compact(database: str) -> None:
    """Takes as long as copying what is left."""
    connection = apsw.Connection(database)
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.execute("vacuum")
        connection.pragma("wal_checkpoint(truncate)")
    finally:
        connection.close()
