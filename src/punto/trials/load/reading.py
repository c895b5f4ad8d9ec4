"""A measured figure, with its limit where there is one."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Reading(Struct, frozen=True, kw_only=True):
    what: str
    measured: float
    unit: str
    limit: float | None = None
    is_better: Literal["lower", "higher"] = "lower"

    @property
    def ratio(self) -> float | None:
        """The limit is met above 1."""
        if self.limit is None or not self.measured:
            return None
        return self.limit / self.measured if self.is_better == "lower" else self.measured / self.limit


def at_least(what: str, measured: float, limit: float, unit: str) -> Reading:
    return Reading(what=what, measured=measured, unit=unit, limit=limit, is_better="higher")


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def delays(what: str, values: Sequence[float], *, limit_ms: float | None = None) -> list[Reading]:
    """Median and 99th percentile in milliseconds; the limit is for the latter."""
    return [
        Reading(what=f"{what}, p50", measured=quantile(values, 0.5), unit="ms"),
        Reading(what=f"{what}, p99", measured=quantile(values, 0.99), unit="ms", limit=limit_ms),
    ]
