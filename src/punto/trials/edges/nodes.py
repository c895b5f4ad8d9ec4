"""The nodes of a cluster as values: what each is for, where it runs, its process, and how it is found again.

A role is a line in ROLES; nothing else knows how many there are. Whoever ended is started again at the same address, so
that a cluster always has all its nodes.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from punto.trials.load.client import Address
from punto.trials.load.server_process import HOST, HURT_FLOOR, ServerProcess, free_port

STANDS_BY = b'"standing_by"'  # in the log of a floor that does
FLOOR_IS_HERE, FLOOR_IS_AWAY = b'"floor_is_here"', b'"floor_is_away"'  # in the log of whoever works for one
SECONDS_TO_BE_WHOLE = 40.0
SECONDS_BETWEEN_LOOKS = 0.02


@dataclass(frozen=True)
class Engines:
    database: str
    bus: str


@dataclass(frozen=True)
class Role:
    name: str
    options: Callable[[Engines], tuple[str, ...]]
    has_database: bool = True
    holds_patrons: bool = False  # whether patrons are sent there
    is_one_at_a_time: bool = False  # the others stand by, and do not listen
    has_heads: bool = False  # a file of its own, as on a machine of its own
    listens: bool = True  # otherwise its log says whether it has found a floor


FLOOR = Role("floor", lambda on: ("--standby", "--bus", on.bus), is_one_at_a_time=True, has_heads=True)
EDGE = Role("edge", lambda on: ("--edge", "--bus", on.bus), has_database=False, holds_patrons=True)
PIT = Role("pit", lambda on: ("--pit", "--bus", on.bus), listens=False)
ROLES = {role.name: role for role in (FLOOR, EDGE, PIT)}


@dataclass(frozen=True)
class Place:
    """Where on this machine: a network namespace, or simply here."""

    host: str = HOST
    inside: tuple[str, ...] = ()  # the command that runs another there
    name: str = ""


HERE = Place()


@dataclass
class Node:
    name: str
    role: Role
    place: Place = HERE
    port: int = field(default_factory=free_port)
    source: Path | None = None  # another Punto, to be run instead of this one
    process: ServerProcess | None = None

    @property
    def address(self) -> Address:
        return Address(self.place.host, self.port)

    @property
    def running(self) -> ServerProcess:
        assert self.process is not None, "it was started"
        return self.process

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.is_alive

    @property
    def serves(self) -> bool:
        if not self.is_alive or self.role.listens:
            return self.is_alive and self.running.is_ready()
        log = self.running.log
        return log.rfind(FLOOR_IS_HERE) > log.rfind(FLOOR_IS_AWAY)

    @property
    def stands_by(self) -> bool:
        return self.is_alive and STANDS_BY in self.running.log


class NotWhole(Exception):
    """A node does not come back, or nobody runs the floor; the text says which."""


class Cluster:
    def __init__(self, folder: Path, engines: Engines, nodes: Sequence[Node], config: Path = HURT_FLOOR) -> None:
        """Logs, one for every start of a node, and the floor's key are in `folder`."""
        self.nodes = list(nodes)
        self.engines = engines
        self.folder = folder
        self._config = config

    def launch(self, node: Node) -> None:
        """Without waiting. From the main thread: a child ends with the thread that started it."""
        database = self.engines.database if node.role.has_database else None
        options = node.role.options(self.engines)
        if node.role.has_heads:
            options = (*options, "--heads-file", str(self.folder / f"{node.name}.heads"))
        node.process = ServerProcess(
            self._config,
            database,
            self.folder,
            node.port,
            more=options,
            source=node.source,
            name=node.name,
            host=node.place.host,
            inside=node.place.inside,
        )
        node.process.launch()

    async def make_whole(self) -> None:
        """Start again whoever has ended, and wait until each does its work. Raises NotWhole."""
        for node in self.nodes:
            if not node.is_alive:
                self.launch(node)
        give_up_at = time.monotonic() + SECONDS_TO_BE_WHOLE
        while wanting := await asyncio.to_thread(self._wanting):
            if ended := [node.name for node in self.nodes if not node.is_alive]:
                raise NotWhole(f"ended again: {', '.join(ended)}")
            if time.monotonic() > give_up_at:
                raise NotWhole(f"after {SECONDS_TO_BE_WHOLE:.0f} s: {', '.join(wanting)}")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def _wanting(self) -> list[str]:
        """What is still to come."""
        wanting = []
        serving = {node.name for node in self.nodes if node.serves}
        for role in {node.role.name: node.role for node in self.nodes}.values():
            of_role = self.of(role)
            if role.is_one_at_a_time:
                waiting = [node.name for node in of_role if node.name not in serving and not node.stands_by]
                wanting += [f"nobody runs the {role.name}"] if serving.isdisjoint(map(_name, of_role)) else []
                wanting += [f"{name} does not stand by" for name in waiting]
            else:
                wanting += [f"{node.name} is not ready" for node in of_role if node.name not in serving]
        return wanting

    def of(self, role: Role) -> list[Node]:
        return [node for node in self.nodes if node.role is role]

    async def owner(self, role: Role) -> Node:
        """Who does the work of a role now; the first of them, where all do. Raises NotWhole."""
        for node in self.of(role):
            if await asyncio.to_thread(_any_serves, [node]):
                return node
        raise NotWhole(f"nobody runs the {role.name}")

    async def another_serves(self, than: Node) -> None:
        """Until somebody else has the role's work. Raises NotWhole."""
        others = [node for node in self.of(than.role) if node is not than]
        give_up_at = time.monotonic() + SECONDS_TO_BE_WHOLE
        while not await asyncio.to_thread(_any_serves, others):
            if time.monotonic() > give_up_at:
                raise NotWhole(f"nobody has taken the place of {than.name}")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    @property
    def doors(self) -> list[Address]:
        """Where patrons are sent."""
        return [node.address for node in self.nodes if node.role.holds_patrons]

    def end(self) -> None:
        for node in self.nodes:
            if node.process is not None:
                node.process.kill()


def nodes_of(roles: Iterable[Role], places: Sequence[Place] = ()) -> list[Node]:
    """One for each role, named in order: floor-1, floor-2, edge-3."""
    return [
        Node(f"{role.name}-{number}", role, places[number - 1] if places else HERE)
        for number, role in enumerate(roles, start=1)
    ]


def _name(node: Node) -> str:
    return node.name


def _any_serves(nodes: Sequence[Node]) -> bool:
    return any(node.serves for node in nodes)
