"""Opens the database of a floor that exists already: a mistyped name makes no new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli.input.refuse import BadInput

if TYPE_CHECKING:
    from punto.server.store.interface import Store


async def existing_store(command: str, database: str) -> Store:
    from punto.server.run.open_store import open_store

    check_exists(command, database)
    return await open_store(database)


def check_exists(command: str, database: str) -> None:
    """PostgreSQL says so itself."""
    from punto.server.store.database_kind import is_postgresql, why_no_file

    if not is_postgresql(database) and (why := why_no_file(Path(database))):
        raise BadInput(f"{command}: {database}: {why}")
