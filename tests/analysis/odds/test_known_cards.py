"""Mid-round chances against the plainest method: deal every order of a handful of cards and keep those that fit."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from punto.analysis.odds.book_count import count_book
from punto.analysis.odds.house_edge import odds_from_counts
from punto.analysis.odds.known_cards import KnownCards, possible_outcomes
from punto.books import INTERBLOCK, MULTICOLOR, SA, SQUEEZE
from punto.rules import Coup, RuleBook


def fits(known: KnownCards, coup: Coup) -> bool:
    sides = (known.player, coup.player.cards), (known.banker, coup.banker.cards)
    return all(dealt[: len(open_cards)] == open_cards for open_cards, dealt in sides)


@pytest.mark.parametrize(
    ("book", "cards", "known"),
    [
        (SA, "4h 2d 4h 9c Td 3s 4h", "4h /"),
        (SA, "4h 2d 4h 9c Td 3s 4h", "/ 4h"),
        (SA, "4h 2d 4h 9c Td 3s 4h", "4h 2d /"),
        (SA, "4h 2d 4h 9c Td 3s 4h", "4h 4h / 9c"),
        (SA, "4h 2d 4h Td Td 3s 4h", "Td 3s 4h / 4h"),  # the third card tells that Banker has no natural
        (SQUEEZE, "4h 2h 3h 5h Td 6h As", "/ 2h 3h 4h"),
        (SQUEEZE, "4h 2h 3h 5h Td 6h As", "Td 3h / 2h"),
        (MULTICOLOR, "4r 2r 3w 5g 11w 6b 7y", "4r 2r / 11w"),
        (MULTICOLOR, "4r 2r 3w 5g 11w 6b 7y", "4r 2r 3w /"),
    ],
)
def test_what_can_still_come(book: RuleBook, cards: str, known: str) -> None:
    left, open_cards = book.deck.parse(cards), KnownCards.parse(book, known)
    dealt = [coup for coup in map(book.dealing.deal, permutations(left, 6)) if fits(open_cards, coup)]
    counted = possible_outcomes(book, Counter(left), open_cards)
    odds = odds_from_counts(book, 7, sum(counted.values()), counted)
    for each in odds.bets:
        assert each.ev == Fraction(sum(each.bet.odds(coup) for coup in dealt)) / len(dealt), each.bet.id


def test_cards_seen_before_and_open_now_are_out() -> None:
    seen = INTERBLOCK.deck.parse("9h 9h")
    counted = count_book(INTERBLOCK, seen, KnownCards.parse(INTERBLOCK, "9h 9h /"))
    assert counted.cards_left == 412
    assert counted.odds.bets[3].win_probability == 1  # the pair lies open


def test_a_finished_round_is_certain() -> None:
    counted = count_book(SA, (), KnownCards.parse(SA, "9h Td / 4c 3d"))
    assert {each.bet.id: each.ev for each in counted.odds.bets}["player"] == 1


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ("4h 2d", "is not a round: player's cards / banker's cards"),
        ("4h / 2d / 3c", "is not a round"),
        ("4h 2d 3c 5c /", "Player has 4 cards, and a hand has at most 3"),
        ("/ 1h", "'1h' is not a card"),
        ("9h Td 3c /", "the rules deal no round that shows 9h Td 3c /"),
        ("7h Td / 7c Td 3c", "the rules deal no round that shows 7h Td / 7c Td 3c"),
    ],
)
def test_what_no_rule_deals_is_refused(known: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        count_book(SA, (), KnownCards.parse(SA, known))


def test_more_of_a_card_than_the_shoe_holds_is_refused() -> None:
    single = replace(SA, deck=SA.deck.in_copies(1))
    with pytest.raises(ValueError, match="4h stands here 2 times, and the deck 52x1 has 1"):
        count_book(single, single.deck.parse("4h"), KnownCards.parse(single, "4h /"))
