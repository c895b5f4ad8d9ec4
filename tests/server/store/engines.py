"""The engines that the conformance tests run against, each with data of its own, opened as often as a test likes."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from punto.server.store.interface import (
    EVENTS_READ_AT_ONCE,
    LINES_READ_AT_ONCE,
    Archived,
    Change,
    Claim,
    Outcome,
    Snapshot,
    Store,
    StoredEvent,
)
from punto.server.store.postgres_store import PostgresStore
from punto.server.store.sqlite_client import SqliteClient
from punto.server.store.sqlite_store import SqliteStore

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
        return InProcess(SqliteStore(path))

    return Engine(open_store)


def sqlite_writer(path: Path) -> Engine:
    async def open_store() -> Store:
        return await SqliteClient.open(path)

    return Engine(open_store)


def postgres(address: str, schema: str) -> Engine:
    async def open_store() -> Store:
        return await PostgresStore.open(address, schema)

    return Engine(open_store)


class InProcess:
    """The synchronous store behind the asynchronous interface."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def claim(self, stream: str) -> Claim:
        return self._store.claim(stream)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return self._store.commit(changes)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return self._store.read(stream, after, limit)

    async def archived(self, stream: str) -> Archived:
        return self._store.archived(stream)

    async def drop_events(self, stream: str, up_to: int) -> None:
        self._store.drop_events(stream, up_to)

    async def answer_to(self, command: str) -> bytes | None:
        return self._store.answer_to(command)

    async def forget_answers(self, stream: str, up_to: int) -> None:
        self._store.forget_answers(stream, up_to)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return self._store.balances(accounts)

    async def every_balance(self) -> dict[str, int]:
        return self._store.every_balance()

    async def journal_lines(
        self, account: str, after: int = 0, limit: int = LINES_READ_AT_ONCE
    ) -> list[tuple[int, str, int, int]]:
        return self._store.journal_lines(account, after, limit)

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        self._store.keep_snapshot(stream, snapshot)

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        return self._store.snapshot(stream, schema)

    async def keep_person(self, person: str, body: bytes) -> None:
        self._store.keep_person(person, body)

    async def person(self, person: str) -> bytes | None:
        return self._store.person(person)

    async def erase_person(self, person: str) -> None:
        self._store.erase_person(person)

    async def close(self) -> None:
        self._store.close()
