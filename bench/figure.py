"""One measured figure and its limit."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    what: str
    measured: float
    limit: float
    unit: str
    is_better: str  # "lower" or "higher"

    @property
    def ratio(self) -> float:
        return self.limit / self.measured if self.is_better == "lower" else self.measured / self.limit

    @property
    def measured_text(self) -> str:
        return f"{self.measured:,.3g} {self.unit}" if self.measured < 1000 else f"{self.measured:,.0f} {self.unit}"

    @property
    def limit_text(self) -> str:
        sign = "≤" if self.is_better == "lower" else "≥"
        return f"{sign} {self.limit:,g} {self.unit}"


def at_most(what: str, measured: float, limit: float, unit: str) -> Figure:
    return Figure(what, measured, limit, unit, is_better="lower")


def at_least(what: str, measured: float, limit: float, unit: str) -> Figure:
    return Figure(what, measured, limit, unit, is_better="higher")
