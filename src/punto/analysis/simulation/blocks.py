"""A simulation is cut into blocks of coups, each with its own chance from the seed and its own number.

Blocks do not know each other, so threads or machines may play them in any order; their tallies are added in the order
of the blocks. That is why the same seed gives the same result, whoever plays; until a release shuffles otherwise.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.aligned import aligned_zeros
from punto.analysis.simulation.kernel import Prepared, Rules, play_block
from punto.analysis.simulation.limits import check_coups, check_seed
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Shuffler, shuffler
from punto.analysis.simulation.storms import shared_out, storm_chance
from punto.analysis.simulation.tables import NO_OUTCOME, SimulationTables
from punto.rules.coup import CARDS_AT_MOST

BLOCK_COUPS = 1 << 20  # some fifteen milliseconds
WAITING_PER_THREAD = 2

Counts = npt.NDArray[np.int64]


class Block(NamedTuple):
    seed: int
    number: int
    coups: int


class BlockTally(NamedTuple):
    """How often each outcome came, in the coups that every shoe plays and in the rest."""

    coups: int
    shoes: int
    always: Counts
    rest: Counts


class Promised(Protocol):
    """A tally that a thread or another machine is working on."""

    def result(self) -> BlockTally: ...


def blocks(coups: int, seed: int) -> Iterator[Block]:
    """So many coups in blocks."""
    check_coups(coups)
    check_seed(seed)
    return (
        Block(seed, number, min(BLOCK_COUPS, coups - number * BLOCK_COUPS))
        for number in range(-(-coups // BLOCK_COUPS))
    )


def play(tables: SimulationTables, block: Block) -> BlockTally:
    tallies = np.zeros((2, tables.cells), dtype=np.uint32)
    work = shuffler_for(tables)
    shoes = play_block(
        rules_of(tables),
        work,
        prepared_for(tables, cards=len(work.shoes)),
        tallies,
        np.uint64(block.seed),
        np.uint64(block.number),
        block.coups,
    )
    chance = storm_chance(block.seed, block.number)
    always, rest = (shared_out(tables, _by_outcome(tables, tally), chance) for tally in tallies)
    assert always.sum() + rest.sum() == block.coups, "every coup is tallied once"
    return BlockTally(block.coups, shoes, always, rest)


def play_in_threads(tables: SimulationTables, of: Iterator[Block], threads: int) -> Generator[BlockTally, None, None]:
    """Tallies in the order of the blocks. Closing it lets the blocks that run come to their end and starts no more."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield from in_order(lambda block: pool.submit(play, tables, block), of, at_once=threads * WAITING_PER_THREAD)
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(submit: Callable[[Block], Promised], of: Iterator[Block], at_once: int) -> Iterator[BlockTally]:
    """Keep so many blocks under way and hand back what they gave, the first first."""
    waiting: deque[Promised] = deque()
    for block in of:
        waiting.append(submit(block))
        if len(waiting) >= at_once:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def shuffler_for(tables: SimulationTables) -> Shuffler:
    return shuffler(tables.shoe, draws=len(tables.shoe) - tables.cut_card + CARDS_AT_MOST - 1)


def rules_of(tables: SimulationTables) -> Rules:
    return Rules(
        burned=tables.burned,
        end=len(tables.shoe) - tables.cut_card,
        coups_always=tables.coups_always,
        thresholds=tables.thresholds,
        steps=tables.steps,
        total_kinds=np.uint32(tables.totals),
        third_kinds=np.uint32(tables.third_kinds),
        path=tables.path,
        weights=tables.weights,
        pair_table=tables.pair_table,
        face_bits=np.uint16(tables.face_bits),
        codes=np.uint16(tables.codes),
        thirds=tables.thirds,
        three_table=tables.three_table,
        threes=np.uint64(tables.threes),
        cells=np.uint64(tables.cells // tables.threes**2),
    )


def prepared_for(tables: SimulationTables, cards: int) -> Prepared:
    words, values, totals, codes, pairs = (aligned_zeros(cards, np.uint16) for _ in range(5))
    rows_fit = len(tables.path) <= 1 << 16
    return Prepared(
        words,
        values,
        totals,
        rows=aligned_zeros(cards, np.uint16) if rows_fit else aligned_zeros(cards, np.uint32),
        codes=codes,
        pairs=pairs,
        again=np.zeros(cards, dtype=np.uint64),
        starts=np.zeros(SHOES_AT_ONCE, dtype=np.uint64),
    )


def _by_outcome(tables: SimulationTables, tally: npt.NDArray[np.uint32]) -> Counts:
    possible = tables.outcome_of_cell != NO_OUTCOME
    assert not tally[~possible].any(), "a coup that exact counting does not know was played"
    counted = np.bincount(tables.outcome_of_cell[possible], weights=tally[possible], minlength=len(tables.ways))
    return counted.astype(np.int64)
