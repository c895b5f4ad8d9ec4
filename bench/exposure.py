"""How long it takes to price every bet of `sa` before every round of ten thousand shoes.

A tenth of them is counted on one core and the time is taken for all: every shoe costs the same.
"""

from collections.abc import Iterator
from time import perf_counter

from bench.figure import Figure, at_most
from punto.analysis.exposure import exposure
from punto.books import SA

SHOES, SHOES_COUNTED = 10_000, 1_000


def exposure_figures() -> Iterator[Figure]:
    exposure(SA, shoes=2, seed=1)  # compiles
    start = perf_counter()
    exposure(SA, shoes=SHOES_COUNTED, seed=1)
    seconds = (perf_counter() - start) * SHOES / SHOES_COUNTED
    yield at_most(f"every round of {SHOES:,} shoes counted, all bets of sa, one core", seconds, 60, "s")
