"""`punto archive`: finished shoes as files, so that a floor of many years starts and is copied as fast as a new one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.backup import DATABASE, trouble_with
from punto.cli.input.refuse import BadInput, input_from

KEEP_DAYS = 30


def archive(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go, a folder for each table.")],
    database: DATABASE = None,
    keep_days: Annotated[
        int, typer.Option(min=0, help="Shoes that ended in these last days stay in the database.")
    ] = KEEP_DAYS,
    check: Annotated[
        bool, typer.Option("--check", help="Only read every file again and hold them against the database.")
    ] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="Make an SQLite file smaller at the end; bets wait meanwhile.")
    ] = False,
) -> None:
    """Seal finished shoes to files and take their events out of the database. The floor may run meanwhile.

    Each file proves itself. Rounds stay in the play record, and shoes can still be verified. Keep the files: the first
    events of the floor's books are in them and nowhere else.
    """
    import asyncio

    from punto.cli.serve import default_database
    from punto.server.keeping.archive_store import archive_store, check_store

    target = database or default_database(None)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: this is a file, not a folder")
    with input_from("archive"), trouble_with(database):
        if check:
            found = asyncio.run(check_store(target, folder))
            told = "every file holds what it says, and together they came to what the database goes on from"
        else:
            found = asyncio.run(archive_store(target, folder, keep_days=keep_days, is_compacted=compact))
            told = f"sealed in {folder} and taken out of the database"
    sys.stdout.write(f"{found.shoes:,} shoes of {found.streams:,} tables, {found.events:,} events: {told}\n")
