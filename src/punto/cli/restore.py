"""`punto restore`: a floor's store, brought back from a file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.accept_loss import KEY_FILE
from punto.cli.backup import DATABASE, contradiction, trouble_with
from punto.cli.input.refuse import input_from
from punto.cli.serve import HEADS_FILE


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `punto backup` made.")],
    database: DATABASE = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of a floor that is there; everything newer is gone.")
    ] = False,
    key_file: KEY_FILE = None,
    heads_file: HEADS_FILE = None,
) -> None:
    """Audit FILE and bring its store back into a database, on either engine.

    A floor that still runs on the database writes nothing more and has to be started again; its clients start anew. The
    next start abandons every shoe in play and gives back the stakes of open rounds, because later cards were seen.
    """
    import asyncio

    from punto.cli.serve import default_database
    from punto.server.keeping.audit import AuditFailed
    from punto.server.keeping.backup import restore as restore_store
    from punto.server.keeping.kept_heads import heads_file_of

    target = database or default_database(None)
    heads = heads_file_of(target, key_file, heads_file)
    try:
        with input_from("restore"), trouble_with(database):
            found = asyncio.run(restore_store(file, target, replaces=replace, heads=heads))
    except AuditFailed as failed:
        raise contradiction(failed) from None
    sys.stdout.write(f"{found.events:,} events of {found.streams:,} streams, {found.accounts:,} accounts are back\n")
    if heads is None:
        sys.stdout.write(
            "Its heads file was not named: where there is one, the next start is refused until it is accepted.\n"
        )
