"""`punto restore`: restores a floor's store from a backup."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import input_from
from punto.cli.operating.accept_loss import KEY_FILE
from punto.cli.operating.backup import DATABASE, contradiction, trouble_with
from punto.cli.operating.serve import HEADS_FILE
from punto.cli.output.numbered import numbered


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `punto backup`.")],
    database: DATABASE = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the floor that is there; everything newer is lost.")
    ] = False,
    key_file: KEY_FILE = None,
    heads_file: HEADS_FILE = None,
) -> None:
    """Audit FILE and restore it into a database of either engine.

    A floor still running on the database can write nothing more and must be restarted; its clients reload. The next
    start abandons every shoe in play and returns the stakes of open rounds, because later cards have been seen.
    """
    import asyncio

    from punto.cli.operating.serve import default_database
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
    events, streams = numbered(found.events, "event"), numbered(found.streams, "stream")
    sys.stdout.write(f"{events} of {streams}, {numbered(found.accounts, 'account')} restored\n")
    if heads is None:
        sys.stdout.write(
            "No heads file was given. If there is one, the next start is refused until `punto accept-loss`.\n"
        )
