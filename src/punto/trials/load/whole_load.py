"""A whole load on our own servers, one after another: a calm one, a swift one, and one that is killed.

A floor that deals ten rounds a second keeps store and event loop busy by itself, so bets are not measured there.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from punto.trials.load.measures.calm_load import CalmLoad
from punto.trials.load.measures.kill_load import KillLoad
from punto.trials.load.measures.swift_load import SwiftLoad
from punto.trials.load.plan import Plan
from punto.trials.load.reading import Reading
from punto.trials.load.server_process import BUSY_FLOOR, CALM_FLOOR, SWIFT_FLOOR, ServerProcess

SQLITE_RETURN_SECONDS, POSTGRESQL_RETURN_SECONDS = 1.0, 3.0

Say = Callable[[str], None]


def whole_load(plan: Plan, database: str | None, say: Say) -> list[Reading]:
    """`database` is the address of a PostgreSQL; without it, each server gets a new SQLite file."""

    async def calm(server: ServerProcess) -> list[Reading]:
        return await CalmLoad(server.address, plan, server, say).run()

    async def swift(server: ServerProcess) -> list[Reading]:
        return await SwiftLoad(server.address, plan, server, say).run()

    async def killed(server: ServerProcess) -> list[Reading]:
        limit = POSTGRESQL_RETURN_SECONDS if database else SQLITE_RETURN_SECONDS
        return await KillLoad(server, plan, say, limit).run()

    readings: list[Reading] = []
    with tempfile.TemporaryDirectory(prefix="punto-load-") as name:
        for floor, measure in ((CALM_FLOOR, calm), (SWIFT_FLOOR, swift), (BUSY_FLOOR, killed)):
            with new_server(floor, database, Path(name), say) as server:
                readings += uvloop.run(measure(server))
    return readings


@contextmanager
def new_server(floor: Path, database: str | None, folder: Path, say: Say) -> Iterator[ServerProcess]:
    """On an empty file; servers that share a database share the key in the folder."""
    server = ServerProcess(floor, database or str(folder / f"{floor.stem}.db"), folder)
    say(f"starting a server with {floor.name}")
    server.start()
    try:
        yield server
    finally:
        server.stop()
