"""A figure taken from a sample, with its standard error, and written with no more digits than it carries.

The error gets one significant digit, or two when it begins with 1; the value ends at the same decimal.
"""

from dataclasses import dataclass
from math import sqrt

DECIMALS_MAX = 9


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
        return f"{self.value:,.{self.decimals}f} ± {self.error:,.{self.decimals}f}"
