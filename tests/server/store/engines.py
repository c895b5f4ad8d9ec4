"""The engines that the conformance tests run against, each with its own data."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from punto.server.store.interface import Store
from punto.server.store.postgres.store import PostgresStore
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


def postgres(address: str, schema: str) -> Engine:
    async def open_store() -> Store:
        return await PostgresStore.open(address, schema)

    return Engine(open_store)
