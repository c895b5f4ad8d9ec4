"""A figure taken from a sample, with its standard error, and written with no more digits than it carries.

The error gets one significant digit, or two when it begins with 1; the value ends at the same decimal. A share of few
cases, or of none, has no useful error: its bounds are those of Clopper and Pearson.
"""

from dataclasses import dataclass
from math import exp, lgamma, log, log1p, sqrt

DECIMALS_MAX = 9
LEVEL = 0.95
HALVINGS = 60
SMALL = 1e-300


@dataclass(frozen=True)
class Estimate:
    value: float
    error: float  # the standard error

    def times(self, factor: float) -> "Estimate":
        return Estimate(self.value * factor, self.error * abs(factor))

    def is_within(self, errors: float, of: "Estimate") -> bool:
        """Whether the two differ by no more than so many standard errors of their difference."""
        return abs(self.value - of.value) <= errors * sqrt(self.error**2 + of.error**2)

    @property
    def decimals(self) -> int:
        if not 0 < self.error < float("inf"):
            return 4
        digits, exponent = f"{self.error:.1e}".split("e")
        places = (digits[0] == "1") - int(exponent)
        return min(max(places, 0), DECIMALS_MAX)

    def __str__(self) -> str:
        if not self.error:  # one case, or no variation: the error is unknown
            return f"{self.value:,.4f}".rstrip("0").rstrip(".")
        return f"{self.value:,.{self.decimals}f} ± {self.error:,.{self.decimals}f}"


@dataclass(frozen=True)
class Proportion:
    """So many cases of so many trials."""

    cases: int
    trials: int

    @property
    def estimate(self) -> Estimate:
        share = self.cases / self.trials
        return Estimate(share, sqrt(share * (1 - share) / self.trials))

    def bounds(self, level: float = LEVEL) -> tuple[float, float]:
        """Where the true share lies with at least this confidence; without a case, everything below the upper bound."""
        tail = 1 - level if self.cases in (0, self.trials) else (1 - level) / 2
        low = 0.0 if not self.cases else _beta_quantile(tail, self.cases, self.trials - self.cases + 1)
        high = 1.0 if self.cases == self.trials else _beta_quantile(1 - tail, self.cases + 1, self.trials - self.cases)
        return low, high


def _beta_quantile(share: float, one: int, other: int) -> float:
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, one, other) < share else (low, middle)
    return (low + high) / 2


def beta_below(x: float, one: float, other: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (one + 1) / (one + other + 2):
        return 1 - beta_below(1 - x, other, one)
    front = lgamma(one + other) - lgamma(one) - lgamma(other) + one * log(x) + other * log1p(-x)
    above, below = 1.0, 1 / _not_zero(1 - (one + other) * x / (one + 1))
    fraction = below
    step, factor = 0, 0.0
    while abs(factor - 1) > 1e-14:
        step += 1
        for term in (
            step * (other - step) * x / ((one + 2 * step - 1) * (one + 2 * step)),
            -(one + step) * (one + other + step) * x / ((one + 2 * step) * (one + 2 * step + 1)),
        ):
            below = 1 / _not_zero(1 + term * below)
            above = _not_zero(1 + term / above)
            factor = below * above
            fraction *= factor
    return exp(front) * fraction / one


def _not_zero(number: float) -> float:
    return number if abs(number) > SMALL else SMALL
