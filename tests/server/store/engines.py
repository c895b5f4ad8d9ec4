"""The engines that the conformance tests run against, each with its own data."""

import asyncio
import socket
import subprocess
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar, cast

from punto.server.store.interface import Store
from punto.server.store.postgres import writer
from punto.server.store.postgres.client import PostgresClient
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.sqlite.in_process import SqliteInProcess

Result = TypeVar("Result")

NAMES = ("sqlite", "sqlite writer", "postgres")


class Engine:
    def __init__(self, open_store: Callable[[], Awaitable[Store]]) -> None:
        self.open = open_store

    def run(self, play: Callable[[Store], Awaitable[Result]]) -> Result:
        return asyncio.run(self._run(play))

    async def _run(self, play: Callable[[Store], Awaitable[Result]]) -> Result:
        store = await self.open()
        try:
            return await play(store)
        finally:
            await store.close()


def sqlite(path: Path) -> Engine:
    async def open_store() -> Store:
        return SqliteInProcess(path)

    return Engine(open_store)


def sqlite_writer(path: Path) -> Engine:
    async def open_store() -> Store:
        return await SqliteClient.open(path)

    return Engine(open_store)


class Beside:
    """What a process of its own does, done in this loop: to start one for each test would take longer than the test."""

    pid = 0

    def __init__(self, connection: socket.socket, *database: str) -> None:
        self.database = database
        self._has_ended = threading.Event()
        self._serving = asyncio.create_task(writer.serve(connection))
        self._serving.add_done_callback(lambda _: self._has_ended.set())

    def wait(self, seconds: float) -> int:
        """Called in a thread."""
        assert self._has_ended.wait(seconds), "it ends when its client is closed"
        return 0


def postgres(address: str, schema: str) -> Engine:
    async def open_store() -> Store:
        ours, theirs = socket.socketpair()
        beside = cast(subprocess.Popen[bytes], Beside(theirs, address, schema))
        return await PostgresClient.opened(beside, ours, address, schema)

    return Engine(open_store)
