"""Commands of a table that are decided together and stored together."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from punto.server.store.values import Change, Outcome
from punto.server.streams.request import Answer, Request
from punto.table.events import Event
from punto.table.state import Instant, Table


@dataclass
class Decided:
    """A request that was accepted on the state that the batch would lead to."""

    place: int
    change: Change
    steps: list[tuple[Table, Event, Table]]  # each event between the states that it parts


@dataclass
class Batch:
    requests: dict[int, Request]  # by place
    now: Instant
    version: int  # of the table on which it was decided
    decided: list[Decided] = field(default_factory=list)
    unstored: dict[int, Answer] = field(default_factory=dict)  # to what needs no storing: refusals, mostly
    moves: Counter[str] = field(default_factory=Counter)  # what it adds to the purses of patrons
    promised: dict[str, int] = field(default_factory=dict)  # by patron with a limit: all that will lie on the felt
    storing: asyncio.Task[None] | None = None  # nothing, when nothing was accepted
    outcomes: Sequence[Outcome] = ()
    failure: Exception | None = None
    answers: dict[int, Answer] = field(default_factory=dict)
    is_settled: bool = False

    @property
    def is_back(self) -> bool:
        return self.storing is None or self.storing.done()

    @property
    def left(self) -> dict[int, Request]:
        """What has to be decided again."""
        return {place: request for place, request in self.requests.items() if place not in self.answers}

    async def stored(self) -> Sequence[Outcome]:
        if self.storing is not None:
            await self.storing
        if self.failure is not None:
            raise self.failure
        return self.outcomes
