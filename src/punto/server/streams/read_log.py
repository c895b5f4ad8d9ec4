"""Reads a table's stored log: claims the stream and folds it, from the last snapshot if there is one.

Nobody observes it. The result has the state to go on from and the end of the log, for what clients may have missed.
"""

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.store.interface import EventStore
from punto.server.store.values import StoredEvent
from punto.server.streams.event_stream import EventStream
from punto.server.streams.happened import Happened, is_public, stream_of
from punto.server.streams.log_notes import LogNotes
from punto.table.config import TableConfig
from punto.table.evolve import evolve
from punto.table.state import Table
from punto.table.stored.event_codec import decode_event

TAIL = 512  # events


class ReadLog(Struct, frozen=True):
    table: Table
    epoch: int  # of our claim
    version: int
    tail: Sequence[Happened] = ()  # the last events that were read

    def after(self, version: int) -> Sequence[Happened] | None:
        """All events after a version; None if the tail does not reach back that far."""
        missing = self.version - version
        if missing > len(self.tail):
            return None
        return self.tail[len(self.tail) - missing :]


async def read_log(store: EventStore, config: TableConfig, book: RuleBook, notes: LogNotes | None = None) -> ReadLog:
    """With `notes`, from the last snapshot on; public events are added to them."""
    start = await notes.last() if notes else None
    table, version = start or (Table(config, book), 0)
    tail: deque[Happened] = deque(maxlen=TAIL)

    def fold(stored: StoredEvent) -> None:
        nonlocal table
        event = decode_event(stored.body)
        before, table = table, evolve(table, event)
        happened = Happened(before, event, table, stored.version, {})
        tail.append(happened)
        if notes and is_public(happened):
            notes.count(event)

    events = EventStream(store, stream_of(config.id), version)
    await events.catch_up(fold)
    return ReadLog(table, events.epoch, events.version, tuple(tail))
