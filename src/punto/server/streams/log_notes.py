"""What a table has to remember of its log beside its state, and the snapshots of both, from which a restart begins."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import msgspec

from punto.rules.rulebook import RuleBook
from punto.server.store.interface import LogReader, Snapshots
from punto.server.store.values import Snapshot
from punto.server.streams.happened import Happened, stream_of
from punto.table.config import TableConfig
from punto.table.events import BettingClosed, Event, ShoeCommitted, ShoeEnded, ShoeOpened
from punto.table.state import Instant, NeedsShoe, ShowingResult, Table
from punto.table.stored.snapshot import SCHEMA, snapshot_of, table_from

EVENTS_BETWEEN = 2_000  # roughly how many a restart folds at most
FEW_EVENTS = 500  # are folded in a few hundredths of a second


class SnapshotBody(msgspec.Struct, frozen=True):
    """A table, and facts about the log up to it."""

    table: msgspec.Raw
    public_events: int
    fingerprint: str
    dealt_at: Instant
    log_id: str = ""  # empty in snapshots of the first release


class SnapshotStore(Snapshots, LogReader, Protocol):
    """Snapshots, and checkpoints where there is none."""


class LogNotes:
    def __init__(self, store: SnapshotStore, config: TableConfig, book: RuleBook, fingerprint: str) -> None:
        self.public_events = 0  # in the whole log
        self.fingerprint = fingerprint  # of the rules the shoe in play was opened with
        self.log_id = ""  # of the history in which the current shoe, or the next, was committed
        self.dealt_at: Instant = 0  # when dealing of the last coup began
        self._store = store
        self._config = config
        self._book = book
        self._version = 0  # of the last snapshot
        self._tasks: set[asyncio.Task[Any]] = set()

    def change_settings(self, config: TableConfig) -> None:
        self._config = config

    async def last(self) -> tuple[Table, int] | None:
        """The table at a version of its log. None: fold it from the beginning."""
        self.public_events, self.log_id = 0, ""
        kept = await self._store.snapshot(stream_of(self._config.id), SCHEMA)
        if kept is None:
            return await self._at_checkpoint()
        self._version = kept.version
        try:
            body = msgspec.json.decode(kept.body, type=SnapshotBody)
            table = table_from(bytes(body.table), self._config, self._book)
        except msgspec.ValidationError:  # another release wrote it
            return await self._at_checkpoint()
        self.public_events, self.fingerprint, self.dealt_at = body.public_events, body.fingerprint, body.dealt_at
        self.log_id = body.log_id
        return table, kept.version

    async def _at_checkpoint(self) -> tuple[Table, int] | None:
        """Between two shoes a table is only its number and patrons' choices, which they make again. There are never
        more public events than events, so no public version is used twice."""
        checkpoint = await self._store.checkpoint(stream_of(self._config.id))
        if not checkpoint.version:
            return None
        self.public_events = checkpoint.version
        return Table(self._config, self._book, shoe=checkpoint.shoe), checkpoint.version

    def count(self, event: Event) -> None:
        """Take note of a public event, replayed or new."""
        self.public_events += 1
        if isinstance(event, BettingClosed):
            self.dealt_at = event.at
        elif isinstance(event, ShoeCommitted):
            self.log_id = event.log_id
        elif isinstance(event, ShoeOpened):
            self.fingerprint, self.log_id = event.fingerprint, event.log_id

    def keep(self, happened: Happened) -> None:
        """After a new public event: store a snapshot now and then, between coups. Nobody waits for it."""
        if happened.version - self._version < EVENTS_BETWEEN and not isinstance(happened.event, ShoeEnded):
            return
        snapshot = self._taken(happened.after, happened.version)
        if snapshot is not None:
            self._soon(self._store.keep_snapshot(stream_of(self._config.id), snapshot))

    def is_read_quickly(self, table: Table, version: int) -> bool:
        """By somebody else: a snapshot can be taken here, or was not long ago."""
        return version - self._version < FEW_EVENTS or isinstance(table.phase, ShowingResult | NeedsShoe)

    async def keep_now(self, table: Table, version: int) -> None:
        """Whoever reads the log next begins here, if that is between coups."""
        snapshot = self._taken(table, version) if version > self._version else None
        if snapshot is not None:
            await self._store.keep_snapshot(stream_of(self._config.id), snapshot)

    def _taken(self, table: Table, version: int) -> Snapshot | None:
        taken = snapshot_of(table)
        if taken is None:
            return None
        self._version = version
        kept = SnapshotBody(msgspec.Raw(taken), self.public_events, self.fingerprint, self.dealt_at, self.log_id)
        return Snapshot(SCHEMA, version, msgspec.json.encode(kept))

    def _soon(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # a lost store has been reported elsewhere; a snapshot can wait
