"""The book of gaming days: who signed which figures, and the figures as they were when two people had signed them.

A hash-chained stream of its own. A signature is for a digest of the figures: when they have changed by the time the
second person signs, the first signature no longer counts. Corrections after the close change no line here; they show
as differences between the figures then and now.
"""

import asyncio
from collections.abc import Callable

import msgspec
from msgspec import Struct

from punto.server.days.day_figures import DayFigures
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.interface import EventStore
from punto.server.store.values import Change, Stored, StoredEvent
from punto.server.streams.event_stream import EventStream
from punto.table.state import Instant

STREAM = "days"


class DaySigned(Struct, frozen=True, tag=True):
    day: str
    by: str
    at: Instant
    digest: str


class DayClosed(Struct, frozen=True, tag=True):
    """By the second signature."""

    day: str
    by: str
    at: Instant
    digest: str
    figures: DayFigures


DayEvent = DaySigned | DayClosed
_EVENTS: msgspec.json.Decoder[DayEvent] = msgspec.json.Decoder(DayEvent)


class Signature(Struct, frozen=True):
    by: str
    at: Instant
    digest: str


class DayState(Struct, frozen=True):
    signatures: tuple[Signature, ...] = ()
    closed: int = 0  # the event that closed it; 0: not closed

    @property
    def is_closed(self) -> bool:
        return self.closed > 0


UNSIGNED = DayState()


class DayBook:
    def __init__(self, store: EventStore, clock: Callable[[], Instant]) -> None:
        self._stream = EventStream(store, STREAM)
        self._clock = clock
        self._days: dict[str, DayState] = {}
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, store: EventStore, clock: Callable[[], Instant]) -> "DayBook":
        book = cls(store, clock)
        await book._stream.catch_up(book._fold)
        return book

    def state(self, day: str) -> DayState:
        return self._days.get(day, UNSIGNED)

    def why_not(self, day: str, by: str, digest: str) -> ServerRefusal | None:
        """Why this person cannot sign these figures now."""
        state = self.state(day)
        if state.is_closed:
            return ServerRefusal.DAY_IS_CLOSED
        if any(each.by == by and each.digest == digest for each in state.signatures):
            return ServerRefusal.SECOND_PERSON_IS_THE_SAME
        return None

    async def sign(self, figures: DayFigures, by: str) -> ServerRefusal | None:
        digest, now = figures.digest, self._clock()
        async with self._writing:
            if self._stream.is_behind:
                await self._stream.catch_up(self._fold)
            if refusal := self.why_not(figures.day, by, digest):
                return refusal
            is_second = any(each.digest == digest for each in self.state(figures.day).signatures)
            await self._append(
                DayClosed(figures.day, by, now, digest, figures)
                if is_second
                else DaySigned(figures.day, by, now, digest)
            )
        return None

    async def closed_figures(self, day: str) -> DayFigures | None:
        """As they were signed; None while the day is open."""
        state = self.state(day)
        if not state.is_closed:
            return None
        (stored,) = await self._stream.read(state.closed - 1, limit=1)
        event = _EVENTS.decode(stored.body)
        assert isinstance(event, DayClosed)
        return event.figures

    async def _append(self, event: DayEvent) -> None:
        stream, body = self._stream, msgspec.json.encode(event)
        (outcome,) = await stream.commit([Change(STREAM, stream.epoch, stream.version, (body,))])
        assert isinstance(outcome, Stored), "nobody else writes to a claimed stream"
        self._fold(StoredEvent(outcome.version, body, outcome.head))
        stream.version = outcome.version

    def _fold(self, stored: StoredEvent) -> None:
        event = _EVENTS.decode(stored.body)
        signature = Signature(event.by, event.at, event.digest)
        if isinstance(event, DayClosed):
            first = tuple(each for each in self.state(event.day).signatures if each.digest == event.digest)
            self._days[event.day] = DayState((*first, signature), stored.version)
        else:
            self._days[event.day] = DayState((signature,))
