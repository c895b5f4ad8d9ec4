"""Reads a table's stored log: claims the stream and folds it, from the last snapshot if there is one.

Nobody observes it. The result has the state to go on from and the end of the log, for what clients may have missed. A
log that was folded ahead (`read_ahead.py`) is only folded to its end.
"""

from collections import deque
from collections.abc import Sequence

from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.store.failures import EventsAreArchived
from punto.server.store.interface import EventStore
from punto.server.store.values import StoredEvent
from punto.server.streams.event_stream import EventStream
from punto.server.streams.happened import Happened, is_public, stream_of
from punto.server.streams.log_notes import LogNotes
from punto.table.config import TableConfig
from punto.table.events import BettingOpened, Event
from punto.table.evolve import evolve
from punto.table.state import Table
from punto.table.stored.event_codec import decode_event

TAIL = 512  # events
StoredAt = tuple[Event, int]  # an event and its version


class ReadLog(Struct, frozen=True):
    table: Table
    epoch: int  # of our claim
    version: int
    tail: Sequence[Happened] = ()  # the last events that were read
    of_round: Sequence[StoredAt] = ()  # all events since betting last opened, however many

    def after(self, version: int) -> Sequence[Happened] | None:
        """All events after a version; None if the tail does not reach back that far."""
        missing = self.version - version
        if missing > len(self.tail):
            return None
        return self.tail[len(self.tail) - missing :]

    def events_after(self, version: int) -> Sequence[StoredAt] | None:
        """Likewise, without the states around them."""
        if self.of_round and self.of_round[0][1] == version + 1:
            return self.of_round
        tail = self.after(version)
        return None if tail is None else [(each.event, each.version) for each in tail]


class Fold:
    """A log that has been folded up to a version."""

    def __init__(self, table: Table, version: int, notes: LogNotes | None) -> None:
        self.table = table
        self.version = version
        self.notes = notes
        self.tail: deque[Happened] = deque(maxlen=TAIL)
        self.of_round: list[StoredAt] = []

    @classmethod
    async def begun(cls, config: TableConfig, book: RuleBook, notes: LogNotes | None) -> "Fold":
        """With `notes`, from the last snapshot on."""
        start = await notes.last() if notes else None
        return cls(*(start or (Table(config, book), 0)), notes)

    def __call__(self, stored: StoredEvent) -> None:
        event = decode_event(stored.body)
        before, self.table = self.table, evolve(self.table, event)
        happened = Happened(before, event, self.table, stored.version, {})
        self.version = stored.version
        self.tail.append(happened)
        if isinstance(event, BettingOpened):
            self.of_round.clear()
        self.of_round.append((event, stored.version))
        if self.notes and is_public(happened):
            self.notes.count(event)


async def read_log(
    store: EventStore,
    config: TableConfig,
    book: RuleBook,
    notes: LogNotes | None = None,
    after: int | None = None,
    ahead: Fold | None = None,
) -> ReadLog:
    """From the last snapshot on, if there are `notes`, to which public events are added; or from where it was folded
    `ahead`, with the notes of that. `after`: if nobody has claimed the stream since that epoch."""
    fold = ahead or await Fold.begun(config, book, notes)
    events = EventStream(store, stream_of(config.id), fold.version)
    try:
        await events.catch_up(fold, after)
    except EventsAreArchived:
        if ahead is None:
            raise
        return await read_log(store, config, book, notes)  # since it was folded
    return ReadLog(fold.table, events.epoch, events.version, tuple(fold.tail), tuple(fold.of_round))
