"""Two versions of the server in turns: `python -m bench.turns REVISION` holds this tree against another one.

Both run side by side on floors of their own and are played with by the same clients, a second each in turns. Whoever
waits is stopped, so that neither takes the other's time. What counts is the ratio of the processor time that both took
in one pair of turns, in the middle of all pairs: it hardly depends on how busy the machine is.
"""

import argparse
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import median

import uvloop

import punto
from punto.trials.load.bets import ClosedLoop
from punto.trials.load.broadcast import listen
from punto.trials.load.client import Client
from punto.trials.load.crowd import allow_many_files, bring_in, leave, seat_at
from punto.trials.load.guests import let_in
from punto.trials.load.measures.calm_load import MANY_BETS
from punto.trials.load.plan import FELTS, SWIFT
from punto.trials.load.server_process import CALM_FLOOR, SWIFT_FLOOR, ServerProcess
from punto.trials.load.settlement import settle_one

PATRONS = 400
TURNS = 21
SETTLING_TURNS = 15
TURN_SECONDS = 1.0
OURS = Path(punto.__file__).parents[1]

Work = Callable[[list[Client]], Awaitable[int]]  # plays for one turn; how many things were done


async def bets(clients: list[Client]) -> int:
    at = {client: FELTS[number % len(FELTS)] for number, client in enumerate(clients)}
    return len((await ClosedLoop(clients, at).run(TURN_SECONDS)).delays_ms)


async def messages(clients: list[Client]) -> int:
    return round((await listen(clients, TURN_SECONDS)).messages_a_second * TURN_SECONDS)


async def wagers_of_a_round(clients: list[Client]) -> int:
    return (await settle_one(clients, "round", MANY_BETS)).wagers


MEASURES: tuple[tuple[str, Path, Work, tuple[tuple[str, ...], ...], int], ...] = (
    # what                          floor        played by          tables of each group of patrons       turns
    ("a bet", CALM_FLOOR, bets, tuple((felt,) for felt in FELTS), TURNS),
    ("a message", SWIFT_FLOOR, messages, (SWIFT,), TURNS),
    ("a wager of a whole round", CALM_FLOOR, wagers_of_a_round, (("round",),), SETTLING_TURNS),
)


async def measure(
    servers: tuple[ServerProcess, ServerProcess], play: Work, groups: tuple[tuple[str, ...], ...], turns: int
) -> list[tuple[float, float]]:
    """Microseconds of one thing, theirs and ours, for each pair of turns."""
    crowds = []
    for server in servers:
        guests = await let_in(server.address, PATRONS)
        clients = await bring_in(server.address, guests)
        for number, tables in enumerate(groups):
            for table in tables:
                await seat_at(clients[number :: len(groups)], table)
        crowds.append(clients)
        _group(server, signal.SIGSTOP)
    pairs = []
    for _ in range(turns + 1):
        each = []
        for server, clients in zip(servers, crowds, strict=True):
            _group(server, signal.SIGCONT)
            before = server.busy_seconds
            done = await play(clients)
            each.append((server.busy_seconds - before) / done * 1e6)
            _group(server, signal.SIGSTOP)
        pairs.append((each[0], each[1]))
    for server, clients in zip(servers, crowds, strict=True):
        _group(server, signal.SIGCONT)
        await leave(clients)
    return pairs[1:]  # the first warms both up


def _group(server: ServerProcess, number: signal.Signals) -> None:
    os.killpg(server.pid, number)


@contextmanager
def both(floor: Path, theirs: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with tempfile.TemporaryDirectory(prefix="punto-turns-") as name:
        servers = []
        for which, source in (("theirs", theirs), ("ours", OURS)):
            folder = Path(name) / which
            folder.mkdir()
            servers.append(ServerProcess(floor, str(folder / "floor.db"), folder, source=source))
        try:
            for server in servers:
                server.start()
            yield servers[0], servers[1]
        finally:
            for server in servers:
                server.kill()


@contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """What Git has of it, in a folder of its own."""
    packed = subprocess.run(["git", "archive", revision, "src"], capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory(prefix="punto-theirs-") as name, tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(name, filter="data")
        yield Path(name) / "src"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision", help="what to hold this tree against, as Git knows it")
    parser.add_argument("--only", default="", help="measure only what has these words in its name")
    parser.add_argument("--most", type=float, default=1.05, help="the largest ratio allowed (default 1.05)")
    arguments = parser.parse_args()
    allow_many_files(4 * PATRONS)
    is_slower = False
    with sources_of(arguments.revision) as theirs:
        for what, floor, play, groups, turns in MEASURES:
            if arguments.only not in what:
                continue
            with both(floor, theirs) as servers:
                pairs = uvloop.run(measure(servers, play, groups, turns))
            ratio = median(ours / others for others, ours in pairs)
            is_slower |= ratio > arguments.most
            others, ours = (median(each) for each in zip(*pairs, strict=True))
            sys.stdout.write(f"processor time of {what}: {others:.1f} there, {ours:.1f} µs here, ratio {ratio:.3f}\n")
            sys.stdout.flush()
    return 1 if is_slower else 0


if __name__ == "__main__":
    sys.exit(main())
