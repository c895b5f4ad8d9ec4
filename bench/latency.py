"""How long a patron waits for the answer to a bet, at a quarter and at half of what the server can do.

`python -m bench.latency [SQLite|PostgreSQL] [processes]` prints each figure. What it can do is measured in the same
minute, again before each pair of measurements: every patron bets as soon as the last bet is answered. Then bets leave
on a timer, whatever comes back, and each is timed from the moment it was due. The middle one of several rounds counts.
On a machine with other work, waiting for a core is most of it: `chrt -r 1 python -m bench.latency` goes first.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from bench.edges import bring_crowd
from bench.figure import Figure, at_most
from bench.used_postgres import used_postgres
from punto.trials.load.bets import ClosedLoop, OpenLoop
from punto.trials.load.crowd import allow_many_files, leave
from punto.trials.load.plan import FELTS
from punto.trials.load.reading import quantile
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess

PATRONS = 400
ROUNDS = 5
SECONDS_OF_MOST = 1.5
SECONDS_OF_SHARE = 4.0
SHARES = {"a quarter": (0.25, 10.0), "half": (0.5, 25.0)}  # of the most, and milliseconds allowed on SQLite
ENGINES = {"SQLite": 1, "PostgreSQL": 2}  # times as long


@dataclass(frozen=True)
class Round:
    most: float  # bets a second
    delays_ms: dict[str, list[float]]  # by share

    def at(self, share: str, quantile_of: float) -> float:
        return quantile(self.delays_ms[share], quantile_of)


def latency_figures(engines: tuple[str, ...] = tuple(ENGINES), processes: int = 1) -> Iterator[Figure]:
    allow_many_files(4 * PATRONS)
    for engine in engines:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-latency-")))
            is_sqlite = engine == "SQLite"
            database = str(folder / "floor.db") if is_sqlite else stack.enter_context(used_postgres())
            server = ServerProcess(CALM_FLOOR, database, folder, more=("--processes", str(processes)))
            server.start()
            stack.callback(server.kill)
            rounds = uvloop.run(_played(server))
        for share, (_, limit_ms) in SHARES.items():
            _say(f"{engine}, {share}: " + "; ".join(_told(each, share) for each in rounds) + f"; load {_load()}")
            p99 = median(each.at(share, 0.99) for each in rounds)
            yield at_most(
                f"a bet's answer at {share} of the most, {engine}, p99", p99, ENGINES[engine] * limit_ms, "ms"
            )


async def _played(server: ServerProcess) -> list[Round]:
    clients = await bring_crowd(server, PATRONS, tuple((felt,) for felt in FELTS))
    at = {client: FELTS[number % len(FELTS)] for number, client in enumerate(clients)}
    rounds = []
    for _ in range(ROUNDS + 1):
        most = (await ClosedLoop(clients, at).run(SECONDS_OF_MOST)).a_second
        delays = {}
        for share, (part, _) in SHARES.items():
            heard = await OpenLoop(clients, at).run(SECONDS_OF_SHARE, most * part)
            assert not heard.refusals, heard.refusals
            delays[share] = list(heard.delays_ms)
        rounds.append(Round(most, delays))
    await leave(clients)
    return rounds[1:]  # in the first, a new server still has other things to do


def _told(each: Round, share: str) -> str:
    return f"{each.most * SHARES[share][0]:,.0f}/s p50 {each.at(share, 0.5):.1f} p99 {each.at(share, 0.99):.1f} ms"


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    chosen = tuple(each for each in ENGINES if each in sys.argv[1:])
    number = next((int(each) for each in sys.argv[1:] if each.isdigit()), 1)
    for figure in latency_figures(chosen or tuple(ENGINES), number):
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
        sys.stdout.flush()
