"""Sums over shoes, from which gains follow with their standard errors.

Rounds of one shoe depend on each other, shoes do not. So everything is summed up by shoe first, and a figure such as
"units per round" is a ratio of two sums over shoes, whose error follows from how both vary from shoe to shoe.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from punto.analysis.estimate import Estimate

Floats = npt.NDArray[np.float64]

BETS, WON, ROUNDS, PERFECT, SHOES = range(5)  # what is summed up of each shoe; the last is 1
SHOES_TO_TRUST = 30  # that made a bet: with fewer, an error is as uncertain as what it belongs to
NOTHING = Estimate(0.0, 0.0)


@dataclass(frozen=True)
class Gain:
    """What betting one unit in some rounds wins; shares are of all rounds dealt."""

    share: Estimate
    mean_edge: Estimate  # per round in which a bet is made
    per_100_coups: Estimate
    per_shoe: Estimate
    shoes_betting: int  # that had such a round

    @property
    def is_supported(self) -> bool:
        """Whether enough shoes had such a round to say anything."""
        return self.shoes_betting >= SHOES_TO_TRUST


NO_GAIN = Gain(NOTHING, NOTHING, NOTHING, NOTHING, shoes_betting=0)


class ShoeMoments:
    """First and second moments of what happens in a shoe, for ways of betting in an array of some shape."""

    def __init__(self, *shape: int) -> None:
        self._sums = np.zeros((*shape, 5, 5))
        self._betting = np.zeros(shape, dtype=np.int64)

    def add(self, bets: Floats, won: Floats, rounds: Floats, perfect: Floats) -> None:
        """Each with shoes along the first axis; rounds and what a perfect counter won are spread over the rest."""
        ones = np.ones(len(bets)).reshape(-1, *[1] * (bets.ndim - 1))
        every = [np.broadcast_to(each, bets.shape) for each in (bets, won, rounds, perfect, ones)]
        for one in range(5):
            for other in range(one, 5):
                found = np.einsum("s...,s...->...", every[one], every[other])
                self._sums[..., one, other] += found
                if one != other:
                    self._sums[..., other, one] += found
        self._betting += (bets > 0).sum(axis=0)

    def merge(self, other: "ShoeMoments") -> None:
        self._sums += other._sums
        self._betting += other._betting

    def total(self, what: int) -> Floats:
        return np.asarray(self._sums[..., what, SHOES])

    @property
    def betting(self) -> npt.NDArray[np.int64]:
        return self._betting

    def ratio(self, of: int, to: int, *at: int) -> Estimate:
        sums: Floats = self._sums[at]
        shoes, below = sums[SHOES, SHOES], sums[to, SHOES]
        if not below or shoes < 2:
            return NOTHING
        ratio = sums[of, SHOES] / below
        spread = sums[of, of] - 2 * ratio * sums[of, to] + ratio**2 * sums[to, to]
        return Estimate(float(ratio), sqrt(max(spread, 0.0) * shoes / (shoes - 1)) / abs(float(below)))

    def gain(self, *at: int) -> Gain:
        return Gain(
            share=self.ratio(BETS, ROUNDS, *at),
            mean_edge=self.ratio(WON, BETS, *at),
            per_100_coups=self.ratio(WON, ROUNDS, *at).times(100),
            per_shoe=self.ratio(WON, SHOES, *at),
            shoes_betting=int(self._betting[at]),
        )
