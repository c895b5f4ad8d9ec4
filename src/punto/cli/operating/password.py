"""`punto password`: sets a new password for somebody who has lost theirs, such as the administrator."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.operating.existing_store import check_exists, existing_store

if TYPE_CHECKING:
    from punto.server.people.accounts import Accounts
    from punto.server.store.interface import Store


def password(
    name: Annotated[str, typer.Argument(help="Their login name, such as `admin`.")],
    database: DATABASE = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The floor's key; default: PUNTO_KEY or DATABASE.key.")
    ] = None,
) -> None:
    """Set a new password for NAME and lift the lock that wrong passwords caused. The floor may keep running.

    The password is shown once and must be changed at the next login. All their sessions end.
    """
    import asyncio

    from punto.cli.operating.serve import default_database

    where = database or default_database(None)
    with input_from("password"), trouble_with(database):
        made = asyncio.run(_new_password(name, where, key_file))
    sys.stdout.write(f"{made}\nThis is shown only once. It must be changed at the next login.\n")
    sys.stdout.write("A running floor picks it up within seconds, a stopped one when it starts.\n")


async def _new_password(name: str, database: str, key_file: Path | None) -> str:
    from punto.server.people.sign_in.passwords import Passwords
    from punto.server.run.serve_floor import now_ms
    from punto.server.staff.new_passwords import leave_new_password

    async with opened_accounts("password", database, key_file) as (store, accounts):
        account = await accounts.find(name)
        if account is None or account.is_guest:
            raise BadInput(f"password: there is no account named {name!r} under this key")
        return await leave_new_password(store, account, Passwords(), now_ms())


@asynccontextmanager
async def opened_accounts(
    command: str, database: str, key_file: Path | None
) -> AsyncIterator[tuple["Store", "Accounts"]]:
    """The accounts of an existing floor, running or not."""
    from punto.server.config.floor_config import Safety
    from punto.server.people.accounts import Accounts
    from punto.server.run.serve_floor import key_file_of, now_ms
    from punto.server.tables.house.sealing import KEY_VARIABLE, floor_key

    check_exists(command, database)  # first: the key of a mistyped database is missing too
    file = key_file_of(database, key_file)
    if KEY_VARIABLE not in os.environ and not file.exists():  # under a new key nobody would be found
        raise BadInput(f"{command}: key file {file}: there is no such file")
    store = await existing_store(command, database)
    try:
        yield store, Accounts(store, now_ms, floor_key(file), Safety())
    finally:
        await store.close()
