"""How long it takes to price every bet of `sa` before every round of ten thousand shoes.

A tenth of them is counted and the time multiplied, because every shoe costs the same. On one core, and on as many as
the command uses by default.
"""

import os
from collections.abc import Iterator
from time import perf_counter

from bench.figure import Figure, at_most
from punto.analysis.exposure.exposure import exposure
from punto.books import SA

SHOES, SHOES_COUNTED = 10_000, 1_000


def exposure_figures() -> Iterator[Figure]:
    exposure(SA, shoes=2, seed=1)  # compiles
    for threads, cores in ((1, "one core"), (os.cpu_count() or 1, "every core")):
        start = perf_counter()
        exposure(SA, shoes=SHOES_COUNTED, seed=1, threads=threads)
        seconds = (perf_counter() - start) * SHOES / SHOES_COUNTED
        yield at_most(f"every round of {SHOES:,} shoes counted, all bets of sa, {cores}", seconds, 60, "s")
