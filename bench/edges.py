"""What edges bring: how much more a floor does when its sockets are held by other processes, and what the way costs.

`python -m bench.edges` prints each figure. How much more is told by processor time, which a busy machine hardly
distorts: a floor does as much as its busiest process allows, if each has a core of its own. One process and a group are
played with in turns, so that both have the same minutes.
"""

import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

import msgspec
import uvloop

from bench.figure import Figure, at_least, at_most
from punto.server.protocol.client import Ping
from punto.trials.edges.hurt_floor import floor_of
from punto.trials.load.bets import ClosedLoop
from punto.trials.load.broadcast import listen
from punto.trials.load.client import Client
from punto.trials.load.crowd import allow_many_files, bring_in, hear_each, leave, seat_at
from punto.trials.load.guests import let_in
from punto.trials.load.plan import FELTS, SWIFT
from punto.trials.load.server_process import CALM_FLOOR, SWIFT_FLOOR, ServerProcess, busy_seconds, children
from tests.server.edges.nats_server import NatsServer

PATRONS = 400
TURNS = 9
TURN_SECONDS = 1.0
PINGS = 300
RATIO_MIN = 1.7
MORE_MS_MAX = 5.0

Work = Callable[[list[Client]], Awaitable[int]]


async def bets(clients: list[Client]) -> int:
    at = {client: FELTS[number % len(FELTS)] for number, client in enumerate(clients)}
    return len((await ClosedLoop(clients, at).run(TURN_SECONDS)).delays_ms)


async def messages(clients: list[Client]) -> int:
    return round((await listen(clients, TURN_SECONDS)).messages_a_second * TURN_SECONDS)


def edge_figures() -> Iterator[Figure]:
    allow_many_files(4 * PATRONS)
    for what, floor, play, groups, processes in (
        ("bets", CALM_FLOOR, bets, tuple((felt,) for felt in FELTS), 2),
        ("messages", SWIFT_FLOOR, messages, (SWIFT,), 2),
        ("bets", CALM_FLOOR, bets, tuple((felt,) for felt in FELTS), 3),
        ("messages", SWIFT_FLOOR, messages, (SWIFT,), 3),
    ):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-edges-")))
            alone, group = (_started(stack, folder, floor, count) for count in (1, processes))
            one, most, floors = uvloop.run(_costs(alone, group, play, groups))
        sys.stderr.write(
            f"{what}: {one:.1f} µs in one process; in {processes}: busiest {most:.1f}, floor {floors:.1f}\n"
        )
        yield at_least(
            f"{what} of {processes} processes against one, by processor time", one / most, RATIO_MIN, "times"
        )
    yield from _way()


def _started(stack: ExitStack, folder: Path, floor: Path, processes: int) -> ServerProcess:
    place = folder / str(processes)
    place.mkdir()
    server = ServerProcess(floor, str(place / "floor.db"), place, more=("--processes", str(processes)))
    server.start()
    stack.callback(server.kill)
    return server


async def _costs(
    alone: ServerProcess, group: ServerProcess, play: Work, groups: tuple[tuple[str, ...], ...]
) -> tuple[float, float, float]:
    """Microseconds of one thing: in the only process, in the busiest of a group, and in the one that runs its floor."""
    crowds = [await bring_crowd(server, PATRONS, groups) for server in (alone, group)]
    costs: list[tuple[float, float, float]] = []
    for _ in range(TURNS + 1):
        done = await _cost([alone.pid], crowds[0], play)
        of_group = await _cost(children(group.pid), crowds[1], play)
        costs.append((done[alone.pid], max(of_group.values()), of_group[floor_of(group)]))
    for crowd in crowds:
        await leave(crowd)
    one, most, floors = (median(each) for each in zip(*costs[1:], strict=True))  # the first warms both up
    return one, most, floors


async def bring_crowd(server: ServerProcess, patrons: int, groups: tuple[tuple[str, ...], ...]) -> list[Client]:
    """Patrons in as many groups, each seated at its tables."""
    clients = await bring_in(server.address, await let_in(server.address, patrons))
    for number, tables in enumerate(groups):
        for table in tables:
            await seat_at(clients[number :: len(groups)], table)
    return clients


async def _cost(pids: list[int], clients: list[Client], play: Work) -> dict[int, float]:
    before = {pid: busy_seconds(pid) for pid in pids}
    done = await play(clients)
    return {pid: (busy_seconds(pid) - before[pid]) / done * 1e6 for pid in pids}


def _way() -> Iterator[Figure]:
    """A ping at the same floor, directly and through an edge, one after another."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-edges-")))
        nats = stack.enter_context(NatsServer())
        floor = ServerProcess(CALM_FLOOR, str(folder / "floor.db"), folder, more=("--bus", nats.address))
        edge = ServerProcess(CALM_FLOOR, None, folder, more=("--edge", "--bus", nats.address))
        for server in (floor, edge):
            server.start()
            stack.callback(server.kill)
        direct, across = uvloop.run(_pings(floor, edge))
    for name, at in (("median", 49), ("p99", 98)):
        more = quantiles(across, n=100)[at] - quantiles(direct, n=100)[at]
        yield at_most(f"an edge on NATS adds to a frame there and back, {name}", more, 2 * MORE_MS_MAX, "ms")


async def _pings(floor: ServerProcess, edge: ServerProcess) -> tuple[list[float], list[float]]:
    guests = await let_in(floor.address, 2)
    clients = [
        await Client.connect(server.address, guest.cookie) for server, guest in zip((floor, edge), guests, strict=True)
    ]
    ping, times = msgspec.json.encode(Ping(0.0)), (list[float](), list[float]())
    for _ in range(PINGS):
        for client, each in zip(clients, times, strict=True):
            each.append(await _ping(client, ping))
    await leave(clients)
    return times


async def _ping(client: Client, ping: bytes) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    await hear_each(
        [client],
        lambda _, message: message.startswith(b'{"type":"pong"'),
        lambda each: each.send(ping),
        "a pong",
    )
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    for figure in edge_figures():
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
