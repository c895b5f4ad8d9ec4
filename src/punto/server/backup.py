"""A store kept aside as one SQLite file, and brought back, on either engine and while the floor runs.

A copy counts only after an audit of it: the file gets its name last. A store that is restored gets another log id, so
that clients with offsets of the old history start anew, and epochs that no running floor has, so that none writes on.
"""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import apsw

from punto.rules.invalid_input import InvalidInput
from punto.server.audit import Audited, audit
from punto.server.store.interface import StoreCannotBeOpened
from punto.server.store.postgres_copy import EPOCHS_AHEAD, copy_in, copy_out
from punto.server.store.sqlite_in_process import SqliteInProcess
from punto.server.store.sqlite_schema import APPLICATION_ID

POSTGRES = ("postgresql://", "postgres://")
SCHEMA = "punto"
BUSY_TIMEOUT_MS = 60_000
OWNER_ONLY = 0o600


class CannotBackUp(InvalidInput):
    """The text says what is in the way."""


async def back_up(database: str, file: Path, *, schema: str = SCHEMA) -> Audited:
    """Raises AuditFailed, and leaves no file, when the copy contradicts itself."""
    if file.exists():
        raise CannotBackUp(f"{file} exists already")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        _make_private(unfinished)
        if database.startswith(POSTGRES):
            await _from_postgres(database, schema, unfinished)
        else:
            _from_sqlite(Path(database), unfinished)
        found = await _audited(unfinished)
        _seal(unfinished)
        unfinished.rename(file)
    finally:
        for left in (unfinished, *(unfinished.with_name(unfinished.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return found


async def restore(file: Path, database: str, *, replaces: bool = False, schema: str = SCHEMA) -> Audited:
    """Raises AuditFailed, and changes nothing, when the file contradicts itself."""
    if not file.is_file():
        raise CannotBackUp(f"{file}: there is no such file")
    scratch = file.with_name(f".{file.name}.{token_hex(4)}")  # a copy, because a backup is never written to
    try:
        _make_private(scratch)
        _from_sqlite(file, scratch)
        found = await _audited(scratch)
        if database.startswith(POSTGRES):
            await _to_postgres(scratch, database, schema, replaces=replaces)
        else:
            _to_sqlite(scratch, Path(database), replaces=replaces)
    finally:
        for left in (scratch, *(scratch.with_name(scratch.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return found


def _make_private(copy: Path) -> None:
    """Before names and hashes of passwords are in it. A place that cannot be written is named by the copying."""
    with suppress(OSError):
        copy.touch(OWNER_ONLY)


async def _audited(copy: Path) -> Audited:
    try:
        store = SqliteInProcess(copy)
    except StoreCannotBeOpened as error:
        raise CannotBackUp(str(error)) from None
    try:
        return await audit(store)
    finally:
        await store.close()


def _from_sqlite(source: Path, target: Path) -> None:
    """All pages in one step, so of one instant: a writer goes on writing to its log meanwhile."""
    if not source.is_file():
        raise CannotBackUp(f"{source}: there is no such file")
    try:
        connection = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        try:
            if connection.pragma("application_id") != APPLICATION_ID:
                raise CannotBackUp(f"{source} is not a store of Punto")
            _copy_pages(connection, target)
        finally:
            connection.close()
    except (apsw.NotADBError, apsw.CantOpenError, apsw.CorruptError) as error:
        raise CannotBackUp(f"{source}: {error}") from None


def _copy_pages(source: apsw.Connection, target: Path) -> None:
    connection = apsw.Connection(str(target))
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        with connection.backup("main", source, "main") as copying:
            copying.step(-1)
    finally:
        connection.close()


async def _from_postgres(address: str, schema: str, target: Path) -> None:
    await SqliteInProcess(target).close()  # an empty store of ours
    connection = apsw.Connection(str(target))
    try:
        await copy_out(address, schema, connection)
    finally:
        connection.close()


async def _to_postgres(copy: Path, address: str, schema: str, *, replaces: bool) -> None:
    from punto.server.store.postgres_store import PostgresStore

    store = await PostgresStore.open(address, schema)
    try:
        if not replaces and await store.streams():
            raise CannotBackUp("the database holds a floor already; --replace puts the copy in its place")
    finally:
        await store.close()
    connection = apsw.Connection(str(copy))
    try:
        _renew(connection, epochs_after=0)
        await copy_in(connection, address, schema)
    finally:
        connection.close()


def _to_sqlite(copy: Path, target: Path, *, replaces: bool) -> None:
    last_epoch = 0
    if target.exists():
        old = apsw.Connection(str(target))
        try:
            old.set_busy_timeout(BUSY_TIMEOUT_MS)
            has_streams = old.execute("select exists (select 1 from sqlite_schema where name = 'streams')").get
            if has_streams:
                last_epoch = int(old.execute("select coalesce(max(epoch), 0) from streams").get)
            if last_epoch and not replaces:
                raise CannotBackUp(f"{target} holds a floor already; --replace puts the copy in its place")
        except apsw.NotADBError:
            raise CannotBackUp(f"{target} is not a database") from None
        finally:
            old.close()
    connection = apsw.Connection(str(copy))
    try:
        _renew(connection, epochs_after=last_epoch)
        _copy_pages(connection, target)
    finally:
        connection.close()


def _renew(copy: apsw.Connection, *, epochs_after: int) -> None:
    """Another history begins: old offsets mean nothing in it, and whoever had claimed a stream has it no more."""
    with copy:
        copy.execute("update streams set epoch = max(epoch, ?) + ?", (epochs_after, EPOCHS_AHEAD))
        copy.execute(
            "insert into records (kind, id, body) values ('store', 'log_id', ?)"
            " on conflict (kind, id) do update set body = excluded.body",
            (token_hex(8).encode(),),
        )


def _seal(copy: Path) -> None:
    """One file, whole on the disk before it has its name."""
    connection = apsw.Connection(str(copy))
    connection.pragma("journal_mode", "delete")
    connection.close()
    descriptor = os.open(copy, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
