"""Several bets at once, against what single bets and covariances say."""

from fractions import Fraction

import pytest

from punto.analysis.odds.book_count import count_book
from punto.analysis.odds.mix import InvalidMix, mix_odds, parse_mix
from punto.books import INTERBLOCK
from punto.rules.rulebook import UnknownBet

COUNTED = count_book(INTERBLOCK)
ODDS = {each.bet.id: each for each in COUNTED.odds.bets}


def test_one_bet_alone_is_that_bet() -> None:
    found = mix_odds(COUNTED.odds, {"banker": Fraction(1)})
    assert found.house_edge == ODDS["banker"].house_edge
    assert found.standard_deviation == pytest.approx(ODDS["banker"].standard_deviation)
    assert found.chance_of(1) == ODDS["banker"].win_probability


def test_means_add_up_and_variances_need_their_covariance() -> None:
    stakes = {"banker": Fraction(10), "tie": Fraction(3, 2)}
    found = mix_odds(COUNTED.odds, stakes)
    assert found.ev == 10 * ODDS["banker"].ev + Fraction(3, 2) * ODDS["tie"].ev
    places = [next(place for place, bet in enumerate(INTERBLOCK.bets) if bet.id == name) for name in stakes]
    units = list(stakes.values())
    variance = sum(
        units[one] * units[other] * COUNTED.covariances[places[one]][places[other]]
        for one in (0, 1)
        for other in (0, 1)
    )
    assert found.standard_deviation**2 == pytest.approx(float(variance))
    assert sum(found.chances.values()) == 1


def test_the_most_a_round_can_cost_the_house() -> None:
    """Both sides backed: a tie pays 8 and returns the rest; Banker's win pays 0.95 of 10 against Player's 10."""
    stakes = {"banker": Fraction(10), "player": Fraction(10), "tie": Fraction(1)}
    found = mix_odds(COUNTED.odds, stakes)
    assert found.most_won == 8
    assert found.chances[Fraction(8)] == ODDS["tie"].win_probability
    assert min(found.chances) == Fraction(-3, 2)
    assert found.chance_of(1) + found.chance_of(0) + found.chance_of(-1) == 1


def test_stakes_as_written() -> None:
    assert parse_mix(INTERBLOCK, "banker=10, tie=0.5") == {"banker": 10, "tie": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no stake"),
        ("banker", "'banker' has no stake; write"),
        ("banker=x", "'x' is not a number of units"),
        ("banker=1/0", "'1/0' is not a number of units"),
        ("banker=0", "a stake of '0' is not above 0"),
        ("banker=1 banker=2", "'banker' is there twice"),
    ],
)
def test_what_cannot_be_staked_is_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidMix, match=says):
        parse_mix(INTERBLOCK, text)


def test_an_unknown_bet_is_refused() -> None:
    with pytest.raises(UnknownBet, match="has no bet 'dragon'"):
        parse_mix(INTERBLOCK, "dragon=1")
