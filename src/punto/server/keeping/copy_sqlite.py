"""Copies the pages of one SQLite file into another; errors name the file that caused them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from punto.rules.invalid_input import InvalidInput
from punto.server.store.database_kind import why_no_file
from punto.server.store.sqlite.schema import APPLICATION_ID, STEPS
from punto.server.store.sqlite.trouble import in_words
from punto.server.store.write_through import write_through

BUSY_TIMEOUT_MS = 60_000
OWNER_ONLY = 0o600


class CannotBackUp(InvalidInput):
    """The text says why."""


@contextmanager
def trouble_with(file: Path) -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        raise CannotBackUp(f"{file}: {in_words(error)}") from None
    except OSError as error:
        raise CannotBackUp(f"{file}: {error.strerror}") from None


def make_private(file: Path, *, called: Path) -> None:
    """Before it holds names and password hashes."""
    with trouble_with(called):
        file.touch(OWNER_ONLY)


def copy_store(source: Path, target: Path, *, called: Path) -> None:
    """One of our stores at one instant; a writer may continue meanwhile. `called` is the target's name in messages."""
    if why := why_no_file(source):
        raise CannotBackUp(f"{source}: {why}")
    with trouble_with(source):
        connection = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            _check_ours(connection, source)
            copy_pages(connection, target, called=called)
        finally:
            connection.close()


def copy_pages(source: apsw.Connection, target: Path, *, called: Path) -> None:
    """In one step and one transaction: all or nothing."""
    with trouble_with(called):
        connection = apsw.Connection(str(target))
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        with connection.backup("main", source, "main") as copying:
            copying.step(-1)
    except (apsw.FullError, apsw.IOError, apsw.ReadOnlyError, apsw.BusyError) as error:  # other errors are the source's
        raise CannotBackUp(f"{called}: {in_words(error)}") from None
    finally:
        connection.close()


def seal(copy: Path) -> None:
    """One complete file on disk."""
    connection = apsw.Connection(str(copy))
    connection.pragma("journal_mode", "delete")
    connection.close()
    write_through(copy)


def give_name(copy: Path, name: Path) -> None:
    copy.rename(name)
    write_through(name.parent)


def is_ours(connection: apsw.Connection) -> bool:
    return bool(connection.pragma("application_id") == APPLICATION_ID)


def _check_ours(connection: apsw.Connection, file: Path) -> None:
    if not is_ours(connection):
        raise CannotBackUp(f"{file} is not a store of Punto")
    schema = connection.pragma("user_version")
    assert isinstance(schema, int)
    if schema > len(STEPS):
        raise CannotBackUp(
            f"{file} was written by a later version: its schema is {schema}, this one knows {len(STEPS)}"
        )
