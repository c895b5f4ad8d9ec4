"""What each wager gets back when a coup is over."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.rules.coup import Coup
from punto.rules.money import Amount, Odds, returned_at
from punto.rules.rulebook import RuleBook


@dataclass(frozen=True, slots=True)
class Wager:
    """One patron's stake on a bet in a coup."""

    patron: str
    bet: str
    stake: Amount


@dataclass(frozen=True, slots=True)
class Settled:
    wager: Wager
    odds: Odds
    returned: Amount

    @property
    def payout(self) -> Amount:
        return Amount(self.returned - self.wager.stake)


def settle(book: RuleBook, coup: Coup, wagers: Iterable[Wager]) -> tuple[Settled, ...]:
    """Every wager once, in the order given; each bet is looked at once however many back it."""
    decided: dict[str, tuple[Odds, int, int]] = {}  # bet to its odds, and the whole numbers they are made of
    settled = []
    for wager in wagers:
        if wager.bet not in decided:
            odds = book.bet(wager.bet).odds(coup)
            decided[wager.bet] = odds, *odds.as_integer_ratio()
        odds, wins, of = decided[wager.bet]
        settled.append(Settled(wager, odds, returned_at(wager.stake, wins, of)))
    return tuple(settled)
