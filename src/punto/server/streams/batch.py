"""A table's commands that are decided and stored together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from punto.server.store.values import Change, Outcome
from punto.server.streams.request import Request, TableAnswer
from punto.table.events import Event
from punto.table.state import Instant, Table


class Decided(Struct):
    """An accepted request, and the change that stores it."""

    place: int
    change: Change
    steps: list[tuple[Table, Event, Table]]  # each event with the states before and after it


@dataclass
class Batch:
    requests: dict[int, Request]  # by place
    now: Instant
    version: int  # of the table on which it was decided
    decided: list[Decided] = field(default_factory=list)
    unstored: dict[int, TableAnswer] = field(default_factory=dict)  # answers that need no storing, mostly refusals
    moves: dict[str, int] = field(default_factory=dict)  # patron to what the batch adds to their purse
    promised: dict[str, int] = field(default_factory=dict)  # patron with own limits to their whole stake afterwards
    storing: asyncio.Task[None] | None = None  # None when nothing was accepted
    outcomes: Sequence[Outcome] = ()
    failure: Exception | None = None
    answers: dict[int, TableAnswer] = field(default_factory=dict)
    is_settled: bool = False

    @property
    def has_outcome(self) -> bool:
        return self.storing is None or self.storing.done()

    @property
    def left(self) -> dict[int, Request]:
        """Requests to decide again."""
        return {place: request for place, request in self.requests.items() if place not in self.answers}

    async def stored(self) -> Sequence[Outcome]:
        if self.storing is not None:
            await self.storing
        if self.failure is not None:
            raise self.failure
        return self.outcomes
