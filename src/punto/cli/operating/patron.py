"""`punto patron`: makes an account for a patron where only the operator makes accounts."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.operating.password import opened_accounts

IN_WORDS = {
    "name_is_not_allowed": "is not a valid name: 3 to 24 letters or digits, single spaces or . _ - ' between them",
    "name_belongs_to_the_house": "is reserved for the house",
    "name_is_taken": "is taken",
    "document_is_needed": "needs a document number of 4 to 40 letters or digits",
    "document_is_taken": "cannot have an account: there already is one for this document",
    "person_is_excluded": "is the name, or has the document, of a person who is still excluded",
}


def patron(
    name: Annotated[str, typer.Argument(help="Their login name.")],
    document: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="Their passport or identity card number, where the floor asks for one."),
    ] = None,
    database: DATABASE = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The floor's key; default: PUNTO_KEY or DATABASE.key.")
    ] = None,
) -> None:
    """Make an account for a patron called NAME. The floor may keep running.

    The password is shown once and must be changed at the first login.
    """
    import asyncio

    from punto.cli.operating.serve import default_database

    with input_from("patron"), trouble_with(database):
        made = asyncio.run(_new_patron(name, document, database or default_database(None), key_file))
    sys.stdout.write(f"{made}\nThis is shown only once. It must be changed at the first login.\n")
    sys.stdout.write("A running floor picks it up within seconds, a stopped one when it starts.\n")
    sys.stdout.write("Should the name be taken by then, the staff log says so.\n")


async def _new_patron(name: str, document: str | None, database: str, key_file: Path | None) -> str:
    from punto.server.protocol.refusals import PeopleRefusal
    from punto.server.run.serve_floor import now_ms
    from punto.server.staff.new_patrons import leave_new_patron

    async with opened_accounts("patron", database, key_file) as (store, accounts):
        made = await leave_new_patron(store, accounts, name, document, now_ms())
    if isinstance(made, PeopleRefusal):
        raise BadInput(f"patron: {name!r} {IN_WORDS[made]}")
    return made
