"""What each wager gets back when a coup is over."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.rules.coup import Coup
from punto.rules.money import Amount, Odds, PreparedOdds
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


class DecidedBets(dict[str, PreparedOdds]):
    """What the bets of a book pay in one coup, by id. Each is asked once, when the first wager on it comes."""

    def __init__(self, book: RuleBook, coup: Coup) -> None:
        super().__init__()
        self._book = book
        self._coup = coup

    def __missing__(self, bet_id: str) -> PreparedOdds:
        odds = self[bet_id] = self._book.bet(bet_id).prepared_odds(self._coup)
        return odds


def settle(book: RuleBook, coup: Coup, wagers: Iterable[Wager]) -> tuple[Settled, ...]:
    """Every wager once, in the order given."""
    decided = DecidedBets(book, coup)
    return tuple(Settled(wager, decided[wager.bet].odds, decided[wager.bet].returned(wager.stake)) for wager in wagers)
