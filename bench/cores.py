"""Two processes on two cores against one process on one core: how many more bets and messages a second a floor does.

`python -m bench.cores [bets|messages] [SQLite|PostgreSQL]` prints each ratio. It is told by the processor time of
everything that serves: floor, edge, the store's writer, PostgreSQL; clients are not counted. On one core all of it adds
up. On two cores the processes are packed as well as they can be, and the fuller core decides. Both are played with in
turns of less than a second; whoever waits is stopped, so that neither takes the other's time.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median

import uvloop

from bench.edges import Work, bring_crowd
from bench.figure import Figure, at_least
from bench.packing import Core, fullest, packed
from bench.processes import Times, spent_between, times_of
from punto.trials.load.bets import ClosedLoop
from punto.trials.load.broadcast import listen
from punto.trials.load.client import Client
from punto.trials.load.crowd import allow_many_files, leave
from punto.trials.load.plan import FELTS, SWIFT
from punto.trials.load.server_process import CALM_FLOOR, SWIFT_FLOOR, ServerProcess
from tests.server.store.postgres_server import PostgresServer

PATRONS = 400
TURNS = 21
TURN_SECONDS = 0.6  # a link that is silent for two seconds is lost
RATIO_MIN = 1.7
ENGINES = ("SQLite", "PostgreSQL")
CORES = 2


async def bets(clients: list[Client]) -> int:
    at = {client: FELTS[number % len(FELTS)] for number, client in enumerate(clients)}
    return len((await ClosedLoop(clients, at).run(TURN_SECONDS)).delays_ms)


async def messages(clients: list[Client], seconds: float = TURN_SECONDS) -> int:
    return round((await listen(clients, seconds)).messages_a_second * seconds)


PLAYED: dict[str, tuple[Path, Work, tuple[tuple[str, ...], ...]]] = {
    "bets": (CALM_FLOOR, bets, tuple((felt,) for felt in FELTS)),
    "messages": (SWIFT_FLOOR, messages, (SWIFT,)),
}


@dataclass(frozen=True)
class Side:
    """One of the two servers that take turns."""

    server: ServerProcess
    postgres: int | None  # the process of its own PostgreSQL

    def signal(self, number: signal.Signals) -> None:
        os.killpg(self.server.pid, number)

    async def costs(self, clients: list[Client], play: Work) -> Times:
        """Microseconds of one thing, by process."""
        self.signal(signal.SIGCONT)
        before = times_of(self.server, self.postgres)
        done = await play(clients)
        assert done, "the machine was so busy that a link was given up, and its sockets follow no table"
        spent = spent_between(before, times_of(self.server, self.postgres))
        self.signal(signal.SIGSTOP)
        return {name: seconds / done * 1e6 for name, seconds in spent.items()}


def core_figures(whats: tuple[str, ...] = tuple(PLAYED), engines: tuple[str, ...] = ENGINES) -> Iterator[Figure]:
    allow_many_files(4 * PATRONS)
    for what, engine in product(whats, engines):
        with ExitStack() as stack:
            sides = [_started(stack, PLAYED[what][0], engine, count) for count in (1, CORES)]
            pairs = uvloop.run(_played(sides, what))
        alone, group = (middle([pair[number] for pair in pairs]) for number in (0, 1))
        cores = packed(group, CORES)
        _say(f"{what} on {engine}, one core: {_listed(alone)} = {sum(alone.values()):.1f} µs")
        _say(f"{what} on {engine}, two cores: {' | '.join(_core(group, core) for core in cores)}; load {_load()}")
        yield at_least(f"{what} of two processes on two cores, {engine}", ratio(pairs, cores), RATIO_MIN, "times")


def middle(turns: list[Times]) -> Times:
    """The median of each process. One that came or went meanwhile counts as idle where it was not."""
    names = {name: None for each in turns for name in each}
    return {name: median(each.get(name, 0.0) for each in turns) for name in names}


def ratio(pairs: list[tuple[Times, Times]], cores: tuple[Core, ...]) -> float:
    """Of each pair of turns, and then the middle one. The packing is the same for all."""
    return median(sum(alone.values()) / fullest({**_idle(cores), **group}, cores) for alone, group in pairs)


def _idle(cores: tuple[Core, ...]) -> Times:
    return {name: 0.0 for core in cores for name in core}


def _started(stack: ExitStack, floor: Path, engine: str, processes: int) -> Side:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-cores-")))
    postgres = stack.enter_context(PostgresServer.made()) if engine == "PostgreSQL" else None
    database = postgres.address if postgres else str(folder / "floor.db")
    server = ServerProcess(floor, database, folder, more=("--processes", str(processes)))
    server.start()
    stack.callback(server.kill)
    return Side(server, postgres.pid if postgres else None)


async def _played(sides: list[Side], what: str) -> list[tuple[Times, Times]]:
    _, play, groups = PLAYED[what]
    crowds = []
    for side in sides:
        crowds.append(await bring_crowd(side.server, PATRONS, groups))
        side.signal(signal.SIGSTOP)
    pairs = []
    for _ in range(TURNS + 1):
        alone, group = [await side.costs(crowd, play) for side, crowd in zip(sides, crowds, strict=True)]
        pairs.append((alone, group))
    for side, crowd in zip(sides, crowds, strict=True):
        side.signal(signal.SIGCONT)
        await leave(crowd)
    return pairs[1:]  # the first warms both up


def _core(loads: Times, core: Core) -> str:
    listed = {name: loads[name] for name in core}
    return f"{_listed(listed)} = {sum(listed.values()):.1f} µs"


def _listed(loads: Times) -> str:
    """Idle processes are left out."""
    return " + ".join(f"{name} {load:.1f}" for name, load in loads.items() if load >= 0.05)


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    chosen = set(sys.argv[1:])
    for figure in core_figures(
        tuple(each for each in PLAYED if each in chosen) or tuple(PLAYED),
        tuple(each for each in ENGINES if each in chosen) or ENGINES,
    ):
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
