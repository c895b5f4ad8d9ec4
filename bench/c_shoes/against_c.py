"""Every book's simulation and the C program in turn, on one core and in processor time.

Both are tied to the same core. They alternate, because a core's speed changes from minute to minute; the median of the
ratios of neighbours counts. A run that took far longer than its processor time is told: something else used the core.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

from bench.c_shoes.c_program import CProgram, Run
from bench.figure import Figure, at_least
from punto.analysis.simulation.blocks import BLOCK_COUPS, blocks, play
from punto.analysis.simulation.table_cache import cached_tables
from punto.analysis.simulation.tables import SimulationTables
from punto.books import EVERY_BOOK, SA

ROUNDS = 9
COUPS = 48 * BLOCK_COUPS
SEED = 1
RATIO_MIN = 0.7
RATIO_MIN_OF = {SA.id: 0.95}  # the book whose rules the C program plays


def shoes_against_c_figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="punto-shoes-") as folder, _on_one_core():
        program = CProgram(Path(folder))
        for book in EVERY_BOOK:
            tables = cached_tables(book)
            _played(tables, coups=1)  # compiles
            pairs = [(_played(tables, COUPS), program.play(COUPS, SEED)[0]) for _ in range(ROUNDS)]
            _say(book.id, pairs)
            ratio = median(ours.millions_a_second / theirs.millions_a_second for ours, theirs in pairs)
            limit = RATIO_MIN_OF.get(book.id, RATIO_MIN)
            yield at_least(f"simulate {book.id} against shoes in C, one core", ratio, limit, "times")


def _played(tables: SimulationTables, coups: int) -> Run:
    processor, wall = thread_time(), perf_counter()
    for block in blocks(coups, SEED):
        play(tables, block)
    return Run(coups, thread_time() - processor, perf_counter() - wall)


@contextmanager
def _on_one_core() -> Iterator[None]:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def _say(book: str, pairs: list[tuple[Run, Run]]) -> None:
    ours, in_c = (sorted(run.millions_a_second for run in runs) for runs in zip(*pairs, strict=True))
    waited = sum(run.had_to_wait for pair in pairs for run in pair)
    sys.stderr.write(
        f"{book}: {median(ours):.1f} ({ours[0]:.1f} to {ours[-1]:.1f}), C {median(in_c):.1f} ({in_c[0]:.1f} to "
        f"{in_c[-1]:.1f}) M coups/s; {waited} of {2 * len(pairs)} runs waited for the core\n"
    )
    sys.stderr.flush()
