"""The storms of simulated coups, drawn when the coups have been played.

A storm depends on nothing in the shoe, and how it pays only on the outcome. So the kernel plays and tallies as without
one, and each outcome's coups are then shared out by chance, as the storm's published weights say. Every block has its
own chance for this, from the seed and its number.
"""

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.tables import SimulationTables

Counts = npt.NDArray[np.int64]
STREAM = 0x73746F726D  # "storm": another stream than the shuffles of the same seed


def storm_chance(seed: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([STREAM, seed, number]))


def shared_out(tables: SimulationTables, counts: Counts, chance: np.random.Generator) -> Counts:
    """Tallies of outcomes before the storm, by outcome after it."""
    if tables.whole == 1:
        return counts
    starts, sizes = _places(tables)
    found = np.zeros(len(tables.base_of), dtype=np.int64)
    for size in np.unique(sizes):
        rows = np.flatnonzero(sizes == size)
        places = starts[rows][:, np.newaxis] + np.arange(size)
        found[places] = chance.multinomial(counts[rows], tables.share[places] / tables.whole)
    return found


def struck(tables: SimulationTables, outcomes: Counts, chance: np.random.Generator) -> Counts:
    """The outcomes of single coups, after their storms."""
    if tables.whole == 1:
        return outcomes
    drawn = chance.integers(tables.whole, size=len(outcomes))
    up_to = np.cumsum(tables.share)  # every outcome's shares make one whole
    return np.searchsorted(up_to, outcomes * tables.whole + drawn, side="right")


def _places(tables: SimulationTables) -> tuple[Counts, Counts]:
    """Where the outcomes begin that each outcome before the storm splits into, and how many they are."""
    sizes = np.bincount(tables.base_of, minlength=len(tables.ways))
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes
