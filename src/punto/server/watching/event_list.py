"""What happened at a table, for staff: newest first, in pages, read back from the end of its log.

Single bets are left out: a round's stakes stand in its closing and settlement. Staff see cards as they are dealt, so
nothing of this may go to a patron. What has been archived is no longer listed.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from punto.rules.rulebook import RuleBook
from punto.server.store.failures import EventsAreArchived
from punto.server.store.interface import EventReader
from punto.server.streams.happened import stream_of
from punto.server.watching.told_event import GROUPS_OF, TableEvent, Teller
from punto.table.events import Event, ShoeOpened
from punto.table.stored.event_codec import decode_event

CHUNK = 500
SCANNED_MAX = 20_000  # events for one page; the next one goes on from there
Wanted = Literal["all", "cards", "money", "staff"]


class EventPage(Struct, frozen=True):
    events: tuple[TableEvent, ...]
    next: int | None  # the `before` of the next page; null: nothing is left


class EventList:
    """Of one table."""

    def __init__(self, store: EventReader, table: str, book: RuleBook) -> None:
        self._store = store
        self._stream = stream_of(table)
        self._book = book

    async def page(self, *, last: int, shoe: int, before: int | None, wanted: Wanted, limit: int) -> EventPage:
        """`last` is the table's version and `shoe` its shoe, both now."""
        end = last if before is None else min(before - 1, last)
        read: list[tuple[int, Event]] = []
        start, count = end, 0
        while start > 0 and end - start < SCANNED_MAX and count <= limit:
            first = max(0, start - CHUNK)
            chunk = await self._read(first, start - first)
            read = [*chunk, *read]
            count += sum(1 for _, event in chunk if _is_wanted(event, wanted))
            start = first if chunk else 0
        found = self._told(read, shoe, wanted)
        newest_first = tuple(reversed(found))[:limit]
        if len(found) > limit:
            return EventPage(newest_first, newest_first[-1].version)
        return EventPage(newest_first, start + 1 if start > 0 else None)

    async def since(self, *, after: int, last: int, shoe: int, wanted: Wanted, limit: int) -> EventPage:
        """What came after a version that the reader has, newest first."""
        first = max(0, after - CHUNK, last - SCANNED_MAX)
        read = await self._read(first, last - first)
        new = [each for each in self._told(read, shoe, wanted) if each.version > after]
        return EventPage(tuple(reversed(new))[:limit], None)

    async def _read(self, after: int, limit: int) -> list[tuple[int, Event]]:
        try:
            stored = await self._store.read(self._stream, after, limit)
        except EventsAreArchived:
            return []
        return [(each.version, decode_event(each.body)) for each in stored]

    def _told(self, events: Sequence[tuple[int, Event]], shoe_now: int, wanted: Wanted) -> list[TableEvent]:
        opened = [event.shoe for _, event in events if isinstance(event, ShoeOpened)]
        teller = Teller(self._book, shoe=opened[0] - 1 if opened else shoe_now)
        told = [(event, teller.tell(version, event)) for version, event in events]
        return [each for event, each in told if each is not None and _is_wanted(event, wanted)]


def _is_wanted(event: Event, wanted: Wanted) -> bool:
    groups = GROUPS_OF.get(type(event), ())
    return bool(groups) and (wanted == "all" or wanted in groups)
