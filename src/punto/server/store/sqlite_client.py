"""The SQLite store as the server uses it: calls go to the writer process, commits that wait are merged.

When that process dies, whatever was asked and not answered is unknown: those calls and all later ones raise
`StoreIsLost`, and whoever holds this opens a new one and reads again.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from msgspec.msgpack import Decoder

import punto
from punto.server.store import sqlite_calls
from punto.server.store.group_commit import GroupCommit
from punto.server.store.interface import (
    EVENTS_READ_AT_ONCE,
    LINES_READ_AT_ONCE,
    RECORDS_READ_AT_ONCE,
    Archived,
    Change,
    Claim,
    EventsAreArchived,
    Outcome,
    Snapshot,
    StoreCannotBeOpened,
    StoredEvent,
    StoreIsLost,
)
from punto.server.store.plan import Batch, at_length
from punto.server.store.plays import (
    EVERY_PLAY,
    PLAYS_READ_AT_ONCE,
    BetTotal,
    Followed,
    Kept,
    Play,
    Played,
    PlayFilter,
    PlayKey,
)
from punto.server.store.sqlite_calls import LENGTH_BYTES, Call, Done, IsArchived, NotOpened, Reply, framed

Answer = TypeVar("Answer")

TRANSACTIONS_AT_ONCE = 2  # one is written while the next is on its way
SECONDS_TO_END = 10.0


class SqliteClient:
    """Made by `open`."""

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self._unanswered: deque[asyncio.Future[Reply]] = deque()
        self._is_lost = False
        self._replies = asyncio.create_task(self._read_replies())
        self._group_commit = GroupCommit(self._commit_batches, transactions_at_once=TRANSACTIONS_AT_ONCE)

    @classmethod
    async def open(cls, path: str | os.PathLike[str]) -> "SqliteClient":
        ours, theirs = socket.socketpair()
        with theirs:
            process = _start_writer(theirs, os.fspath(path))
        client = cls(process, *await asyncio.open_connection(sock=ours))
        greeting = asyncio.get_running_loop().create_future()
        client._unanswered.append(greeting)
        try:
            reply = await greeting
            if isinstance(reply, NotOpened):
                raise StoreCannotBeOpened(reply.reason)
        except BaseException:
            await client.close()
            raise
        return client

    @property
    def writer_process(self) -> int:
        return self._process.pid

    async def close(self) -> None:
        self._is_lost = True
        self._writer.close()
        await self._replies
        await asyncio.to_thread(self._end_writer)

    async def claim(self, stream: str) -> Claim:
        return await self._answer(sqlite_calls.CLAIM, stream)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return await self._group_commit.commit(changes)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._answer(sqlite_calls.READ, stream, after, limit)

    async def archived(self, stream: str) -> Archived:
        return await self._answer(sqlite_calls.ARCHIVED, stream)

    async def drop_events(self, stream: str, up_to: int) -> None:
        await self._answer(sqlite_calls.DROP_EVENTS, stream, up_to)

    async def answer_to(self, command: str) -> bytes | None:
        return await self._answer(sqlite_calls.ANSWER_TO, command)

    async def forget_answers(self, stream: str, up_to: int) -> None:
        await self._answer(sqlite_calls.FORGET_ANSWERS, stream, up_to)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return await self._answer(sqlite_calls.BALANCES, list(accounts))

    async def every_balance(self) -> dict[str, int]:
        return await self._answer(sqlite_calls.EVERY_BALANCE)

    async def journal_lines(
        self, account: str, after: int = 0, limit: int = LINES_READ_AT_ONCE
    ) -> list[tuple[int, str, int, int]]:
        return await self._answer(sqlite_calls.JOURNAL_LINES, account, after, limit)

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        await self._answer(sqlite_calls.KEEP_SNAPSHOT, stream, snapshot)

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        return await self._answer(sqlite_calls.SNAPSHOT, stream, schema)

    async def keep_person(self, person: str, body: bytes) -> None:
        await self._answer(sqlite_calls.KEEP_PERSON, person, body)

    async def person(self, person: str) -> bytes | None:
        return await self._answer(sqlite_calls.PERSON, person)

    async def erase_person(self, person: str) -> None:
        await self._answer(sqlite_calls.ERASE_PERSON, person)

    async def keep_record(self, kind: str, name: str, body: bytes) -> None:
        await self._answer(sqlite_calls.KEEP_RECORD, kind, name, body)

    async def record(self, kind: str, name: str) -> bytes | None:
        return await self._answer(sqlite_calls.RECORD, kind, name)

    async def forget_record(self, kind: str, name: str) -> None:
        await self._answer(sqlite_calls.FORGET_RECORD, kind, name)

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        return await self._answer(sqlite_calls.RECORDS, kind, after, limit)

    async def keep_plays(self, kept: Sequence[Kept]) -> None:
        await self._answer(sqlite_calls.KEEP_PLAYS, list(kept))

    async def followed(self, stream: str) -> Followed:
        return await self._answer(sqlite_calls.FOLLOWED, stream)

    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        return await self._answer(sqlite_calls.PLAYS, patron, wanted, before, limit)

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        return await self._answer(sqlite_calls.PLAYS_OF, table, at, list(patrons))

    async def played_since(self, patron: str, since: int) -> Played:
        return await self._answer(sqlite_calls.PLAYED_SINCE, patron, since)

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]:
        return await self._answer(sqlite_calls.BET_TOTALS, first_day, last_day)

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        return await self._answer(sqlite_calls.BALANCES_AFTER, list(accounts), stream, version, moved)

    async def streams(self) -> list[str]:
        return await self._answer(sqlite_calls.STREAMS)

    async def log_id(self) -> str:
        return await self._answer(sqlite_calls.LOG_ID)

    async def renew_log_id(self) -> str:
        return await self._answer(sqlite_calls.RENEW_LOG_ID)

    async def _commit_batches(self, batches: list[Batch]) -> list[list[Outcome]]:
        told = await self._answer(sqlite_calls.COMMIT, batches)
        return [list(map(at_length, batch, outcomes)) for batch, outcomes in zip(batches, told, strict=True)]

    async def _answer(self, call: Call[Answer], *arguments: object) -> Answer:
        if self._is_lost:
            raise StoreIsLost
        request = framed(call.request(*arguments))
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._unanswered.append(future)
        self._writer.write(request)
        reply = await future
        match reply:
            case Done(value):
                return call.answer(value)
            case IsArchived(stream, up_to):
                raise EventsAreArchived(stream, up_to)
            case NotOpened(reason):
                raise AssertionError(f"an open store does not say that it cannot be opened: {reason}")

    async def _read_replies(self) -> None:
        replies: Decoder[Reply] = Decoder(Reply)
        try:
            while True:
                length = await self._reader.readexactly(LENGTH_BYTES)
                message = await self._reader.readexactly(int.from_bytes(length, "big"))
                future = self._unanswered.popleft()
                if not future.done():  # a caller that was cancelled waits no longer
                    future.set_result(replies.decode(message))
        except (asyncio.IncompleteReadError, OSError):
            pass  # the writer is gone, or we have closed
        finally:
            self._is_lost = True
            self._writer.close()
            for future in self._unanswered:
                if not future.done():
                    future.set_exception(StoreIsLost())

    def _end_writer(self) -> None:
        """It ends by itself once the socket is closed and its last transaction is stored."""
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _start_writer(connection: socket.socket, path: str) -> subprocess.Popen[bytes]:
    """A new interpreter rather than a fork: the server has threads. It must find the same package as we did."""
    folders = [str(Path(punto.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, "-m", "punto.server.store.sqlite_writer", str(connection.fileno()), path],
        pass_fds=[connection.fileno()],
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, folders))},
    )
