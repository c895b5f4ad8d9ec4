"""What is done to a cluster, one kind a function: each returns once the cluster could serve again.

A zombie (a floor that was suspended or cut off past its lease) must find itself fenced and end by itself; that it does
is part of the kind, and checked after patrons have been measured. Edges and pits go on with the floor that is there.
"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bench.hurt.network import Network
from punto.trials.edges.nodes import Cluster, Node, Role
from tests.server.edges.nats_server import NatsServer
from tests.server.store.postgres_server import PostgresServer

SECONDS_WITHOUT = 1.0  # an engine
SECONDS_AWAY = 6.0  # longer than anybody waits for a silent floor
SECONDS_SILENT = 6.0  # the store, which patrons are told after two
SECONDS_TO_END = 20.0
AFTER_DEATH, AFTER_SILENCE, AT_HAND_OVER = 3.0, 7.0, 0.3  # goals for p99, in seconds; silence is believed after four


class NotFenced(Exception):
    """A node did not end as it must."""


@dataclass
class Stage:
    """Everything that can be hurt."""

    cluster: Cluster
    nats: NatsServer
    postgres: PostgresServer
    network: Network | None
    number: int = 0  # of the repetition
    zombie: Node | None = None  # must end by itself before the cluster is made whole

    async def check_zombie(self) -> None:
        """Raises NotFenced."""
        if self.zombie is not None:
            node, self.zombie = self.zombie, None
            await _ended(node)


@dataclass(frozen=True)
class Kind:
    name: str
    what: str
    do: Callable[[Stage, Role], Awaitable[None]]
    goal: float
    needs_network: bool = False


async def kill(stage: Stage, role: Role) -> None:
    node = await stage.cluster.owner(role)
    await asyncio.to_thread(node.running.kill)
    await _succeeded(stage, node)


async def suspend(stage: Stage, role: Role) -> None:
    node = await stage.cluster.owner(role)
    began = time.monotonic()
    os.kill(node.running.pid, signal.SIGSTOP)
    try:
        await _succeeded(stage, node)
        await asyncio.sleep(began + SECONDS_AWAY - time.monotonic())
    finally:
        os.kill(node.running.pid, signal.SIGCONT)
    stage.zombie = node if role.is_one_at_a_time else None


async def cut_off(stage: Stage, role: Role) -> None:
    assert stage.network is not None
    node = await stage.cluster.owner(role)
    began = time.monotonic()
    stage.network.cut(node.place)
    try:
        await _succeeded(stage, node)
        await asyncio.sleep(began + SECONDS_AWAY - time.monotonic())
    finally:
        stage.network.mend(node.place)
    stage.zombie = node if role.is_one_at_a_time else None


async def hand_over(stage: Stage, role: Role) -> None:
    await _leaves(stage, role, signal.SIGUSR2)


async def terminate(stage: Stage, role: Role) -> None:
    await _leaves(stage, role, signal.SIGTERM)


async def _leaves(stage: Stage, role: Role, number: signal.Signals) -> None:
    node = await stage.cluster.owner(role)
    node.running.signal(number)
    await _succeeded(stage, node)
    await _ended(node)


async def restart_nats(stage: Stage, _: Role) -> None:
    try:
        await asyncio.to_thread(stage.nats.stop)
        await asyncio.sleep(SECONDS_WITHOUT)
    finally:
        stage.nats.start()


async def restart_postgres(stage: Stage, _: Role) -> None:
    """Every second time as in a crash."""
    number = signal.SIGINT if stage.number % 2 else signal.SIGQUIT
    try:
        await asyncio.to_thread(stage.postgres.stop, number)
        await asyncio.sleep(SECONDS_WITHOUT)
    finally:
        stage.postgres.start()


async def hang_postgres(stage: Stage, _: Role) -> None:
    with stage.postgres.hanging():
        await asyncio.sleep(SECONDS_SILENT)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("kill", "`kill -9` of the owner", kill, AFTER_DEATH),
        Kind("stop", "SIGSTOP of the owner for 6 s, then SIGCONT", suspend, AFTER_SILENCE),
        Kind("nats", "NATS is stopped for a second", restart_nats, AFTER_DEATH),
        Kind("postgres", "PostgreSQL is stopped for a second, in order and by a crash in turns", restart_postgres, 3.0),
        Kind(
            "hang",
            "SIGSTOP of PostgreSQL, all of it, for 6 s, then SIGCONT",
            hang_postgres,
            SECONDS_SILENT + AFTER_DEATH,
        ),
        Kind("cut", "the owner's network is cut for 6 s", cut_off, AFTER_SILENCE, needs_network=True),
        Kind("usr2", "SIGUSR2 to the owner (hand-over)", hand_over, AT_HAND_OVER),
        Kind("term", "SIGTERM to the owner", terminate, AFTER_DEATH),
    )
}


async def _succeeded(stage: Stage, node: Node) -> None:
    """Where others of its role stand by; the rest of a cluster goes on without it."""
    if node.role.is_one_at_a_time:
        await stage.cluster.another_serves(node)


async def _ended(node: Node) -> None:
    began = time.monotonic()
    while node.is_alive:
        if time.monotonic() - began > SECONDS_TO_END:
            await asyncio.to_thread(node.running.kill)
            raise NotFenced(f"{node.name} did not end by itself within {SECONDS_TO_END:.0f} s")
        await asyncio.sleep(0.01)
