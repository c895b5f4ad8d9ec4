"""Covariances and bands."""

from fractions import Fraction
from itertools import accumulate
from math import exp, lgamma, log, log1p, sqrt

import pytest

from punto.analysis.odds.book_count import BookCount, count_book
from punto.analysis.odds.spread import BAND_COUPS, correlation, rtp_bands
from punto.analysis.outcomes.outcome_table import outcome_table
from punto.books import INTERBLOCK, SA

COUNTED = count_book(SA)


def test_variances_stand_on_the_diagonal() -> None:
    for place, each in enumerate(COUNTED.odds.bets):
        assert COUNTED.covariances[place][place] == each.variance


@pytest.mark.parametrize(("one", "other"), [("player", "banker"), ("tie", "super-lucky-seven"), ("any-pair", "banker")])
def test_a_covariance_is_the_mean_of_products_less_the_product_of_means(one: str, other: str) -> None:
    bets = [bet.id for bet in SA.bets]
    tables = [outcome_table(SA.bet(bet)) for bet in (one, other)]
    every, product = sum(COUNTED.outcomes.values()), Fraction(0)
    for outcome, ways in COUNTED.outcomes.items():
        odds = [table.pays(table.line(outcome)) for table in tables]
        product += odds[0] * odds[1] * ways / every
    means = [COUNTED.odds.bets[bets.index(bet)].ev for bet in (one, other)]
    assert COUNTED.covariances[bets.index(one)][bets.index(other)] == product - means[0] * means[1]


def test_player_and_banker_move_against_each_other() -> None:
    assert correlation(COUNTED.covariances, 0, 1) == pytest.approx(-0.99997, abs=1e-5)


def test_a_bet_that_never_varies_goes_with_nothing() -> None:
    counted = BookCount(INTERBLOCK, 0, {next(iter(count_book(INTERBLOCK).outcomes)): 1})
    assert correlation(counted.covariances, 0, 1) == 0


def test_bands_have_the_width_of_a_normal_mean() -> None:
    """95 % lie within 1.959964 standard errors, once there are enough coups."""
    tie = COUNTED.odds.bets[3]
    band = next(band for band in rtp_bands(tie) if band.coups == 10**8 and band.share == Fraction(95, 100))
    assert (band.low + band.high) / 2 == pytest.approx(float(tie.rtp), abs=1e-7)
    assert band.high - band.low == pytest.approx(2 * 1.959964 * sqrt(tie.variance) / 10_000, rel=1e-4)
    assert len(rtp_bands(tie)) == 3 * len(BAND_COUPS)


@pytest.mark.parametrize("bet", ["lucky-six-3", "perfect-pair", "tie"])
def test_bands_of_long_odds_are_those_of_the_binomial_distribution(bet: str) -> None:
    """Ten thousand coups, summed up win by win: a bound lies within a win of it, which the normal one does not."""
    odds = next(each for each in COUNTED.odds.bets if each.bet.id == bet)
    wins, coups = float(odds.win_probability), 10**4
    chances = [
        exp(lgamma(coups + 1) - lgamma(n + 1) - lgamma(coups - n + 1) + n * log(wins) + (coups - n) * log1p(-wins))
        for n in range(2_000)
    ]
    for band in rtp_bands(odds)[:3]:
        unit = 1 + float(odds.bet.best_odds)
        for bound, share in ((band.low, (1 - band.share) / 2), (band.high, (1 + band.share) / 2)):
            below = list(accumulate(chances))
            exact = next(n for n, sofar in enumerate(below) if sofar >= share)
            assert abs(bound * coups / unit - exact) <= 1
