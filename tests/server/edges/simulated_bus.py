"""NATS as it may behave, from a seed: messages come late, get lost, and everybody may be cut off for a while.

Between two nodes messages keep their order. A node that is suspended neither sends nor hears; what it sent meanwhile
leaves when it wakes up, as from a process that was stopped and goes on.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable

from punto.server.edges.nats_bus import Bus

DELAYS = (0.0002, 0.001, 0.005, 0.05, 0.4)  # seconds, the longer ones rarely
WEIGHTS = (50, 30, 15, 4, 1)


class Network:
    def __init__(self, chance: random.Random, *, lost: float) -> None:
        self.chance = chance
        self.nodes: list[SimulatedBus] = []
        self._lost = lost  # the share of messages
        self._last: dict[tuple[SimulatedBus, SimulatedBus], float] = {}

    def carry(self, sender: "SimulatedBus", subject: str, data: bytes) -> None:
        loop = asyncio.get_running_loop()
        for node in self.nodes:
            if node is sender or subject not in node.heard or self.chance.random() < self._lost:
                continue
            at = loop.time() + self.chance.choices(DELAYS, WEIGHTS)[0]
            at = self._last[sender, node] = max(at, self._last.get((sender, node), 0.0))
            loop.call_at(at, node.deliver, subject, data)

    async def restart(self, seconds: float) -> None:
        """NATS is gone for so long."""
        for node in self.nodes:
            node.disconnect()
        await asyncio.sleep(seconds)
        for node in self.nodes:
            if not node.is_dead:
                node.is_connected.set()


class SimulatedBus(Bus):
    def __init__(self, network: Network) -> None:
        super().__init__("nats://nowhere")
        self.heard: dict[str, Callable[[bytes], None]] = {}
        self.is_dead = False
        self._network = network
        self._is_suspended = False
        self._kept: list[Callable[[], None]] = []
        self.is_connected.set()
        network.nodes.append(self)

    def publish(self, subject: str, data: bytes) -> None:
        if self.is_dead or not self.is_connected.is_set():
            return
        if self._is_suspended:
            self._kept.append(lambda: self._network.carry(self, subject, data))
        else:
            self._network.carry(self, subject, data)

    async def hear(self, subject: str, hear: Callable[[bytes], None]) -> Callable[[], Awaitable[None]]:
        self.heard[subject] = hear

        async def end() -> None:
            self.heard.pop(subject, None)

        return end

    def deliver(self, subject: str, data: bytes) -> None:
        if self.is_dead or subject not in self.heard or not self.is_connected.is_set():
            return
        if self._is_suspended:
            self._kept.append(lambda: self.deliver(subject, data))
        else:
            self.heard[subject](data)

    def disconnect(self) -> None:
        self.is_connected.clear()
        for lost in list(self.on_lost):
            lost()

    def suspend(self) -> None:
        self._is_suspended = True

    def wake(self) -> None:
        self._is_suspended = False
        kept, self._kept = self._kept, []
        for each in kept:
            each()
