"""Handle, win and theory of any number of rounds, and how many standard deviations lie between the last two.

Always from the house's side: above zero the house has won more than theory, below it less. Sums are exact, and rounded
only where they are shown: every console has the same deviation of the same rounds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from punto.rules.rulebook import RuleBook
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.payouts import Payouts
from punto.server.protocol.thresholds import BAND_SIGMAS


@dataclass(frozen=True)
class Figures:
    rounds: int = 0
    handle: int = 0
    returned: int = 0
    theory: Fraction = Fraction(0)  # what the house wins of the handle on average
    variance: float = 0.0  # of what it wins

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.rounds + other.rounds,
            self.handle + other.handle,
            self.returned + other.returned,
            self.theory + other.theory,
            self.variance + other.variance,
        )

    @property
    def win(self) -> int:
        return self.handle - self.returned

    @property
    def actual_return(self) -> float | None:
        return self.returned / self.handle if self.handle else None

    @property
    def exact_return(self) -> float | None:
        return float(1 - self.theory / self.handle) if self.handle else None

    @property
    def sigma(self) -> float:
        """What chance moves the win by, once."""
        return sqrt(self.variance)

    @property
    def deviations(self) -> float | None:
        return float(self.win - self.theory) / self.sigma if self.variance > 0 else None

    @property
    def band(self) -> float | None:
        """How far the return strays to each side in 95 % of all cases."""
        return BAND_SIGMAS * self.sigma / self.handle if self.handle else None


NOTHING = Figures()


def total(figures: Iterable[Figures]) -> Figures:
    return sum(figures, NOTHING)


def of_round(payouts: Payouts, stakes: Mapping[str, int], returned: int) -> Figures:
    """All bets of a round together."""
    expected = payouts.expected(stakes)
    return Figures(1, sum(stakes.values()), returned, expected.win, expected.variance)


def of_bet(payouts: Payouts, bet: str, staked: int, returned: int) -> Figures:
    """One bet in a round, whatever else was backed."""
    return Figures(1, staked, returned, staked * payouts.edges[bet], staked**2 * payouts.variance(bet))


def without_theory(staked: int, returned: int) -> Figures:
    """A round of a book that has left the floor: as if chance had done nothing."""
    return Figures(1, staked, returned, Fraction(staked - returned))


class KnownPayouts:
    """Of the floor's books, made once from their exact odds."""

    def __init__(self, odds: KnownOdds) -> None:
        self._odds = odds
        self._known: dict[str, Payouts] = {}

    async def of(self, book: RuleBook) -> Payouts:
        await self._odds.of(book)
        found = self.if_counted(book.id)
        assert found is not None, "its odds have just been counted"
        return found

    def if_counted(self, book: str) -> Payouts | None:
        known = self._known.get(book)
        if known is None:
            odds = self._odds.if_counted(book)
            if odds is None:
                return None
            known = self._known[book] = Payouts(odds)
        return known
