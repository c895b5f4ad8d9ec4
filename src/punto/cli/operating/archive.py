"""`punto archive`: moves finished shoes to files, so that an old floor starts and is copied as fast as a new one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.output.numbered import numbered

KEEP_DAYS = 30


def archive(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to put the files, in one folder per table.")],
    database: DATABASE = None,
    keep_days: Annotated[
        int, typer.Option(min=0, help="Keep shoes in the database for this many days after they end.")
    ] = KEEP_DAYS,
    check: Annotated[bool, typer.Option("--check", help="Only check every file against the database.")] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="Shrink the SQLite file afterwards; bets wait while it does.")
    ] = False,
) -> None:
    """Seal finished shoes in files and remove their events from the database. The floor may keep running.

    Each file proves its own contents. Rounds stay in the play record, and shoes can still be verified. Keep the files:
    the floor's oldest events are nowhere else.
    """
    import asyncio

    from punto.cli.operating.serve import default_database
    from punto.server.keeping.archive_store import archive_store, check_store

    target = database or default_database(None)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: this is a file, not a folder")
    with input_from("archive"), trouble_with(database):
        if check:
            found = asyncio.run(check_store(target, folder))
            told = "every file is intact, and together they lead up to the database"
        else:
            found = asyncio.run(archive_store(target, folder, keep_days=keep_days, is_compacted=compact))
            told = f"sealed in {folder} and removed from the database"
    shoes, tables = numbered(found.shoes, "shoe"), numbered(found.streams, "table")
    sys.stdout.write(f"{shoes} of {tables}, {numbered(found.events, 'event')}: {told}\n")
