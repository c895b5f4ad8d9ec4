"""How results vary: the covariance of all bets of one coup, and the band in which a return lies after many.

Covariances are exact. Bands start from the normal distribution, which the mean of many independent coups approaches;
then they are corrected for skewness and kurtosis (Cornish and Fisher), since long odds make them lopsided.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from statistics import NormalDist

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.rules.money import LOSS

BAND_SHARES = (Fraction(90, 100), Fraction(95, 100), Fraction(99, 100))
BAND_COUPS = (10**4, 10**5, 10**6, 10**7, 10**8)


def covariances(odds: BookOdds) -> list[list[Fraction]]:
    """The covariance of what one unit on each bet wins, in the book's order; variances are on the diagonal.

    The odds are of a book whose bets were counted together.
    """
    bets = odds.book.bets
    scales = [lcm(*(line.pays.denominator for line in bet.lines)) for bet in bets]
    scaled = [  # whole numbers throughout: fractions would take seconds
        [int(pays * scale) for pays in (*(line.pays for line in bet.lines), LOSS)]
        for bet, scale in zip(bets, scales, strict=True)
    ]
    alike: dict[tuple[int, ...], int] = defaultdict(int)
    for ending in odds.endings:
        alike[tuple(pays[line] for pays, line in zip(scaled, ending.lines, strict=True))] += ending.ways
    every = odds.orderings
    means = [sum(row[one] * ways for row, ways in alike.items()) for one in range(len(bets))]
    matrix = [[Fraction(0)] * len(bets) for _ in bets]
    for one in range(len(bets)):
        weighted = [(row, row[one] * ways) for row, ways in alike.items() if row[one]]
        for other in range(one + 1):
            together = sum(row[other] * ways for row, ways in weighted)
            covariance = Fraction(together * every - means[one] * means[other], every**2)
            matrix[one][other] = matrix[other][one] = covariance / (scales[one] * scales[other])
    return matrix


def correlation(matrix: list[list[Fraction]], one: int, other: int) -> float:
    both = matrix[one][one] * matrix[other][other]
    return float(matrix[one][other]) / sqrt(both) if both else 0.0


@dataclass(frozen=True)
class Band:
    """The range of a bet's return after this many coups, with this probability."""

    coups: int
    share: Fraction
    low: float
    high: float


def rtp_bands(odds: BetOdds) -> list[Band]:
    """For one unit on the bet in every coup."""
    bands = []
    for coups in BAND_COUPS:
        for share in BAND_SHARES:
            reach = odds.standard_deviation / sqrt(coups)
            low, high = (reach * quantile(odds, tail, coups) for tail in ((1 - share) / 2, (1 + share) / 2))
            bands.append(Band(coups, share, max(0.0, float(odds.rtp) + low), float(odds.rtp) + high))
    return bands


def quantile(odds: BetOdds, share: Fraction, coups: int) -> float:
    """Of what so many coups win on average, in standard errors from the mean."""
    z = NormalDist().inv_cdf(float(share))
    skewness, kurtosis = odds.skewness / sqrt(coups), odds.excess_kurtosis / coups
    return z + (z**2 - 1) * skewness / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skewness**2 / 36
