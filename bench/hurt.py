"""How long patrons wait when a floor is killed, replaced or hangs, or loses its bus or database, and what is lost.

`python -m bench.hurt [TIMES]` prints a line for each. The time is from a patron's last answer to the next, on the same
socket where that stays open. Both engines run here, so a dead process is seen at once.
"""

import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import uvloop

from bench.figure import Figure, at_most
from punto.trials.edges.hurt_floor import Harm, Hurt, hand_over, hurt_floor, kill_floor, suspend
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess
from tests.server.edges.nats_server import NatsServer
from tests.server.store.postgres_server import PostgresServer

TIMES = 10
PATRONS = 50
FELTS = ("felt-1", "felt-2", "felt-3")
SECONDS_AFTER_DEATH, SECONDS_OF_HAND_OVER = 3.0, 0.3
SECONDS_WITHOUT = 1.0  # an engine


def hurt_figures(times: int = TIMES) -> Iterator[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-hurt-")))
        group = ServerProcess(CALM_FLOOR, str(folder / "floor.db"), folder, more=("--processes", "2"))
        stack.callback(group.kill)
        group.start()
        for what, hurt, limit in (
            ("kill -9 of the floor, SQLite, one machine", kill_floor(group), SECONDS_AFTER_DEATH),
            ("the floor is replaced, SQLite, one machine", hand_over(group), SECONDS_OF_HAND_OVER),
        ):
            yield from _figures(what, group, [hurt] * times, limit)
    with ExitStack() as stack:
        yield from _on_a_bus(stack, times)


def _on_a_bus(stack: ExitStack, times: int) -> Iterator[Figure]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-hurt-")))
    nats, postgres = stack.enter_context(NatsServer()), stack.enter_context(PostgresServer.made())
    floors = Floors(stack, folder, postgres.address, nats.address)
    edge = ServerProcess(CALM_FLOOR, None, folder, more=("--edge", "--bus", nats.address))
    stack.callback(edge.kill)
    edge.start()
    for what, hurt, limit in (
        ("kill -9 of the floor, PostgreSQL and NATS", floors.kill, SECONDS_AFTER_DEATH),
        ("the floor is replaced, PostgreSQL and NATS", floors.replace, SECONDS_OF_HAND_OVER),
        ("the floor hangs, PostgreSQL and NATS", floors.hang, SECONDS_AFTER_DEATH + 4),
        ("NATS is restarted", _restarted(nats), SECONDS_AFTER_DEATH),
        ("PostgreSQL is restarted", _restarted(postgres), SECONDS_AFTER_DEATH),
    ):
        yield from _figures(what, edge, [hurt] * times, limit)


class Floors:
    """Two on one store: one runs the floor, and another stands by before that one is hurt."""

    def __init__(self, stack: ExitStack, folder: Path, database: str, bus: str) -> None:
        self._stack = stack
        self._folder = folder
        self._options = ("--standby", "--bus", bus)
        self._database = database
        self._running = self._server()
        self._running.start()

    def _server(self) -> ServerProcess:
        server = ServerProcess(CALM_FLOOR, self._database, self._folder, more=self._options)
        self._stack.callback(server.kill)
        return server

    async def _another(self) -> ServerProcess:
        """The one that runs; from now on, the one that stands by is meant."""
        running, self._running = self._running, self._server()
        self._running.launch()
        while b'"standing_by"' not in self._running.log:
            await asyncio.sleep(0.02)
        return running

    async def kill(self) -> None:
        running = await self._another()
        await asyncio.to_thread(running.kill)

    async def replace(self) -> None:
        running = await self._another()
        running.signal(signal.SIGUSR2)
        await asyncio.to_thread(running.wait)

    async def hang(self) -> None:
        """It wakes up when the other runs the floor, finds itself fenced and ends."""
        suspend((await self._another()).pid)


def _restarted(engine: NatsServer | PostgresServer) -> Hurt:
    async def hurt() -> None:
        await asyncio.to_thread(engine.stop)
        await asyncio.sleep(SECONDS_WITHOUT)
        await asyncio.to_thread(engine.start)

    return hurt


def _figures(what: str, at: ServerProcess, hurts: list[Hurt], limit: float) -> Iterator[Figure]:
    while not at.is_ready():  # it may still be coming back from what was done to it before
        time.sleep(0.05)
    harm: Harm = uvloop.run(hurt_floor([at.address], FELTS, PATRONS, hurts))
    sys.stderr.write(
        f"{what}, {len(hurts)} times, {PATRONS} patrons: {harm.accepted:,} units accepted, {harm.lost} lost, "
        f"{harm.doubled} doubled, {len(harm.refusals)} bets refused, {harm.dropped} sockets closed, "
        f"{harm.told_to_wait} told to wait; "
        f"p50 {harm.at(0.5):.2f} s\n"
    )
    yield at_most(f"{what}: units lost or doubled", harm.lost + harm.doubled, 0.5, "units")
    yield at_most(f"{what}: patrons wait, p99", harm.at(0.99), limit, "s")


if __name__ == "__main__":
    for figure in hurt_figures(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES):
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
