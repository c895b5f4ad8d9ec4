"""What each wager gets back when a coup is over."""

from collections.abc import Iterable
from dataclasses import dataclass

from punto.rules.coup import Coup
from punto.rules.money import Amount, Odds, PreparedOdds, returned
from punto.rules.rulebook import RuleBook

NOTHING = Amount(0)


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
    fee: Amount = NOTHING  # of the stake, what the storm has cost

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
    settled = []
    for wager in wagers:
        odds = decided[wager.bet]
        back = odds.returned(wager.stake)
        settled.append(Settled(wager, odds.odds, back, fee_kept(book, wager.bet, stake=wager.stake, returned=back)))
    return tuple(settled)


def fee_on(book: RuleBook, bet_id: str, stake: Amount) -> Amount:
    """What a stake pays for the storm; a table takes no stake whose fee would be a fraction."""
    return returned(stake, Odds(book.fee_of(bet_id) - 1))


def fee_kept(book: RuleBook, bet_id: str, *, stake: Amount, returned: Amount) -> Amount:
    """What the house keeps of it: all, won or lost, but a push returns the fee with the stake."""
    return NOTHING if book.storm is None or returned == stake else fee_on(book, bet_id, stake)
