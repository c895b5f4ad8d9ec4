"""A PostgreSQL that has been in use for a while, for figures of time.

A fresh one has no old files of its log to write over: whenever 16 MB are full, a commit waits until the next file has
been filled with zeros, 30 to 50 ms here. In use, files come back with every checkpoint, if the settings keep them.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]

from tests.server.store.postgres_server import PostgresServer

KEEPS_FILES = {"min_wal_size": "1GB", "max_wal_size": "2GB"}  # as deploy/postgresql/archive.conf
FILES = 50  # more than any figure needs: 800 MB
FILLS_A_FILE = "select pg_logical_emit_message(false, 'used', repeat('x', 16 * 1024 * 1024))"


@contextmanager
def used_postgres() -> Iterator[str]:
    """Its address."""
    with PostgresServer.made(settings=KEEPS_FILES) as server:
        asyncio.run(_use(server.address))
        yield server.address


async def _use(address: str) -> None:
    connection = await asyncpg.connect(address)
    for _ in range(FILES):
        await connection.execute(FILLS_A_FILE)
    await connection.execute("checkpoint")
    await connection.close()
