"""What all bets of a book do together: the worst outcome for given stakes, and how much a round may stray from theory.

Both are read off the exact count of a fresh shoe. Player and Banker are one event, so their variance is that of what
both win together; side bets are added to it as if they were independent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

from punto.rules.bet import Bet
from punto.rules.money import LOSS, Odds

if TYPE_CHECKING:
    from punto.analysis.odds.bet_odds import BookOdds

WORST_KEPT_MAX = 4_096  # answers of one book: the same stakes are asked for until one of them changes


@dataclass(frozen=True)
class Expected:
    """What the house wins of a round's stakes on average, and the variance of that."""

    win: Fraction
    variance: float


class Payouts:
    """Of one book."""

    def __init__(self, odds: "BookOdds") -> None:
        assert odds.endings, "all bets were counted together"
        self._odds = odds
        self.edges: dict[str, Fraction] = {each.bet.id: each.house_edge for each in odds.bets}
        self._variances = {each.bet.id: float(each.variance) for each in odds.bets}
        self._sides = {bet.id for bet in odds.book.bets if bet.backs is not None}
        self._worst: dict[tuple[tuple[str, int], ...], int] = {}

    def variance(self, bet: str) -> float:
        """Of one unit staked on a bet alone."""
        return self._variances[bet]

    def expected(self, stakes: Mapping[str, int]) -> Expected:
        win, variance = Fraction(0), 0.0
        sides = [bet for bet in stakes if bet in self._sides]
        for bet, stake in stakes.items():
            win += stake * self.edges[bet]
            if bet not in self._sides:
                variance += stake**2 * self._variances[bet]
        for one in sides:
            for other in sides:
                variance += stakes[one] * stakes[other] * self._covariances[one, other]
        return Expected(win, max(0.0, variance))

    def most_lost(self, stakes: Mapping[str, int]) -> int:
        """The most the house can lose in one round, over the outcomes that can occur; 0 where it cannot lose."""
        key = tuple(sorted((bet, stake) for bet, stake in stakes.items() if stake))
        if key not in self._worst:
            if len(self._worst) >= WORST_KEPT_MAX:
                self._worst.clear()
            self._worst[key] = self._most_lost(dict(key))
        return self._worst[key]

    def _most_lost(self, stakes: Mapping[str, int]) -> int:
        columns = [(stake, self._columns[bet]) for bet, stake in stakes.items()]
        sums = [sum(stake * column[row] for stake, column in columns) for row in range(len(self._odds.endings))]
        return max(0, max(sums)) // self._unit

    @cached_property
    def _unit(self) -> int:
        """The common denominator of all odds, so that sums are whole."""
        return lcm(*(line.pays.denominator for bet in self._odds.book.bets for line in bet.lines))

    @cached_property
    def _columns(self) -> dict[str, tuple[int, ...]]:
        """What a unit on each bet wins in each ending, in parts of `_unit`."""
        return {bet.id: tuple(int(each * self._unit) for each in self._pays(place)) for place, bet in self._bets}

    @cached_property
    def _covariances(self) -> dict[tuple[str, str], float]:
        """Of the bets that back a side."""
        endings, every = self._odds.endings, self._odds.orderings
        means = {each.bet.id: each.ev for each in self._odds.bets}
        found = {}
        for place, one in self._bets:
            for other_place, other in self._bets:
                if one.id in self._sides and other.id in self._sides:
                    pairs = zip(self._pays(place), self._pays(other_place), endings, strict=True)
                    both = sum((mine * its * ending.ways for mine, its, ending in pairs), Fraction(0)) / every
                    found[one.id, other.id] = float(both - means[one.id] * means[other.id])
        return found

    @property
    def _bets(self) -> list[tuple[int, Bet]]:
        return list(enumerate(self._odds.book.bets))

    def _pays(self, place: int) -> list[Odds]:
        pays = [*(line.pays for line in self._odds.book.bets[place].lines), LOSS]
        return [pays[ending.lines[place]] for ending in self._odds.endings]
