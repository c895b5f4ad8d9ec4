"""Drops archived events from the PostgreSQL store: first a checkpoint is set, then rows are deleted.

`sqlite/archive.py` says why. Autovacuum takes care of statistics and dead rows.
"""

from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager

import msgspec

from punto.server.store.postgres.connection import Connection, Row
from punto.server.store.values import Checkpoint

PAGES_IN_A_STEP = 200  # of the journal_lines table, which has no index by stream; a range of pages needs none
SET_ARCHIVED = """
    update streams set archived_version = events.version, archived_head = events.head from events
    where streams.stream = $1 and events.stream = streams.id and events.version = $2 and events.head = $3
    returning 1
"""
KEEP_CHECKPOINT = """
    insert into checkpoints (stream, body) values ($1, $2) on conflict (stream) do update set body = excluded.body
"""
DROP_EVENTS = """
    delete from events where ctid in (
        select events.ctid from streams join events on events.stream = streams.id
        where streams.stream = $1 and events.version <= archived_version limit $2
    )
    returning 1
"""
DROP_LINES = """
    delete from journal_lines as lines using streams
    where lines.ctid >= format('(%s,0)', $1::bigint)::tid and lines.ctid < format('(%s,0)', $2::bigint)::tid
        and streams.id = lines.stream and lines.version <= archived_version
"""
PAGES = "select pg_relation_size('journal_lines') / current_setting('block_size')::bigint"


class PostgresArchive(ABC):
    """A part of `PostgresStore`, which has the connections."""

    @abstractmethod
    async def _rows(self, statement: str, *values: object) -> list[Row]: ...

    @abstractmethod
    def _writing(self) -> AbstractAsyncContextManager[Connection]: ...

    async def checkpoint(self, stream: str) -> Checkpoint:
        rows = await self._rows("select body from checkpoints where stream = $1", stream)
        return msgspec.msgpack.decode(rows[0][0], type=Checkpoint) if rows else Checkpoint()

    async def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        async with self._writing() as connection:
            if not await connection.fetch(SET_ARCHIVED, stream, checkpoint.version, checkpoint.head):
                return False
            await connection.execute(KEEP_CHECKPOINT, stream, msgspec.msgpack.encode(checkpoint))
            return True

    async def drop_events(self, stream: str, limit: int) -> int:
        async with self._writing() as connection:
            return len(await connection.fetch(DROP_EVENTS, stream, limit))

    async def drop_journals(self, place: int) -> int | None:
        async with self._writing() as connection:
            [(pages,)] = await connection.fetch(PAGES)
            if place >= pages:
                return None
            await connection.execute(DROP_LINES, place, place + PAGES_IN_A_STEP)
            return place + PAGES_IN_A_STEP
