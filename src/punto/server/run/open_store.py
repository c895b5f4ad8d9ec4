"""Opens the database of a floor, on whichever engine it is, and knows its lock."""

import os
from pathlib import Path

from punto.server.run.cannot_serve import CannotServe
from punto.server.store.database_kind import is_postgresql
from punto.server.store.failures import StoreCannotBeOpened, StoreIsLost
from punto.server.store.floor_lock import FileLock, FloorLock
from punto.server.store.health import StoreHealth
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.reopening_store import ReopeningStore, reopening_store
from punto.server.store.sqlite.client import SqliteClient


def lock_of(database: str) -> FloorLock:
    if not is_postgresql(database):
        return FileLock(database)
    from punto.server.store.postgres.floor_lock import AdvisoryLock

    return AdvisoryLock(database)


async def open_store(database: str, health: StoreHealth | None = None) -> ReopeningStore:
    """Raises CannotServe when another try would not help, StoreIsLost when it may."""
    opened = _open_postgresql if is_postgresql(database) else _open_sqlite
    try:
        return await opened(database, health)
    except StoreCannotBeOpened as error:
        raise CannotServe(f"the database: {error}") from None


async def _open_sqlite(database: str, health: StoreHealth | None) -> ReopeningStore:
    _make_folder(Path(database).parent)
    _make_private(Path(database))
    try:
        return await reopening_store(lambda: SqliteClient.open(database), health)
    except StoreIsLost:
        raise StoreIsLost("the database: its writer ended before it was open; see the line above") from None


async def _open_postgresql(address: str, health: StoreHealth | None) -> ReopeningStore:
    return await reopening_store(lambda: PostgresClient.open(address), health)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"the database: {folder}: {error.strerror}") from None


def _make_private(database: Path) -> None:
    """Only the owner may read a new file, or the logs SQLite puts beside it: they hold names and hashes."""
    try:
        os.close(os.open(database, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError as error:
        raise CannotServe(f"the database: {database}: {error.strerror}") from None
