"""What it takes a server to be ready again after kill -9: processor time of all its processes until `/readyz` answers.

Killed is the only process, or the one of a group that runs the floor: its parent has the program loaded already.
`python -m bench.ready` prints each figure. The floor has been played on, so that it has a log to read. Processor time
is what a slow or busy machine does not distort. The sources are byte-compiled first, as an install does.
"""

import compileall
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import uvloop

import punto
from bench.edges import bring_crowd
from bench.figure import Figure, at_most
from bench.processes import Times, spent_between, times_of
from punto.trials.edges.hurt_floor import floor_of
from punto.trials.load.bets import ClosedLoop
from punto.trials.load.crowd import leave
from punto.trials.load.server_process import BUSY_FLOOR, ServerProcess, children
from tests.server.store.postgres_server import running_postgres

TIMES = 5
PATRONS = 100
TABLE = "brisk"
SECONDS_BETWEEN_LOOKS = 0.02
SECONDS_OF_PLAY = 3.0
BUSY_SECONDS_MAX = 0.7


def ready_figures() -> Iterator[Figure]:
    compileall.compile_dir(Path(punto.__file__).parent, quiet=1)
    with ExitStack() as stack:
        for engine in ("SQLite", "PostgreSQL"):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-ready-")))
            is_sqlite = engine == "SQLite"
            database = str(folder / "floor.db") if is_sqlite else stack.enter_context(running_postgres())
            for what, processes, kill in (("the only process", 1, _kill_all), ("the floor of a group", 2, _kill_floor)):
                times = _busy_seconds(folder, database, processes, kill)
                sys.stderr.write(f"{engine}, {what}: {_listed(times)}; load {os.getloadavg()[0]:.1f}\n")
                name = f"ready after kill -9 of {what}, {engine}, processor time"
                yield at_most(name, median(times), BUSY_SECONDS_MAX, "s")


def _busy_seconds(folder: Path, database: str, processes: int, kill: Callable[[ServerProcess], Times]) -> list[float]:
    """PostgreSQL runs on meanwhile and is not counted."""
    server = ServerProcess(BUSY_FLOOR, database, folder, more=("--processes", str(processes)))
    times = []
    try:
        server.start()
        uvloop.run(_play(server))
        for _ in range(TIMES):
            before = kill(server)
            times.append(sum(spent_between(before, times_of(server, None)).values()))
    finally:
        server.kill()
    return times


def _kill_all(server: ServerProcess) -> Times:
    server.kill()
    server.start()
    return {}


def _kill_floor(server: ServerProcess) -> Times:
    """What the others had taken before."""
    floor, before = floor_of(server), times_of(server, None)
    os.kill(floor, signal.SIGKILL)
    while floor in children(server.pid):
        time.sleep(SECONDS_BETWEEN_LOOKS)
    while not server.is_ready():
        time.sleep(SECONDS_BETWEEN_LOOKS)
    return {name: seconds for name, seconds in before.items() if name not in ("floor", "store")}


async def _play(server: ServerProcess) -> None:
    clients = await bring_crowd(server, PATRONS, ((TABLE,),))
    await ClosedLoop(clients, dict.fromkeys(clients, TABLE)).run(SECONDS_OF_PLAY)
    await leave(clients)


def _listed(times: list[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in times) + " s"


if __name__ == "__main__":
    for figure in ready_figures():
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
