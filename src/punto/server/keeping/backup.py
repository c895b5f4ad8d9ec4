"""Backs up a store as one SQLite file and restores it, on either engine and while the floor runs.

A copy is audited before it gets its name. A restored store gets a new log id, so that clients drop offsets of the old
history, and epochs that no running floor has, so that none of them can write to it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir

import apsw

from punto.server.keeping.audit import Audited, audit
from punto.server.keeping.copy_sqlite import (
    BUSY_TIMEOUT_MS,
    CannotBackUp,
    copy_pages,
    copy_store,
    give_name,
    is_ours,
    make_private,
    seal,
    trouble_with,
)
from punto.server.keeping.kept_heads import write_heads
from punto.server.store.database_kind import is_postgresql, why_no_file
from punto.server.store.interface import Store
from punto.server.store.postgres.copy import copy_in, copy_out
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.sqlite.trouble import in_words

SCHEMA = "punto"


async def back_up(database: str, file: Path, *, schema: str = SCHEMA) -> Audited:
    """Raises AuditFailed, and leaves no file, if the copy contradicts itself."""
    if file.exists():
        raise CannotBackUp(f"{file} exists already")
    with _private(file.with_name(f"{file.name}.unfinished"), called=file) as unfinished:
        if is_postgresql(database):
            await _from_postgres(database, schema, unfinished, called=file)
        else:
            copy_store(Path(database), unfinished, called=file)
        with trouble_with(file):
            found = await _audited(unfinished)
            _renew(
                unfinished, f"The floor was opened on the copy {file.name}.", epochs_after=0
            )  # without being restored
            seal(unfinished)
            give_name(unfinished, file)
    return found


async def restore(
    file: Path, database: str, *, replaces: bool = False, schema: str = SCHEMA, heads: Path | None = None
) -> Audited:
    """Raises AuditFailed, and changes nothing, if the file contradicts itself. `heads` gets the heads of the copy,
    which the next start checks; a crash before that leaves a database that is refused."""
    if why := why_no_file(file):
        raise CannotBackUp(f"{file}: {why}")
    target = None if is_postgresql(database) else Path(database)
    if target is not None and target.is_dir():
        raise CannotBackUp(f"{target}: this is a folder, not a database")
    called = target or Path(gettempdir()) / f"punto-{token_hex(4)}"
    with _private(
        called.with_name(f"{called.name}.unfinished"), called=called
    ) as copy:  # the backup itself stays unchanged
        copy_store(file, copy, called=called)
        with trouble_with(called):
            found = await _audited(copy)
        if target is None:
            await _to_postgres(copy, file, database, schema, replaces=replaces)
        elif target.exists():
            _replace(target, copy, file, replaces=replaces)
        else:
            with trouble_with(target):
                _renew(copy, f"The floor was restored from {file.name}.", epochs_after=0)
                seal(copy)
                give_name(copy, target)
    if heads is not None:
        await _keep_heads(database, schema, heads)
    return found


async def _keep_heads(database: str, schema: str, file: Path) -> None:
    from punto.server.store.postgres.store import PostgresStore

    is_file = not is_postgresql(database)
    store: Store = SqliteInProcess(database) if is_file else await PostgresStore.open(database, schema)
    try:
        (await write_heads(store, file)).close()
    finally:
        await store.close()


@contextmanager
def _private(copy: Path, *, called: Path) -> Iterator[Path]:
    """A private file, deleted afterwards unless it was renamed."""
    if not copy.parent.is_dir():
        raise CannotBackUp(f"{copy.parent}: there is no such folder")
    _remove(copy)  # left by a copy that was killed
    make_private(copy, called=called)
    try:
        yield copy
    finally:
        _remove(copy)


def _remove(copy: Path) -> None:
    for name in (copy.name + end for end in ("", "-wal", "-shm", "-journal")):
        copy.with_name(name).unlink(missing_ok=True)


async def _audited(copy: Path) -> Audited:
    store = SqliteInProcess(copy)
    try:
        return await audit(store)
    finally:
        await store.close()


async def _from_postgres(address: str, schema: str, target: Path, *, called: Path) -> None:
    with trouble_with(called):
        await SqliteInProcess(target).close()  # an empty store of ours
        connection = apsw.Connection(str(target))
    try:
        await copy_out(address, schema, connection)
    except (apsw.FullError, apsw.IOError) as error:
        raise CannotBackUp(f"{called}: {in_words(error)}") from None
    finally:
        connection.close()


async def _to_postgres(copy: Path, file: Path, address: str, schema: str, *, replaces: bool) -> None:
    from punto.server.store.postgres.store import PostgresStore

    store = await PostgresStore.open(address, schema)
    try:
        if not replaces and await store.streams():
            raise CannotBackUp("the database holds a floor already; --replace puts the copy in its place")
    finally:
        await store.close()
    _renew(copy, f"The floor was restored from {file.name}.", epochs_after=0)
    connection = apsw.Connection(str(copy))
    try:
        await copy_in(connection, address, schema)
    finally:
        connection.close()


def _replace(target: Path, copy: Path, file: Path, *, replaces: bool) -> None:
    """In one transaction, because a floor may still be running on it."""
    if target.samefile(file):
        raise CannotBackUp(f"{file} is the copy itself")
    with trouble_with(target):
        last_epoch = _last_epoch(target)
    if last_epoch and not replaces:
        raise CannotBackUp(f"{target} holds a floor already; --replace puts the copy in its place")
    _renew(copy, f"The floor was restored from {file.name}.", epochs_after=last_epoch)
    connection = apsw.Connection(str(copy))
    try:
        copy_pages(connection, target, called=target)
    finally:
        connection.close()


def _last_epoch(target: Path) -> int:
    """0 for an empty file. Somebody else's database is never overwritten."""
    connection = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        if not connection.execute("select exists (select 1 from sqlite_schema)").get:
            return 0
        if not is_ours(connection):
            raise CannotBackUp(f"{target} is a database, but not a store of Punto")
        has_leases = connection.execute("select exists (select 1 from sqlite_schema where name = 'leases')").get
        leases = " union all select epoch from leases" if has_leases else ""  # older stores have none
        return int(connection.execute(f"select coalesce(max(epoch), 0) from (select epoch from streams{leases})").get)
    finally:
        connection.close()


def _renew(copy: Path, why: str, *, epochs_after: int) -> None:
    """Begin a new history: old offsets are void, every claim on a stream is lost, and no earlier shoe is dealt on."""
    store = SqliteStore(copy)
    try:
        store.raise_epochs(epochs_after)
        store.renew_log_id(why)
    finally:
        store.close()
