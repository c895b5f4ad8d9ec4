"""Exact counting against the plainest method there is: deal every order of a handful of cards and look."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.analysis.odds.count_coups import CannotCount, orderings
from punto.analysis.odds.house_edge import book_odds
from punto.books import EVERY_BOOK, INTERBLOCK, MULTICOLOR
from punto.rules import (
    BANKER,
    EIGHT_DECKS,
    PLAYER,
    PUNTO_BANCO_DRAWING,
    UNITS_DIGIT,
    Bet,
    Card,
    Line,
    Odds,
    RuleBook,
    all_dealt_are,
    all_dealt_are_suited,
    banker_wins,
    colour_of,
    dealt_atom,
    dealt_of_rank_are,
    first_four_atom,
    first_two_atom,
    pair,
    rank_of,
    straight_flush,
    suit_of,
    three_card_atom,
)
from punto.rules.count_atoms import Kind
from tests.analysis.coups import few_cards


@first_two_atom("{side}'s first card is the lower")
def rising(first: Card, second: Card) -> bool:
    """Depends on the order of the two, as no published bet does."""
    return first.points < second.points


@three_card_atom("{side}'s three cards are of one suit")
def flush(first: Card, second: Card, third: Card) -> bool:
    return first.suit == second.suit == third.suit


@three_card_atom("{side}'s third card is the highest")
def topped(first: Card, second: Card, third: Card) -> bool:
    return third.points > max(first.points, second.points)


ODD_BOOK = RuleBook(
    id="odd",
    title="Bets that look at everything at once",
    source="these tests",
    deck=EIGHT_DECKS,
    scoring=UNITS_DIGIT,
    drawing=PUNTO_BANCO_DRAWING,
    bets=(
        Bet("both-flush", "Both flush", (Line(flush.of(PLAYER) & flush.of(BANKER), Odds(5)),)),
        Bet("either-flush", "Either flush", (Line(flush.of(PLAYER) | flush.of(BANKER), Odds(2)),)),
        Bet("rising", "Rising", (Line(rising.of(PLAYER) & banker_wins, Odds(3)), Line(rising.of(BANKER), Odds(0)))),
        Bet(
            "all",
            "Everything",
            (
                Line(straight_flush.of(PLAYER) & topped.of(BANKER), Odds(9)),
                Line(topped.of(PLAYER) & pair.of(BANKER), Odds(8)),
                Line(topped.of(BANKER) & rising.of(PLAYER) & banker_wins, Odds(1)),
            ),
        ),
    ),
)


@dealt_atom("an odd number of red cards is dealt", by=colour_of)
def odd_reds(dealt: Counter[Kind]) -> bool:
    """Never settled before the last card is there."""
    return dealt["red"] % 2 == 1


@dealt_atom("each suit is dealt at most twice", by=suit_of)
def mixed(dealt: Counter[Kind]) -> bool:
    return max(dealt.values()) <= 2


@first_four_atom("the first four cards are of three ranks", by=rank_of)
def three_ranks(first_four: Counter[Kind]) -> bool:
    return len(first_four) == 3


COUNTED_BOOK = replace(
    ODD_BOOK,
    id="counted",
    title="Bets that count both sides' cards, together with all else",
    bets=(
        Bet("red", "Red", (Line(all_dealt_are("red"), Odds(9)), Line(odd_reds & banker_wins, Odds(1)))),
        Bet("nines", "Nines", (Line(dealt_of_rank_are("9", 2), Odds(2)), Line(all_dealt_are_suited, Odds(9)))),
        Bet("mixed", "Mixed", (Line(mixed & flush.of(PLAYER), Odds(4)), Line(~mixed & topped.of(BANKER), Odds(1)))),
        Bet("ranks", "Ranks", (Line(three_ranks & ~pair.of(PLAYER), Odds(2)), Line(three_ranks, Odds(1)))),
    ),
)


WITHOUT_STORMS = [book for book in EVERY_BOOK if book.storm is None]  # a storm is no part of an order: test_storm.py


@pytest.mark.parametrize("book", [*WITHOUT_STORMS, ODD_BOOK, COUNTED_BOOK], ids=lambda book: book.id)
@settings(max_examples=6)  # for each of eight books, each with 5,040 orders
@given(data=st.data())
def test_counting_agrees_with_dealing_every_order(book: RuleBook, data: st.DataObject) -> None:
    cards = data.draw(few_cards(book.deck, size=7))
    dealt = Counter(map(book.dealing.deal, permutations(cards, 6)))
    counted = book_odds(book, Counter(cards))
    assert counted.orderings == dealt.total()
    for each in counted.bets:
        gained = sum(each.bet.odds(coup) * ways for coup, ways in dealt.items())
        assert each.ev == Fraction(gained, dealt.total()), each.bet.id


@pytest.mark.parametrize(("cards", "says"), [(5, "5 cards are left"), (1_401, "1401 cards are more than the 1,400")])
def test_what_cannot_be_counted_is_refused(cards: int, says: str) -> None:
    with pytest.raises(CannotCount, match=says):
        orderings({EIGHT_DECKS.faces[0]: cards})


@pytest.mark.parametrize(("book", "copies"), [(INTERBLOCK, 26), (MULTICOLOR, 25)], ids=["interblock", "multicolor"])
def test_the_largest_shoes_are_counted_without_overflow(book: RuleBook, copies: int) -> None:
    left = dict.fromkeys(book.deck.faces, copies)
    banker = next(each for each in book_odds(book, left).bets if each.bet.id == "banker")
    assert sum(line.ways for line in banker.lines) == orderings(left)
    assert Fraction("-0.03") < banker.ev < 0


def test_seen_cards_change_the_odds_the_way_they_should() -> None:
    """With every nine gone, twelve ranks of thirty-two cards are left."""
    left = INTERBLOCK.deck.without(INTERBLOCK.deck.parse("9s 9h 9d 9c " * 8))
    pair_odds = next(each for each in book_odds(INTERBLOCK, left).bets if each.bet.id == "player-pair")
    assert pair_odds.win_probability == Fraction(31, 383)
