"""`punto accept-loss`: serve a database again although its latest events are lost."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.operating.serve import HEADS_FILE

KEY_FILE = Annotated[
    Path | None,
    typer.Option("--key-file", metavar="FILE", help="As for serve; PostgreSQL heads are kept beside it."),
]


def accept_loss(
    database: DATABASE = None,
    key_file: KEY_FILE = None,
    heads_file: HEADS_FILE = None,
    without_heads: Annotated[
        bool,
        typer.Option("--without-heads", help="The database was restored to an earlier moment, and its heads are gone."),
    ] = False,
) -> None:
    """Accept that the database has lost events that its heads file records, so that it can be served again.

    The next start abandons every shoe in play and returns the stakes of open rounds, because somebody may know the
    cards. Refused when nothing is missing, or when there is no heads file and you do not say so. Stop the floor first.
    """
    import asyncio

    from punto.cli.operating.serve import default_database
    from punto.server.keeping.accept_loss import accept_loss as accept
    from punto.server.run.open_store import lock_of, open_store

    target = database or default_database(None)
    with input_from("accept-loss"), trouble_with(database):
        file = heads_of(target, key_file, heads_file)
        lost = asyncio.run(accept(target, file, open_store, lock_of(target), without_heads=without_heads))
    sys.stdout.write(f"Accepted: {lost}.\n")
    sys.stdout.write("The next start abandons every shoe in play, cancels open rounds and says so in the staff log.\n")


def heads_of(database: str, key_file: Path | None, heads_file: Path | None) -> Path:
    from punto.server.keeping.kept_heads import heads_file_of

    file = heads_file_of(database, key_file, heads_file)
    if file is None:
        raise BadInput("accept-loss: a floor on PostgreSQL needs --heads-file, or the --key-file given to serve")
    return file
