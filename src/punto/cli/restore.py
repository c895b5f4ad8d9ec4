"""`punto restore`: a floor's store, brought back from a file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.backup import DATABASE, contradiction, trouble_with
from punto.cli.refuse import input_from


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `punto backup` made.")],
    database: DATABASE = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of a floor that is there; everything newer is gone.")
    ] = False,
) -> None:
    """Audit FILE and bring its store back into a database, on either engine.

    A floor that still runs on the database writes nothing more and has to be started again; its clients start anew.
    """
    import asyncio

    from punto.cli.serve import default_database
    from punto.server.audit import AuditFailed
    from punto.server.backup import restore as restore_store

    target = database or default_database(None)
    try:
        with input_from("restore"), trouble_with(database):
            found = asyncio.run(restore_store(file, target, replaces=replace))
    except AuditFailed as failed:
        raise contradiction(failed) from None
    sys.stdout.write(f"{found.events:,} events of {found.streams:,} streams, {found.accounts:,} accounts are back\n")
