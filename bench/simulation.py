"""How fast shoes are simulated, how two cores share the work, and whether 600 million rounds fit the exact odds.

The fastest open simulator (C++, no suits, three bets) plays 6.1 million rounds a second per core of such a machine;
`c_shoes` compares with C of our own. The best of several runs counts, because the machine may be busy.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.figure import Figure, at_least
from punto.analysis.simulation.blocks import BLOCK_COUPS, blocks, play_in_threads
from punto.analysis.simulation.simulation import Simulation
from punto.analysis.simulation.table_cache import cached_tables
from punto.analysis.simulation.tables import SimulationTables
from punto.books import MULTICOLOR, SA, SQUEEZE
from punto.rules.rulebook import RuleBook

PUNTO = str(Path(sys.executable).with_name("punto"))
LIMITS = ((SA, 70.0), (SQUEEZE, 45.0), (MULTICOLOR, 40.0))  # millions of coups a second on one core
PEER = 6.1
COUPS = 48 * BLOCK_COUPS
ROUNDS = 8
COUPS_COMPARED = 600_000_000
SEED = 1
P_VALUE_MIN = 0.001


def simulation_figures() -> Iterator[Figure]:
    for book, limit in LIMITS:
        rates = [_millions_a_second(cached_tables(book), threads=1) for _ in range(ROUNDS)]
        yield at_least(f"simulate {book.id}, one core (peer {PEER})", max(rates), limit, "M coups/s")
    tables = cached_tables(SA)
    alone, shared = zip(
        *((_millions_a_second(tables, 1), _millions_a_second(tables, 2)) for _ in range(ROUNDS)), strict=True
    )
    yield at_least("simulate sa, two free cores against one", max(shared) / max(alone), 1.8, "times")
    for book, _ in LIMITS:
        p_value = _p_value(book)
        yield at_least(f"chi-square of {COUPS_COMPARED:,} coups of {book.id}, seed {SEED}: p", p_value, P_VALUE_MIN, "")


def _millions_a_second(tables: SimulationTables, threads: int) -> float:
    for _ in play_in_threads(tables, blocks(coups=1, seed=SEED), threads=1):  # everything is compiled by now
        pass
    start = perf_counter()
    played = sum(tally.coups for tally in play_in_threads(tables, blocks(COUPS, SEED), threads))
    return played / (perf_counter() - start) / 1e6


def _p_value(book: RuleBook) -> float:
    tables = cached_tables(book)
    simulation = Simulation(book, tables)
    for tally in play_in_threads(tables, blocks(COUPS_COMPARED, SEED), threads=2):
        simulation.add(tally)
    return simulation.chi_square().p_value
