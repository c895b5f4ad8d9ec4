"""The risk of ruin against formulas that others have worked out."""

from math import comb

import pytest

from punto.analysis.odds.bet_odds import BetOdds, bet_odds
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.staking.ruin import CannotFollow, ruin_ever, ruin_within
from punto.books import INTERBLOCK
from punto.rules import Odds
from punto.rules.bet import Bet, Line
from punto.rules.conditions import banker_wins

EVENS = Odds(1)


def coin(wins: int, of: int, pays: Odds = EVENS) -> BetOdds:
    return bet_odds(Bet("coin", "Coin", (Line(banker_wins, pays),)), [wins, of - wins], of)


@pytest.mark.parametrize(("bankroll", "tosses"), [(1, 1), (1, 9), (3, 10), (4, 30), (10, 60)])
def test_a_fair_coin_follows_the_reflection_principle(bankroll: int, tosses: int) -> None:
    """The chance of touching -k within n tosses is that of ending at or below it plus that of ending below it."""
    ends = {2 * heads - tosses: comb(tosses, heads) / 2**tosses for heads in range(tosses + 1)}
    at_or_below = sum(chance for end, chance in ends.items() if end <= -bankroll)
    below = sum(chance for end, chance in ends.items() if end < -bankroll)
    assert ruin_within(coin(1, 2), bankroll, tosses) == pytest.approx(at_or_below + below, abs=1e-14)


def test_a_biased_coin_has_the_gamblers_ruin() -> None:
    """(q/p)^k for ever, which many tosses come close to."""
    favours = coin(6, 10)
    assert ruin_ever(favours, 5) == pytest.approx((4 / 6) ** 5)
    assert ruin_within(favours, 5, 600) == pytest.approx((4 / 6) ** 5, abs=1e-6)
    assert ruin_ever(coin(5, 10), 5) == 1


def test_a_bound_is_never_below_the_risk() -> None:
    for pays in (Odds(1, 2), Odds(3), Odds(40)):
        favours = coin(int(11_000 / (1 + pays)), 10_000, pays)
        assert favours.ev > 0
        assert ruin_within(favours, 8, 400) <= ruin_ever(favours, 8) + 1e-12


def test_money_is_counted_in_parts_of_a_unit() -> None:
    """With a commission ruin is less than one unit, not nothing."""
    banker = next(each for each in book_odds(INTERBLOCK).bets if each.bet.id == "banker")
    assert ruin_within(banker, 1, 1) == pytest.approx(float(1 - banker.win_probability - _tie(banker)))
    assert ruin_within(banker, 600, 500) == 0


def _tie(odds: BetOdds) -> float:
    return float(next(line.probability for line in odds.lines if line.pays == 0))


def test_more_than_can_be_followed_is_refused() -> None:
    with pytest.raises(CannotFollow, match="100,000 rounds in steps of 1/1 of a unit are too many to follow"):
        ruin_within(coin(1, 2), 10, 100_000)


def test_a_push_neither_wins_nor_ruins() -> None:
    bet = Bet("push", "Push", (Line(banker_wins, Odds(0)),))
    assert ruin_within(bet_odds(bet, [1, 1], 2), 1, 3) == pytest.approx(1 - 1 / 8)
