"""What all bets of a book do together: against every order of a handful of cards, and against figures by hand."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.analysis.odds.house_edge import book_odds
from punto.books import EVERY_BOOK, INTERBLOCK, STORM
from punto.books.sa import SA
from punto.rules import Card, RuleBook
from punto.server.figures.payouts import Payouts
from tests.analysis.coups import few_cards

CARDS_OF_A_COUP = 6


def wins_of_every_order(book: RuleBook, cards: list[Card], stakes: dict[str, int]) -> list[Fraction]:
    """What patrons win, dealt through the rules one order after another."""
    coups = Counter(map(book.dealing.deal, permutations(cards, CARDS_OF_A_COUP)))
    return [
        sum((stake * book.bet(bet).odds(coup) for bet, stake in stakes.items()), Fraction(0))
        for coup, ways in coups.items()
        for _ in range(ways)
    ]


@pytest.mark.parametrize("book", [book for book in EVERY_BOOK if book.storm is None], ids=lambda book: book.id)
@given(data=st.data())
@settings(max_examples=3)  # each deals every order of its cards, for every book
def test_the_worst_outcome_is_the_worst_of_every_order(book: RuleBook, data: st.DataObject) -> None:
    cards = data.draw(few_cards(book.deck, size=7))
    stakes = data.draw(
        st.dictionaries(
            st.sampled_from([bet.id for bet in book.bets]), st.integers(1, 50).map(lambda n: 20 * n), min_size=1
        )
    )
    payouts = Payouts(book_odds(book, Counter(cards)))
    assert payouts.most_lost(stakes) == max(0, *wins_of_every_order(book, cards, stakes))


@given(cards=few_cards(INTERBLOCK.deck, size=7), player=st.integers(0, 40), banker=st.integers(0, 40))
@settings(max_examples=10)
def test_player_and_banker_together_vary_as_every_order_shows(cards: list[Card], player: int, banker: int) -> None:
    stakes = {"player": 20 * player, "banker": 20 * banker}
    wins = wins_of_every_order(INTERBLOCK, cards, stakes)
    mean = sum(wins) / Fraction(len(wins))
    found = Payouts(book_odds(INTERBLOCK, Counter(cards))).expected(stakes)
    assert found.win == pytest.approx(float(-mean), abs=1e-6)
    assert found.variance == pytest.approx(float(sum((win - mean) ** 2 for win in wins) / len(wins)), abs=1e-4)


def test_the_worst_storm_is_the_worst_outcome() -> None:
    payouts = Payouts(book_odds(STORM))
    assert payouts.most_lost({"player": 100}) == 620  # struck ×8
    assert payouts.most_lost({"player": 100, "banker": 100}) == 520  # Banker's stake is lost then
    assert payouts.expected({"player": 10_000}).win == pytest.approx(247.58, abs=0.01)


def test_not_every_best_line_can_come_at_once() -> None:
    stakes = {"player": 1_000, "banker": 800, "tie": 100}
    # a tie: 8 times 100, sides push; Player: 1,000 − 800 − 100; Banker: 760 − 1,000 − 100
    assert Payouts(book_odds(INTERBLOCK)).most_lost(stakes) == 800
    assert Payouts(book_odds(INTERBLOCK)).most_lost({}) == 0


def test_both_pairs_one_of_them_perfect_and_a_tie_can_come_at_once() -> None:
    """The supervisor's example: 8 × 210 + 11 × 135 + 5 × 25 + 25 × 10 − 95."""
    stakes = {
        "player": 1_845,
        "tie": 210,
        "banker": 2_385,
        "player-pair": 60,
        "banker-pair": 75,
        "any-pair": 25,
        "perfect-pair": 10,
        "lucky-seven": 40,
        "lucky-six": 55,
    }
    assert Payouts(book_odds(SA)).most_lost(stakes) == 3_445


def test_the_deviation_of_opposite_stakes_is_that_of_their_difference_by_hand() -> None:
    """Published for eight decks: Banker wins 0.458597, Player 0.446247, a tie comes 0.095156."""
    banker, player = 0.458597, 0.446247
    mean = 100 * (player - banker) + 60 * (0.95 * banker - player)
    square = player * (100 - 60) ** 2 + banker * (60 * 0.95 - 100) ** 2
    found = Payouts(book_odds(INTERBLOCK)).expected({"player": 100, "banker": 60})
    assert found.win == pytest.approx(-mean, abs=1e-3)
    assert sqrt(found.variance) == pytest.approx(sqrt(square - mean**2), abs=1e-3)


def test_side_bets_are_added_as_if_they_were_independent() -> None:
    payouts = Payouts(book_odds(INTERBLOCK))
    alone = payouts.expected({"player-pair": 10}).variance
    assert payouts.expected({"player": 100, "player-pair": 10}).variance == pytest.approx(
        payouts.expected({"player": 100}).variance + alone
    )
