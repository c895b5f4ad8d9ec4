"""How fast all bets of a book are priced for the cards left: as floats and as exact fractions.

The shoe is half dealt, in a random order. The fastest public solver found takes 340 µs for a composition and a handful
of bets; `sa` has nineteen.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from time import perf_counter

from bench.figure import Figure, at_most
from punto.analysis.solver.solver import Solver
from punto.books import MULTICOLOR, SA, SQUEEZE
from punto.rules.cards import Card

PEER_MICROSECONDS = 340
TIMES = 500


def solver_figures() -> Iterator[Figure]:
    for book, limit in ((SA, 100), (SQUEEZE, 500), (MULTICOLOR, 1_000)):
        cards = list(book.deck.cards)
        random.Random(1).shuffle(cards)
        left = book.deck.without(cards[: len(cards) // 2])
        solver = Solver(book)
        shoe = solver.counts(left)
        fast = _best_seconds(partial(solver.expectations, shoe)) * 1e6
        what = f"all {len(book.bets)} bets of {book.id} for half a shoe"
        yield at_most(f"{what}, fast", fast, limit, "µs")
        if book is SA:
            yield at_most(f"{what}, of the fastest public solver's time", fast / PEER_MICROSECONDS, 1, "times")
        exact = _best_seconds(partial(_exact_expectations, solver, left)) * 1e3
        yield at_most(f"{what}, exact fractions", exact, 15, "ms")


def _exact_expectations(solver: Solver, left: dict[Card, int]) -> list[Fraction]:
    return [each.ev for each in solver.odds(left).bets]


def _best_seconds(action: Callable[[], object]) -> float:
    action()  # the first call compiles
    times = []
    for _ in range(TIMES):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return min(times)
