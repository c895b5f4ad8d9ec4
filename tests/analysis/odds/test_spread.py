"""Covariances and bands."""

from fractions import Fraction
from math import sqrt

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
    """95 % lie within 1.959964 standard errors."""
    tie = COUNTED.odds.bets[3]
    band = next(band for band in rtp_bands(tie) if band.coups == 10**6 and band.share == Fraction(95, 100))
    assert (band.low + band.high) / 2 == pytest.approx(float(tie.rtp))
    assert band.high - band.low == pytest.approx(2 * 1.959964 * sqrt(tie.variance) / 1000, rel=1e-6)
    assert len(rtp_bands(tie)) == 3 * len(BAND_COUPS)
