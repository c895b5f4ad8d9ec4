"""`python -m bench.edge_torture [FIRST] [SEEDS]`: several nodes are hurt, from seeds, on all cores.

What is simulated and what is real: `tests/server/edges/simulation.py`.
"""

import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

import structlog

from tests.server.edges.simulation import Played, play
from tests.server.edges.virtual_time import run

CRITICAL = 50  # nothing that a floor writes about its troubles


def played(seed: int) -> Played:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(CRITICAL))
    with tempfile.TemporaryDirectory(prefix="punto-nodes-") as folder:
        try:
            return run(play(seed, Path(folder)))
        except AssertionError as broken:
            raise AssertionError(f"seed {seed}: {broken}") from broken


def main(first: int, seeds: int) -> int:
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        every = list(pool.map(played, range(first, first + seeds), chunksize=4))
    blows = len(list(chain.from_iterable(each.blows for each in every)))
    sys.stdout.write(
        f"{seeds:,} seeds: {sum(each.floors for each in every):,} floors, {blows:,} blows, "
        f"{sum(each.zombies for each in every):,} zombies, {sum(each.accepted for each in every) // 100:,} bets, "
        "none lost, doubled or refused, no socket closed\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in (sys.argv[1:] or ("1", "1000")))))
