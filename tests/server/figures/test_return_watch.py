"""Actual against theoretical return: honest shoes raise no alarm, dishonest ones do, and rare wins are given time."""

from math import sqrt
from random import Random

import pytest

from punto.analysis.odds.bet_odds import BookOdds
from punto.analysis.odds.house_edge import book_odds
from punto.books.sa import SA
from punto.rules.money import Amount, returned
from punto.server.config.floor_config import Alarms
from punto.server.figures.return_watch import ReturnWatch
from punto.table.settled_wagers import SettledWager

TABLE = "amber"


@pytest.fixture(scope="module")
def odds() -> BookOdds:
    return book_odds(SA)


@pytest.fixture
def watch(odds: BookOdds) -> ReturnWatch:
    watch = ReturnWatch(Alarms(return_deviations_max=4, return_coups_min=1_000))
    watch.expect(TABLE, odds.bets)
    return watch


def wager(patron: str, bet: str, stake: int, returns: int) -> SettledWager:
    return SettledWager(patron, bet, stake, "0", returns)


def lose(watch: ReturnWatch, bet: str, coups: int) -> None:
    for _ in range(coups):
        watch.settled(TABLE, [wager("p1", bet, 100, 0)])


def test_deviations_are_measured_from_the_exact_return(watch: ReturnWatch) -> None:
    for returns in (200, 0, 0, 100):
        watch.settled(TABLE, [wager("p1", "player", 100, returns)])
    found = watch.find(TABLE, "player")
    # published: Player returns 98.7649 %, its standard deviation is 0.9511
    assert found.deviations == pytest.approx((300 - 0.987649 * 400) / (0.9511 * sqrt(4 * 100**2)), abs=1e-3)
    assert (found.staked, found.returned) == (400, 300)


def test_ten_patrons_on_one_coup_are_one_coup(watch: ReturnWatch) -> None:
    watch.settled(TABLE, [wager(f"p{number}", "player", 10, 0) for number in range(10)])
    assert watch.find(TABLE, "player").coups_that_count == 1
    assert watch.find(TABLE, "player").deviations == pytest.approx(-0.987649 / 0.9511, abs=1e-3)


def test_one_huge_stake_counts_for_little_more_than_itself(watch: ReturnWatch) -> None:
    lose(watch, "player", 1_000)
    watch.settled(TABLE, [wager("p1", "player", 1_000_000, 0)])
    assert watch.find(TABLE, "player").coups_that_count < 2
    assert not watch.find(TABLE, "player").is_alarm


def test_bots_are_out_of_it(watch: ReturnWatch) -> None:
    assert watch.settled(TABLE, [wager("bot:ada", "player", 100, 0)]) == set()
    assert watch.findings() == []


def test_a_settlement_taken_back_leaves_nothing(watch: ReturnWatch) -> None:
    wagers = [wager("p1", "player", 100, 200), wager("p2", "tie", 50, 0)]
    watch.settled(TABLE, wagers)
    watch.taken_back(TABLE, wagers)
    assert [(found.staked, found.returned, found.deviations) for found in watch.findings()] == [(0, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize(
    ("bet", "coups", "is_alarm"),
    [
        ("player", 999, False),  # one too few to say
        ("player", 1_000, True),
        ("super-lucky-seven", 1_000, False),  # it wins once in a hundred or so: a long drought is nothing yet
        ("super-lucky-seven", 20_000, True),
    ],
)
def test_a_bet_that_never_wins_is_alarming_once_there_is_enough_to_say_so(
    watch: ReturnWatch, bet: str, coups: int, *, is_alarm: bool
) -> None:
    lose(watch, bet, coups)
    assert watch.find(TABLE, bet).is_alarm is is_alarm


def test_without_a_theory_nothing_is_alarming() -> None:
    watch = ReturnWatch(Alarms(return_coups_min=1))
    lose(watch, "player", 5_000)
    assert not watch.find(TABLE, "player").is_alarm


def test_an_honest_shoe_is_not_alarming_and_a_generous_one_is(watch: ReturnWatch) -> None:
    chance, cards = Random(7), list(SA.deck.cards)
    for _ in range(3_000):
        coup = SA.dealing.deal(iter(chance.sample(cards, 6)))
        wagers = [wager("p1", bet.id, 100, returned(Amount(100), bet.odds(coup))) for bet in SA.bets]
        watch.settled(TABLE, wagers)
        watch.settled("generous", [wager("p1", each.bet, 100, each.returned * 6 // 5) for each in wagers])
    watch.expect("generous", book_odds(SA).bets)
    assert not [found for found in watch.findings() if found.table == TABLE and found.is_alarm]
    assert watch.find("generous", "player").is_alarm
