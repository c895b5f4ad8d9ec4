"""How long it takes to price every bet of `sa` before every round of ten thousand shoes.

A tenth of them is counted and the time multiplied, because every shoe costs the same. On one core, and on as many as
the command uses by default. The command is also held against the API, in processor time: what it adds is its start.
"""

import os
import resource
import subprocess
from collections.abc import Iterator
from statistics import median
from time import perf_counter, process_time

from bench.command_line import PUNTO
from bench.figure import Figure, at_most
from punto.analysis.exposure.exposure import exposure
from punto.books import SA

SHOES, SHOES_COUNTED = 10_000, 1_000
SHOES_OF_A_COMMAND, PAIRS, RATIO_MAX = 500, 5, 1.5


def exposure_figures() -> Iterator[Figure]:
    exposure(SA, shoes=2, seed=1)  # compiles
    for threads, cores in ((1, "one core"), (os.cpu_count() or 1, "every core")):
        start = perf_counter()
        exposure(SA, shoes=SHOES_COUNTED, seed=1, threads=threads)
        seconds = (perf_counter() - start) * SHOES / SHOES_COUNTED
        yield at_most(f"every round of {SHOES:,} shoes counted, all bets of sa, {cores}", seconds, 60, "s")
    ratio = median(_command_seconds() / _api_seconds() for _ in range(PAIRS))
    yield at_most(
        f"punto exposure sa, {SHOES_OF_A_COMMAND} shoes on one core, against the API", ratio, RATIO_MAX, "times"
    )


def _api_seconds() -> float:
    start = process_time()
    exposure(SA, shoes=SHOES_OF_A_COMMAND, seed=1, threads=1)
    return process_time() - start


def _command_seconds() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    asked = f"exposure sa --shoes {SHOES_OF_A_COMMAND} --seed 1 --threads 1"
    subprocess.run([PUNTO, *asked.split()], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
