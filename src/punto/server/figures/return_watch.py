"""What each bet at each table has returned, against theory, in standard deviations.

All wagers on a bet in one coup win or lose together, so a coup counts once, with the total stake on the bet: the
variance is that of the odds times the sum of the squared totals. One huge stake among small ones carries little
information; `coups_that_count` is the number of coups with equal stakes that would carry as much. A bet that rarely
wins needs more of them before the normal approximation holds, and raises no alarm until then.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

from punto.ledger.accounts import is_bot
from punto.server.config.floor_config import Alarms
from punto.table.settled_wagers import SettledWager

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BetOdds

SKEWNESS_MAX = 0.1  # of the sum; above it the normal approximation does not hold yet


@dataclass(frozen=True)
class Theory:
    """Mean and spread of what one unit staked on a bet returns."""

    mean: float
    variance: float
    skewness: float


@dataclass
class Sums:
    staked: int = 0
    returned: int = 0
    staked_squared: int = 0  # summed over coups

    @property
    def coups_that_count(self) -> float:
        return self.staked**2 / self.staked_squared if self.staked_squared else 0.0


@dataclass(frozen=True)
class Finding:
    table: str
    bet: str
    staked: int
    returned: int
    coups_that_count: float
    theory: Theory | None  # None: unknown yet
    deviations: float  # from the theory; 0 without one
    is_alarm: bool


def theory_of(odds: "BetOdds") -> Theory:
    ev, variance = odds.ev, odds.variance
    third = sum(float((line.pays - ev) ** 3 * line.probability) for line in odds.lines)
    return Theory(float(odds.rtp), float(variance), third / sqrt(variance) ** 3 if variance else inf)


class ReturnWatch:
    def __init__(self, alarms: Alarms) -> None:
        self.take_up(alarms)
        self._sums: dict[tuple[str, str], Sums] = defaultdict(Sums)
        self._theory: dict[tuple[str, str], Theory] = {}

    def take_up(self, alarms: Alarms) -> None:
        self._alarms = alarms

    def expect(self, table: str, odds: "Iterable[BetOdds]") -> None:
        """Sets the odds that a table's bets are measured against."""
        for each in odds:
            self._theory[table, each.bet.id] = theory_of(each)

    def settled(self, table: str, wagers: Iterable[SettledWager]) -> set[str]:
        """Counts a coup's bets."""
        return self._add(table, wagers, sign=1)

    def taken_back(self, table: str, wagers: Iterable[SettledWager]) -> set[str]:
        """Removes a reversed settlement."""
        return self._add(table, wagers, sign=-1)

    def _add(self, table: str, wagers: Iterable[SettledWager], sign: int) -> set[str]:
        staked: dict[str, int] = defaultdict(int)
        returned: dict[str, int] = defaultdict(int)
        for wager in wagers:
            if not is_bot(wager.patron):
                staked[wager.bet] += wager.stake
                returned[wager.bet] += wager.returned
        for bet, stake in staked.items():
            sums = self._sums[table, bet]
            sums.staked += sign * stake
            sums.returned += sign * returned[bet]
            sums.staked_squared += sign * stake**2
        return set(staked)

    def find(self, table: str, bet: str) -> Finding:
        sums, theory = self._sums[table, bet], self._theory.get((table, bet))
        count = sums.coups_that_count
        if theory is None or not sums.staked_squared:
            return Finding(table, bet, sums.staked, sums.returned, count, theory, deviations=0.0, is_alarm=False)
        deviation = sqrt(theory.variance * sums.staked_squared)
        deviations = (sums.returned - theory.mean * sums.staked) / deviation
        is_enough = count >= self._alarms.return_coups_min and abs(theory.skewness) / sqrt(count) <= SKEWNESS_MAX
        is_alarm = is_enough and abs(deviations) > self._alarms.return_deviations_max
        return Finding(table, bet, sums.staked, sums.returned, count, theory, deviations, is_alarm)

    def findings(self) -> list[Finding]:
        return [self.find(table, bet) for table, bet in sorted(self._sums)]
