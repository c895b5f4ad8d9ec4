"""`punto device`: makes, lists and revokes the keys of card readers, beside a running floor or without one."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.input.refuse import BadInput, input_from
from punto.cli.operating.backup import DATABASE, trouble_with
from punto.cli.operating.password import opened_accounts

ACTIONS = ("make", "list", "revoke")


def device(
    action: Annotated[str, typer.Argument(metavar="make|list|revoke", help="What to do.")],
    what: Annotated[str, typer.Argument(metavar="[TABLE|DEVICE]", help="The table of a new key, or the device.")] = "",
    title: Annotated[str, typer.Option(help="What the reader is called.")] = "Card reader",
    database: DATABASE = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The floor's key; default: PUNTO_KEY or DATABASE.key.")
    ] = None,
) -> None:
    """Make a key for a card reader at TABLE, list the readers, or revoke the key of a DEVICE.

    A key is shown once. A running floor picks changes up within seconds.
    """
    import asyncio

    from punto.cli.operating.serve import default_database

    if action not in ACTIONS:
        raise BadInput(f"device: {action!r} is not one of {', '.join(ACTIONS)}")
    if action != "list" and not what:
        raise BadInput(f"device: {'for which TABLE' if action == 'make' else 'which DEVICE'}?")
    with input_from("device"), trouble_with(database):
        told = asyncio.run(_done(action, what, title, database or default_database(None), key_file))
    sys.stdout.write(told)


async def _done(action: str, what: str, title: str, database: str, key_file: Path | None) -> str:
    from punto.server.dealing.devices import Devices
    from punto.server.protocol.refusals import ServerRefusal
    from punto.server.run.serve_floor import key_file_of, now_ms
    from punto.server.tables.house.sealing import floor_key

    async with opened_accounts("device", database, key_file) as (store, _):
        devices = Devices(store, now_ms, floor_key(key_file_of(database, key_file)))
        await devices.recall()
        if action == "list":
            return "".join(f"{each.id}  {each.table}  {each.title}\n" for each in devices.listed())
        if action == "make":
            made = await devices.make(what, title, "terminal")
            if isinstance(made, ServerRefusal):
                raise BadInput("device: the floor has as many devices as it can; revoke one first")
            return f"{made.key}\nThis is shown only once. It opens table {what!r} for device {made.device.id}.\n"
        if isinstance(await devices.revoke(what), ServerRefusal):
            raise BadInput(f"device: there is no device {what!r}")
        return f"device {what} is revoked\n"
