"""How soon a server that stands by takes patrons: after the other was killed, and after it was stopped.

`python -m bench.standby` prints each time. Both servers run here, so a death is seen at once; on another machine two
seconds of silence come on top.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.figure import Figure, at_most
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess
from tests.server.store.postgres_server import running_postgres

TIMES = 7
SECONDS_AFTER_DEATH = 3.0
SECONDS_OF_HAND_OVER = 1.0


def standby_figures() -> Iterator[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-standby-")))
        databases = {"SQLite": str(folder / "floor.db"), "PostgreSQL": stack.enter_context(running_postgres())}
        for engine, database in databases.items():
            killed = _seconds(folder, database, lambda server: server.kill())
            yield at_most(f"stand-by ready after kill -9, {engine}, median", median(killed), SECONDS_AFTER_DEATH, "s")
            stopped = _seconds(folder, database, lambda server: server.stop())
            yield at_most(f"stand-by ready after a stop, {engine}, median", median(stopped), SECONDS_OF_HAND_OVER, "s")


def _seconds(folder: Path, database: str, end: Callable[[ServerProcess], object]) -> list[float]:
    """From the end of one server until the next is ready, one after another."""
    running, times = _server(folder, database), []
    try:
        running.start()
        for _ in range(TIMES):
            waiting = _server(folder, database)
            waiting.launch()
            while b'"standing_by"' not in waiting.log:
                time.sleep(0.02)
            end(running)
            began, running = time.perf_counter(), waiting
            while not running.is_ready():
                time.sleep(0.005)
            times.append(time.perf_counter() - began)
    finally:
        running.kill()
    return times


def _server(folder: Path, database: str) -> ServerProcess:
    return ServerProcess(CALM_FLOOR, database, folder, more=("--standby",))


if __name__ == "__main__":
    for figure in standby_figures():
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
