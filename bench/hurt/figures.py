"""The figures of `make bench`: every kind on a cluster of three, and a group of processes on SQLite; fewer patrons."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import uvloop

from bench.figure import Figure, at_most
from bench.hurt.__main__ import trial
from bench.hurt.kinds import AFTER_DEATH, AT_HAND_OVER, KINDS
from punto.trials.edges.harm import Harm
from punto.trials.edges.hurt_floor import hand_over, hurt_floor, kill_floor
from punto.trials.edges.nodes import EDGE, FLOOR
from punto.trials.load.server_process import CALM_FLOOR, ServerProcess

TIMES, PATRONS = 10, 50
FELTS = ("felt-1", "felt-2", "felt-3")


def hurt_figures() -> Iterator[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="punto-hurt-")))
        group = ServerProcess(CALM_FLOOR, str(folder / "floor.db"), folder, more=("--processes", "2"))
        stack.callback(group.kill)
        group.start()
        for what, hurt, limit in (
            ("kill -9 of the floor, SQLite, one machine", kill_floor(group), AFTER_DEATH),
            ("the floor is replaced, SQLite, one machine", hand_over(group), AT_HAND_OVER),
        ):
            yield from _figures(what, uvloop.run(hurt_floor([group.address], FELTS, PATRONS, [hurt] * TIMES)), limit)
        hurts = [(kind, FLOOR) for kind in KINDS.values() if not kind.needs_network]  # the others enter a namespace
        for outcome in trial([FLOOR, FLOOR, EDGE], hurts, folder, patrons=PATRONS, times=TIMES):
            yield from _figures(f"{outcome.kind.what}, PostgreSQL and NATS", outcome.harm, outcome.kind.goal)


def _figures(what: str, harm: Harm, limit: float) -> Iterator[Figure]:
    yield at_most(f"{what}: units lost or doubled", harm.lost + harm.doubled, 0.5, "units")
    yield at_most(f"{what}: patrons wait, p99", harm.at(0.99), limit, "s")
