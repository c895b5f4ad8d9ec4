"""Links between pits and floors, from a seed: packets come late and in order, and a link may be cut at any moment.

Each end of a cut link notices at its own time, or only when the other has been silent for too long. A packet to a
suspended node waits there, and its link looks alive to the system until the other end gives it up.
"""

import asyncio
import random
from collections.abc import Callable
from contextvars import Context
from typing import Any

from punto.server.edges.link_end import Link, LinkEnd
from tests.server.pits.node_loop import Node

DELAYS = (0.0002, 0.001, 0.01, 0.1, 0.5)  # seconds, the longer ones rarely
WEIGHTS = (50, 30, 14, 5, 1)
SOON, LATE, NEVER = 0.01, 1.0, None  # until an end notices that its link was cut
Made = Callable[[Link], LinkEnd[Any]]


class Half:
    """The way to one node."""

    def __init__(self, node: Node, chance: random.Random) -> None:
        self.node = node
        self.end: LinkEnd[Any] | None = None
        self.is_cut = False
        self._chance = chance
        self._loop = asyncio.get_running_loop()
        self._world = Context()
        self._last_at = 0.0

    def send(self, packet: bytes) -> None:
        self._later(self._deliver, packet)

    def close(self) -> None:
        self._later(self._lose)

    def lose_in(self, seconds: float) -> None:
        self._loop.call_later(seconds, self.node.post, self._lose, context=self._world)

    def _later(self, act: Callable[..., None], *arguments: object) -> None:
        delay = self._chance.choices(DELAYS, WEIGHTS)[0]
        self._last_at = max(self._last_at, self._loop.time() + delay)
        self._loop.call_at(self._last_at, self._arrive, act, *arguments, context=self._world)

    def _arrive(self, act: Callable[..., None], *arguments: object) -> None:
        if not self.is_cut:
            self.node.post(act, *arguments)

    def _deliver(self, packet: bytes) -> None:
        if self.end is not None:
            self.end.packet_came(packet)

    def _lose(self) -> None:
        if self.end is not None:
            self.end.lose()


class SimulatedLink:
    def __init__(self, floor: Node, pit: Node, chance: random.Random) -> None:
        self.to_floor, self.to_pit = Half(floor, chance), Half(pit, chance)
        self._chance = chance

    def make(self, at_floor: Made, at_pit: Made) -> None:
        """Each end in its own node: a suspended floor takes a link when it wakes up."""

        def make_floor_end() -> None:
            self.to_floor.end = at_floor(self.to_pit)

        def make_pit_end() -> None:
            self.to_pit.end = at_pit(self.to_floor)

        self.to_floor.node.post(make_floor_end)
        self.to_pit.node.post(make_pit_end)

    @property
    def is_cut(self) -> bool:
        return self.to_floor.is_cut

    def cut(self) -> None:
        """What is under way is lost, in both directions."""
        for half in (self.to_floor, self.to_pit):
            half.is_cut = True
            noticed = self._chance.choice((SOON, LATE, NEVER))
            if noticed is not None:
                half.lose_in(noticed * self._chance.random())
