"""A simulation as it grows, and what it says about every bet.

A bet costs nothing while coups are played: all of them are priced from one tally of outcomes, by the lines that settle
live bets. Beside each mean stands the exact value. The comparison takes the coups that every shoe plays, because the
others are not a fair sample: whether they are played depends on the cards before them (docs/decisions/0007).
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
import numpy.typing as npt

from punto.analysis.estimate import Estimate
from punto.analysis.simulation.blocks import BlockTally, Counts
from punto.analysis.simulation.chi_square import ChiSquare, chi_square
from punto.analysis.simulation.tables import SimulationTables
from punto.analysis.tabular import Row, Tabular, row
from punto.rules.bet import Bet
from punto.rules.money import LOSS, Odds
from punto.rules.rulebook import RuleBook


@dataclass(frozen=True)
class BetSimulated:
    bet: Bet
    mean: float  # what one unit staked won, in the coups that every shoe plays
    standard_error: float
    exact_ev: Fraction
    mean_of_all: float  # in all coups, those at the end of shoes included

    @property
    def z_score(self) -> float | None:
        """How many standard errors the mean lies from the exact value; None for a bet that cannot vary."""
        return (self.mean - float(self.exact_ev)) / self.standard_error if self.standard_error else None


@dataclass
class Simulation(Tabular):
    """Tallies are added block by block, in their order."""

    book: RuleBook
    tables: SimulationTables
    coups: int = 0
    shoes: int = 0
    blocks: int = 0
    always: Counts = field(init=False)
    rest: Counts = field(init=False)
    scatter: npt.NDArray[np.float64] = field(init=False)
    milestones: list[Counts] = field(init=False, default_factory=list)  # `always` after 1, 2, 4, … blocks

    def records(self) -> list[Row]:
        """A row for each bet."""
        return [
            row(
                book=self.book.id,
                rounds=self.coups,
                shoes=self.shoes,
                compared=self.coups_compared,
                bet=each.bet.id,
                mean=Estimate(each.mean, each.standard_error),
                exact=each.exact_ev,
                z_score=each.z_score,
                mean_of_all=each.mean_of_all,
            )
            for each in self.bets()
        ]

    def __post_init__(self) -> None:
        outcomes = len(self.tables.lines)
        self.always, self.rest = np.zeros((2, outcomes), dtype=np.int64)
        self.scatter = np.zeros(outcomes, dtype=np.float64)

    def add(self, tally: BlockTally) -> None:
        self.coups += tally.coups
        self.shoes += tally.shoes
        self.blocks += 1
        self.always += tally.always
        if self.blocks.bit_count() == 1:
            self.milestones.append(self.always.copy())
        self.rest += tally.rest
        expected = tally.always.sum() * self._chances
        self.scatter += (tally.always - expected) ** 2 / expected

    @property
    def coups_compared(self) -> int:
        return int(self.always.sum())

    def chi_square(self) -> ChiSquare:
        return chi_square(self.always, self._chances, self.scatter, self.blocks)

    def path(self) -> list[tuple[int, npt.NDArray[np.float64]]]:
        """After 1, 2, 4, … blocks and at the end: how many coups were compared, and what a unit on every bet won."""
        rows = []
        for place, bet in enumerate(self.book.bets):
            pays = np.array([*(float(line.pays) for line in bet.lines), float(LOSS)])
            rows.append(pays[self.tables.lines[:, place]])
        counts = self.milestones if self.blocks.bit_count() == 1 else [*self.milestones, self.always]
        return [(int(each.sum()), np.array(rows) @ each / each.sum()) for each in counts]

    def bets(self) -> tuple[BetSimulated, ...]:
        return tuple(self._bet(place, bet) for place, bet in enumerate(self.book.bets))

    def _bet(self, place: int, bet: Bet) -> BetSimulated:
        pays = [*(line.pays for line in bet.lines), LOSS]
        lines = self.tables.lines[:, place]
        ways, always, rest = (
            self._by_line(counts, lines, len(pays))
            for counts in (self.tables.weights_of_outcomes, self.always, self.rest)
        )
        ev = Fraction(sum(odds * count for odds, count in zip(pays, ways, strict=True)), self.tables.weight)
        square = Fraction(sum(odds**2 * count for odds, count in zip(pays, ways, strict=True)), self.tables.weight)
        every = [one + other for one, other in zip(always, rest, strict=True)]
        return BetSimulated(
            bet,
            mean=_mean(pays, always),
            standard_error=sqrt((square - ev**2) / sum(always)),
            exact_ev=ev,
            mean_of_all=_mean(pays, every),
        )

    @staticmethod
    def _by_line(counts: Counts | npt.NDArray[np.object_], lines: npt.NDArray[np.int16], size: int) -> list[int]:
        found = [0] * size
        for line in range(size):
            found[line] = int(counts[lines == line].sum())
        return found

    @property
    def _chances(self) -> npt.NDArray[np.float64]:
        return self.tables.chances


def _mean(pays: list[Odds], counts: list[int]) -> float:
    return float(sum((odds * count for odds, count in zip(pays, counts, strict=True)), Fraction(0)) / sum(counts))
