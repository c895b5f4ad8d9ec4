"""A bet: an ordered list of lines, of which the first that holds decides."""

from dataclasses import dataclass, field
from functools import cached_property
from inspect import currentframe
from typing import NamedTuple

from punto.rules.conditions import hands_tie
from punto.rules.coup import Coup
from punto.rules.hand import Side
from punto.rules.money import LOSS, PUSH, Odds, PreparedOdds, prepared
from punto.rules.questions import Atom, Condition

NO_COMMISSION = Odds(0)
PREPARED_LOSS = prepared(LOSS)


class Place(NamedTuple):
    """Where something was written, so that whoever refuses it can say so."""

    file: str
    line: int


def _here() -> Place | None:
    """Where the caller of a constructor stands: two frames up, past the constructor itself."""
    frame = currentframe()
    caller = frame.f_back.f_back if frame and frame.f_back else None
    return Place(caller.f_code.co_filename, caller.f_lineno) if caller else None


@dataclass(frozen=True)
class Line:
    """One row of a pay table."""

    when: Condition
    pays: Odds
    commission: Odds = NO_COMMISSION  # what the house keeps back of a win, per unit staked; `pays` is what is left
    written_at: Place | None = field(default_factory=_here, compare=False, repr=False, kw_only=True)

    @cached_property
    def prepared(self) -> PreparedOdds:
        """What it pays, for settling many wagers."""
        return prepared(self.pays)


@dataclass(frozen=True)
class Bet:
    id: str
    title: str
    lines: tuple[Line, ...]
    last_coup_offered: int | None = None  # of the shoe, counted from 1; None is open to the end
    backs: Side | None = None  # whose hand a stake holds: for the squeeze, and for a limit on the difference of both
    written_at: Place | None = field(default_factory=_here, compare=False, repr=False, kw_only=True)

    @cached_property
    def best_odds(self) -> Odds:
        return max(line.pays for line in self.lines)

    @cached_property
    def is_tie(self) -> bool:
        """Pays when the hands tie, and only then."""
        winning = [line for line in self.lines if line.pays > PUSH]
        return all(line.when == hands_tie for line in winning)

    def best_return(self, stake: int) -> int:
        """The most that a stake can return, stake included; a table takes no stake that could return a fraction."""
        wins, of = self.best_ratio
        return stake + stake * wins // of

    @cached_property
    def best_ratio(self) -> tuple[int, int]:
        return self.best_odds.as_integer_ratio()

    @property
    def atoms(self) -> frozenset[Atom]:
        return frozenset().union(*(line.when.atoms for line in self.lines))

    def line(self, coup: Coup) -> Line | None:
        """The first that holds decides; None when none does."""
        return next((line for line in self.lines if line.when.holds(coup)), None)

    def odds(self, coup: Coup) -> Odds:
        """What the deciding line pays; without one, the stake is lost."""
        line = self.line(coup)
        return LOSS if line is None else line.pays

    def prepared_odds(self, coup: Coup) -> PreparedOdds:
        """The same, for settling many wagers."""
        line = self.line(coup)
        return PREPARED_LOSS if line is None else line.prepared

    def is_offered_in(self, coup_of_shoe: int) -> bool:
        return self.last_coup_offered is None or coup_of_shoe <= self.last_coup_offered
