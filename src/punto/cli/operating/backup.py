"""`punto backup`: copies a floor's store into one file while the floor runs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.output.numbered import numbered

FAILED = 1
NO_ANSWER = "the database does not answer"
DATABASE = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="FILE|ADDRESS", help="An SQLite file or postgresql://…; default: the demo floor's."
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    database: DATABASE = None,
) -> None:
    """Copy the store, as of one instant, into FILE and audit the copy. The floor may keep running.

    FILE is an SQLite store, whichever engine it came from. Sealed shoes stay sealed: keep the key file too, elsewhere.
    """
    import asyncio

    from punto.cli.operating.serve import default_database
    from punto.server.keeping.audit import AuditFailed
    from punto.server.keeping.backup import back_up

    try:
        with input_from("backup"), trouble_with(database):
            found = asyncio.run(back_up(database or default_database(None), file))
    except AuditFailed as failed:
        raise contradiction(failed) from None
    events, streams = numbered(found.events, "event"), numbered(found.streams, "stream")
    sys.stdout.write(f"{file}: {events} of {streams}, {numbered(found.accounts, 'account')}\n")
    sys.stdout.write("Every hash follows from the one before it, and all money follows from the events.\n")
    if found.archived:
        older = numbered(found.archived, "older event")
        sys.stdout.write(
            f"{older} {'is' if found.archived == 1 else 'are'} in archive files: see `punto archive --check`.\n"
        )


def contradiction(failed: Exception) -> typer.Exit:
    sys.stderr.write(f"punto: the copy contradicts itself: {failed}\n")
    return typer.Exit(FAILED)


@contextmanager
def trouble_with(database: str | None) -> Iterator[None]:
    """Report a database that cannot be reached or read, or a disk that cannot be written, in one line."""
    from apsw import Error
    from asyncpg import PostgresError  # type: ignore[import-untyped]

    from punto.server.store.failures import StoreCannotBeOpened, StoreIsLost

    try:
        yield
    except StoreIsLost as lost:
        raise BadInput(str(lost) or NO_ANSWER) from None
    except StoreCannotBeOpened as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or _named(database)}: {error.strerror or error}") from None
    except (Error, PostgresError) as error:
        raise BadInput(f"{_named(database)}: {error}") from None


def _named(database: str | None) -> str:
    """Never shows the password that an address may hold."""
    return "the database" if database is None or "@" in database else database
