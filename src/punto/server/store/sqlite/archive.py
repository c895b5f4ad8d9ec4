"""Drops archived events from the SQLite store: first a checkpoint is set, then rows are deleted.

The checkpoint alone decides what readers see, so a crash while rows are deleted does no harm. Every step is a short
transaction: a floor may be taking bets.
"""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from punto.server.store.values import Checkpoint

JOURNALS_IN_A_STEP = 5_000
SET_ARCHIVED = """
    update streams set archived_version = events.version, archived_head = events.head from events
    where streams.stream = ? and events.stream = streams.id and events.version = ? and events.head = ?
    returning 1
"""
KEEP_CHECKPOINT = """
    insert into checkpoints (stream, body) values (?, ?) on conflict (stream) do update set body = excluded.body
"""
DROP_EVENTS = """
    delete from events where rowid in (
        select events.rowid from streams join events on events.stream = streams.id
        where streams.stream = ? and events.version <= archived_version limit ?
    )
    returning 1
"""
DROP_JOURNALS = """
    delete from journals where id > ?1 and id <= ?2
        and version <= (select archived_version from streams where streams.id = journals.stream)
"""


class SqliteArchive(ABC):
    """A part of `SqliteStore`, which has the connection."""

    @abstractmethod
    def _rows(self, statement: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    def _transaction(self, kind: str = "immediate") -> AbstractContextManager[None]: ...

    def checkpoint(self, stream: str) -> Checkpoint:
        rows = self._rows("select body from checkpoints where stream = ?", stream)
        return msgspec.msgpack.decode(rows[0][0], type=Checkpoint) if rows else Checkpoint()

    def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        with self._transaction():
            if not self._rows(SET_ARCHIVED, stream, checkpoint.version, checkpoint.head):
                return False
            self._rows(KEEP_CHECKPOINT, stream, msgspec.msgpack.encode(checkpoint))
            return True

    def drop_events(self, stream: str, limit: int) -> int:
        with self._transaction():
            return len(self._rows(DROP_EVENTS, stream, limit))

    def drop_journals(self, place: int) -> int | None:
        with self._transaction():
            [[last]] = self._rows("select coalesce(max(id), 0) from journals")
            if place >= last:
                return None
            self._rows(DROP_JOURNALS, place, place + JOURNALS_IN_A_STEP)
            return place + JOURNALS_IN_A_STEP
