"""Snapshots of tables in the store: what a restart begins with, instead of the whole log."""

import asyncio

import msgspec

from punto.rules.rulebook import RuleBook
from punto.server.store.interface import Snapshot, Store
from punto.server.table_stream import Happened, stream_of
from punto.table.config import TableConfig
from punto.table.events import ShoeEnded
from punto.table.snapshot import SCHEMA, snapshot_of, table_from
from punto.table.state import Instant, Table

EVENTS_BETWEEN = 2_000  # that are folded again, at the most and roughly


class Kept(msgspec.Struct, frozen=True):
    """A table, and what its task knows of the log before it."""

    table: msgspec.Raw
    public_events: int
    fingerprint: str
    dealt_at: Instant


class TableKeeping:
    def __init__(self, store: Store, config: TableConfig, book: RuleBook) -> None:
        self._store = store
        self._config = config
        self._book = book
        self._version = 0  # of the last snapshot
        self._tasks: set[asyncio.Task[None]] = set()

    async def last(self) -> tuple[Table, int, Kept] | None:
        """The table at a version of its log. None: there is none, or it was written by another release."""
        kept = await self._store.snapshot(stream_of(self._config.id), SCHEMA)
        if kept is None:
            return None
        self._version = kept.version
        try:
            body = msgspec.json.decode(kept.body, type=Kept)
            return table_from(bytes(body.table), self._config, self._book), kept.version, body
        except msgspec.ValidationError:
            return None

    def happened(self, happened: Happened, public_events: int, fingerprint: str, dealt_at: Instant) -> None:
        """Keep the table now and then, when it is at rest. Nobody waits for it."""
        if happened.version - self._version < EVENTS_BETWEEN and not isinstance(happened.event, ShoeEnded):
            return
        taken = snapshot_of(happened.after)
        if taken is None:
            return
        self._version = happened.version
        body = msgspec.json.encode(Kept(msgspec.Raw(taken), public_events, fingerprint, dealt_at))
        snapshot = Snapshot(SCHEMA, happened.version, body)
        task = asyncio.create_task(self._store.keep_snapshot(stream_of(self._config.id), snapshot))
        self._tasks.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # a store that is lost has said so elsewhere; this is only a cache
