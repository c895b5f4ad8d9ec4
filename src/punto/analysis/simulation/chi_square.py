"""Do the counts of a simulation fit the exact chances? Pearson's chi-square over all outcomes.

Coups of one shoe share its cards, so their counts scatter a little less than independent ones would. How much is
measured on the way, block against block, and the statistic is divided by it (Rao and Scott's first-order correction).
Outcomes that are expected fewer than five times are thrown together.
"""

from dataclasses import dataclass
from math import exp, lgamma, log

import numpy as np
import numpy.typing as npt

EXPECTED_MIN = 5
ROUNDS_MAX = 100_000
CLOSE = 1e-15
TINY = 1e-300


@dataclass(frozen=True)
class ChiSquare:
    statistic: float  # as Pearson has it
    design_effect: float  # how much more than independent coups the counts scatter
    degrees_of_freedom: int

    @property
    def p_value(self) -> float:
        """How likely a statistic of this size or more is when the chances are right."""
        if not self.degrees_of_freedom:
            return 1.0
        return chi_square_tail(self.statistic / self.design_effect, self.degrees_of_freedom)


def chi_square(
    counts: npt.NDArray[np.int64],
    chances: npt.NDArray[np.float64],
    scatter: npt.NDArray[np.float64],
    blocks: int,
) -> ChiSquare:
    """`scatter` is the sum over blocks of (count − expected)² / expected, for each outcome."""
    expected = counts.sum() * chances
    is_kept = expected >= EXPECTED_MIN
    kept, wanted = counts[is_kept].astype(np.float64), expected[is_kept]
    if (thrown := expected[~is_kept].sum()) >= EXPECTED_MIN:
        kept, wanted = np.append(kept, counts[~is_kept].sum()), np.append(wanted, thrown)
    statistic = float(((kept - wanted) ** 2 / wanted).sum())
    independent = blocks * (1 - chances[is_kept]).sum()
    effect = float(scatter[is_kept].sum() / independent) if blocks > 1 and is_kept.any() else 1.0
    return ChiSquare(statistic, effect, max(len(kept) - 1, 0))


def chi_square_tail(statistic: float, degrees_of_freedom: int) -> float:
    """The chance of at least this much: the upper regularised gamma function at half of both."""
    shape, at = degrees_of_freedom / 2, statistic / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    return 1 - front * _series(shape, at) if at < shape + 1 else front * _fraction(shape, at)


def _series(shape: float, at: float) -> float:
    """The lower gamma function without its front, as a power series."""
    term = total = 1 / shape
    for number in range(1, ROUNDS_MAX):
        term *= at / (shape + number)
        total += term
        if term < total * CLOSE:
            break
    return total


def _fraction(shape: float, at: float) -> float:
    """The upper one as a continued fraction, worked out from the front (Lentz's method)."""
    before = at + 1 - shape
    ratio, down = 1 / TINY, 1 / before
    value = down
    for number in range(1, ROUNDS_MAX):
        part = number * (shape - number)
        before += 2
        down = 1 / _not_zero(part * down + before)
        ratio = _not_zero(before + part / ratio)
        value *= ratio * down
        if abs(ratio * down - 1) < CLOSE:
            break
    return value


def _not_zero(number: float) -> float:
    return number if abs(number) > TINY else TINY
