"""A store as a server uses it: every call goes to a process of its own, which merges waiting commits.

When that process dies, the outcome of unanswered calls is unknown: they and all later calls raise `StoreIsLost`; the
holder opens a new client and reads again.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self, TypeVar

from msgspec import Raw
from msgspec.msgpack import encode

import punto
from punto.server.store.failures import (
    CallFailed,
    EventsAreArchived,
    FloorIsTaken,
    StoreCannotBeOpened,
    StoreCannotWrite,
    StoreIsLost,
    StreamIsTaken,
)
from punto.server.store.plan import at_length, check_batch
from punto.server.store.plays import (
    EVERY_PLAY,
    PLAYS_READ_AT_ONCE,
    BetTotal,
    Followed,
    Play,
    PlayBatch,
    PlayFilter,
    PlayKey,
)
from punto.server.store.process import calls as store_calls
from punto.server.store.process.calls import (
    Call,
    Done,
    Failed,
    IsArchived,
    IsClaimed,
    IsLost,
    IsTaken,
    NotOpened,
    NotWritten,
    Reply,
)
from punto.server.store.process.replies import StoreReplies
from punto.server.store.values import (
    EVENTS_READ_AT_ONCE,
    LINES_READ_AT_ONCE,
    RECORDS_READ_AT_ONCE,
    AccountLine,
    Change,
    Checkpoint,
    Claim,
    Given,
    Lease,
    Outcome,
    Snapshot,
    StoredEvent,
)

Answer = TypeVar("Answer")

SECONDS_TO_END = 10.0


class StoreClient:
    """Each engine has its own way to open one."""

    def __init__(self, process: subprocess.Popen[bytes], replies: StoreReplies) -> None:
        self._process = process
        self._replies = replies
        self._on_taken: Callable[[], None] | None = None

    @classmethod
    async def start(cls, program: str, *database: str) -> Self:
        """`program` is the module that the process runs."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = _start(theirs, program)
        return await cls.opened(process, ours, *database)

    @classmethod
    async def opened(cls, process: subprocess.Popen[bytes], connection: socket.socket, *database: str) -> Self:
        """What to open is told over the socket: everybody on the machine can read a command line, and an address may
        hold a password."""
        _, replies = await asyncio.get_running_loop().create_connection(StoreReplies, sock=connection)
        client = cls(process, replies)
        try:
            client._heard(await replies.ask(encode(database)))
        except BaseException:
            await client.close()
            raise
        return client

    @property
    def writer_process(self) -> int:
        return self._process.pid

    async def close(self) -> None:
        await self._replies.close()
        await asyncio.to_thread(self._end_process)

    async def get_ready(self) -> None:
        await self._answer(store_calls.GET_READY)

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        return await self._answer(store_calls.CLAIM, stream, after)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        check_batch(changes)
        told = await self._answer(store_calls.COMMIT, changes)
        return list(map(at_length, changes, told))

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._answer(store_calls.READ, stream, after, limit)

    async def checkpoint(self, stream: str) -> Checkpoint:
        return await self._answer(store_calls.CHECKPOINT, stream)

    async def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        return await self._answer(store_calls.SET_CHECKPOINT, stream, checkpoint)

    async def drop_events(self, stream: str, limit: int) -> int:
        return await self._answer(store_calls.DROP_EVENTS, stream, limit)

    async def drop_journals(self, place: int) -> int | None:
        return await self._answer(store_calls.DROP_JOURNALS, place)

    async def answer_to(self, command: str) -> Given | None:
        return await self._answer(store_calls.ANSWER_TO, command)

    async def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        return await self._answer(store_calls.FORGET_ANSWERS, before, kept_max, limit)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return await self._answer(store_calls.BALANCES, list(accounts))

    async def every_balance(self) -> dict[str, int]:
        return await self._answer(store_calls.EVERY_BALANCE)

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        await self._answer(store_calls.KEEP_SNAPSHOT, stream, snapshot)

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        return await self._answer(store_calls.SNAPSHOT, stream, schema)

    async def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        return await self._answer(store_calls.KEEP_PERSON, person, body, version)

    async def person(self, person: str) -> bytes | None:
        return await self._answer(store_calls.PERSON, person)

    async def people(self, persons: Sequence[str]) -> dict[str, bytes]:
        return await self._answer(store_calls.PEOPLE, list(persons))

    async def erase_person(self, person: str, version: int | None = None) -> int:
        return await self._answer(store_calls.ERASE_PERSON, person, version)

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        return await self._answer(store_calls.KEEP_RECORD, kind, name, body, version)

    async def record(self, kind: str, name: str) -> bytes | None:
        return await self._answer(store_calls.RECORD, kind, name)

    async def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]:
        return await self._answer(store_calls.NAMED_RECORDS, kind, list(names))

    async def first_records(self, kinds: Sequence[str]) -> dict[str, list[tuple[str, bytes]]]:
        return await self._answer(store_calls.FIRST_RECORDS, list(kinds))

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        return await self._answer(store_calls.FORGET_RECORD, kind, name, version)

    async def drop_marks(self, up_to: int) -> None:
        await self._answer(store_calls.DROP_MARKS, up_to)

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        return await self._answer(store_calls.RECORDS, kind, after, limit)

    async def keep_plays(self, kept: Sequence[PlayBatch]) -> None:
        await self._answer(store_calls.KEEP_PLAYS, list(kept))

    async def followed(self, stream: str) -> Followed:
        return await self._answer(store_calls.FOLLOWED, stream)

    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        return await self._answer(store_calls.PLAYS, patron, wanted, before, limit)

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        return await self._answer(store_calls.PLAYS_OF, table, at, list(patrons))

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]:
        return await self._answer(store_calls.BET_TOTALS, first_day, last_day)

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        return await self._answer(store_calls.BALANCES_AFTER, list(accounts), stream, version, moved)

    async def account_lines(
        self, account: str, before: int | None = None, limit: int = LINES_READ_AT_ONCE
    ) -> list[AccountLine]:
        return await self._answer(store_calls.ACCOUNT_LINES, account, before, limit)

    async def streams(self) -> dict[str, Claim]:
        return await self._answer(store_calls.STREAMS)

    async def log_id(self) -> str:
        return await self._answer(store_calls.LOG_ID)

    async def renew_log_id(self, why: str) -> str:
        return await self._answer(store_calls.RENEW_LOG_ID, why)

    async def lease(self) -> Lease:
        return await self._answer(store_calls.LEASE)

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        return await self._answer(store_calls.TAKE_LEASE, holder, after)

    async def renew_lease(self, epoch: int) -> bool:
        return await self._answer(store_calls.RENEW_LEASE, epoch)

    async def touch_lease(self, epoch: int) -> bool:
        return await self._answer(store_calls.TOUCH_LEASE, epoch)

    async def release_lease(self, epoch: int) -> None:
        await self._answer(store_calls.RELEASE_LEASE, epoch)

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        self._on_taken = on_taken
        await self._answer(store_calls.GUARD, epoch)

    async def _answer(self, call: Call[Answer], *arguments: object) -> Answer:
        return call.answer(self._heard(await self._replies.ask(call.request(*arguments))))

    def _heard(self, reply: Reply) -> Raw:
        match reply:
            case Done(value):
                return value
            case IsArchived(stream, up_to):
                raise EventsAreArchived(stream, up_to)
            case IsTaken():
                if self._on_taken:
                    self._on_taken()
                raise FloorIsTaken
            case IsClaimed(stream):
                raise StreamIsTaken(stream)
            case NotWritten(reason):
                raise StoreCannotWrite(reason)
            case IsLost(reason):
                raise StoreIsLost(reason)
            case Failed(reason):
                raise CallFailed(reason)
            case NotOpened(reason):
                raise StoreCannotBeOpened(reason)

    def _end_process(self) -> None:
        """It exits by itself once the socket is closed and its last transaction is stored."""
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _start(connection: socket.socket, program: str) -> subprocess.Popen[bytes]:
    """A new interpreter rather than a fork, because the server has threads. It must import the same package as ours."""
    folders = [str(Path(punto.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return subprocess.Popen(
        [sys.executable, "-m", program, str(connection.fileno())],
        pass_fds=[connection.fileno()],
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, folders))},
    )
