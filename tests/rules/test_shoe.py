"""The shoe: what each book burns, where the cut card ends it, and that no card is ever lost."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.books import EVERY_BOOK
from punto.books.interblock import INTERBLOCK, PUSH_SEVEN
from punto.books.multicolor import MULTICOLOR
from punto.books.sa import SA
from punto.books.seven_luck import NO_COMMISSION, SEVEN_LUCK
from punto.books.squeeze import SQUEEZE
from punto.rules.cards import EIGHT_COLOUR_DECKS, EIGHT_DECKS, Card, Deck, french_deck
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import (
    BURN_NOTHING_FOR_A_TEN,
    BURN_TEN_FOR_A_TEN,
    NO_BURN,
    BurnRule,
    InvalidShoe,
    Shoe,
    ShoeIsEmpty,
    check_cut_card,
    coups_behind_cut_card,
)


def starting_with(first: str, deck: Deck) -> tuple[Card, ...]:
    """The deck's cards with the named one in front."""
    cards, card = list(deck.cards), deck.card(first)
    cards.remove(card)
    return (card, *cards)


def taken(shoe: Shoe, count: int) -> Shoe:
    for _ in range(count):
        _card, shoe = shoe.draw()
    return shoe


@pytest.mark.parametrize(
    ("book", "first", "burned"),
    [
        (SQUEEZE, "7h", 8),
        (SQUEEZE, "Ah", 2),
        (SQUEEZE, "Th", 1),  # its value there is 0
        (SQUEEZE, "Kh", 1),
        (SA, "7h", 8),
        (SA, "Th", 11),
        (SA, "Jh", 11),
        (INTERBLOCK, "9h", 10),
        (INTERBLOCK, "Qh", 11),
        (PUSH_SEVEN, "2h", 3),
        (PUSH_SEVEN, "Kh", 11),
        (SEVEN_LUCK, "7h", 8),
        (SEVEN_LUCK, "Kh", 11),
        (NO_COMMISSION, "7h", 8),
        (NO_COMMISSION, "Th", 11),
        (MULTICOLOR, "7r", 0),
        (MULTICOLOR, "7w", 0),
    ],
    ids=lambda value: value.id if isinstance(value, RuleBook) else None,
)
def test_the_first_card_says_how_many_more_are_burned(book: RuleBook, first: str, burned: int) -> None:
    cards = starting_with(first, book.deck)
    shoe = Shoe.fresh(book.deck, cards).burn(book.burn)
    assert (shoe.burned, shoe.dealt, shoe.remaining) == (burned, 0, book.deck.size - burned)
    assert shoe.burn_card == (book.deck.card(first) if burned else None)
    assert shoe.draw()[0] == cards[burned]


def test_a_table_may_burn_for_a_white_card_too() -> None:
    """No document burns in multicolor, but a table may; a number of cards is never below zero."""
    shoe = Shoe.fresh(EIGHT_COLOUR_DECKS, starting_with("7w", EIGHT_COLOUR_DECKS)).burn(BURN_TEN_FOR_A_TEN)
    assert shoe.burned == 8


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (BURN_TEN_FOR_A_TEN, "10 for a ten or a face card."),
        (BURN_NOTHING_FOR_A_TEN, "none for a ten or a face card."),
        (NO_BURN, "No cards are burned when a shoe starts."),
    ],
)
def test_a_burn_rule_says_what_it_burns_for_a_ten(rule: BurnRule, words: str) -> None:
    assert rule.explanation.endswith(words)


def test_a_shoe_is_burned_only_once() -> None:
    burned = Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards).burn(BURN_TEN_FOR_A_TEN)
    with pytest.raises(AssertionError, match="only a fresh shoe is burned"):
        burned.burn(BURN_TEN_FOR_A_TEN)


def test_a_shoe_that_was_dealt_from_is_not_burned_any_more() -> None:
    dealt = taken(Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards), 1)
    with pytest.raises(AssertionError, match="only a fresh shoe is burned"):
        dealt.burn(BURN_TEN_FOR_A_TEN)


@pytest.mark.parametrize(
    ("cut_card", "burned", "dealt", "out"),
    [
        (14, 0, 401, False),  # 15 remain
        (14, 0, 402, True),  # 14 remain: burned + dealt = 416 − 14
        (14, 0, 403, True),
        (14, 11, 390, False),  # burned cards count
        (14, 11, 391, True),
        (12, 0, 403, False),
        (12, 0, 404, True),
        (60, 0, 355, False),
        (60, 0, 356, True),
    ],
)
def test_the_cut_card_comes_out_at_the_boundary(cut_card: int, burned: int, dealt: int, *, out: bool) -> None:
    shoe = Shoe(EIGHT_DECKS, EIGHT_DECKS.cards, burned=burned, dealt=dealt, cut_card=cut_card)
    assert shoe.cut_card_is_out is out


def test_the_cut_card_lies_fourteen_from_the_end_unless_a_table_says_otherwise() -> None:
    shoe = taken(Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards), 401)
    assert not shoe.cut_card_is_out
    assert taken(shoe, 1).cut_card_is_out


@pytest.mark.parametrize("cut_card", [-1, 0, 11, 416])
def test_a_cut_card_nearer_than_twelve_or_before_the_first_card_is_refused(cut_card: int) -> None:
    with pytest.raises(InvalidShoe, match=f"the cut card lies .*not {cut_card}$"):
        Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards, cut_card=cut_card)


@pytest.mark.parametrize(
    ("rule", "deck", "most"),
    [(BURN_TEN_FOR_A_TEN, EIGHT_DECKS, 11), (BURN_NOTHING_FOR_A_TEN, EIGHT_DECKS, 10), (NO_BURN, EIGHT_DECKS, 0)],
)
def test_a_round_begins_before_the_cut_card_whatever_is_burned(rule: BurnRule, deck: Deck, most: int) -> None:
    assert rule.most_burned(deck) == most
    check_cut_card(415 - most, cards=416, burned=most)
    with pytest.raises(InvalidShoe, match="lies 12 to 415" if not most else f"no round when {most} are burned$"):
        check_cut_card(416 - most, cards=416, burned=most)


@pytest.mark.parametrize("cut_card", [12, 415])
def test_a_cut_card_anywhere_else_is_allowed(cut_card: int) -> None:
    assert not Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards, cut_card=cut_card).cut_card_is_out


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (EIGHT_DECKS.cards[1:], "As stands in the shoe 7 times, not 8"),
        ((*EIGHT_DECKS.cards, EIGHT_DECKS.card("Kc")), "Kc stands in the shoe 9 times, not 8"),
        ((*EIGHT_DECKS.cards[1:], EIGHT_DECKS.card("2s")), "As stands in the shoe 7 times, not 8"),
        ((*EIGHT_DECKS.cards, EIGHT_COLOUR_DECKS.card("7r")), "7r stands in the shoe 1 times, not 0"),
        (french_deck(copies=6).cards, "As stands in the shoe 6 times, not 8"),
    ],
    ids=["one missing", "one too many", "one exchanged", "a stranger", "six decks"],
)
def test_the_audit_refuses_cards_that_are_not_the_deck(cards: tuple[Card, ...], message: str) -> None:
    with pytest.raises(InvalidShoe) as refused:
        Shoe.fresh(EIGHT_DECKS, cards)
    assert str(refused.value) == message


def test_cards_leave_the_shoe_in_order_until_none_is_left() -> None:
    shoe, out = Shoe.fresh(EIGHT_DECKS, EIGHT_DECKS.cards), []
    for _ in range(416):
        card, shoe = shoe.draw()
        out.append(card)
    assert tuple(out) == EIGHT_DECKS.cards
    with pytest.raises(ShoeIsEmpty) as refused:
        shoe.draw()
    assert str(refused.value) == "all 416 cards of the shoe are out"


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), cut_card=st.integers(12, 60))
def test_no_card_is_lost_along_a_whole_shoe(book: RuleBook, seed: int, cut_card: int) -> None:
    """Nor does a shoe run out inside a coup, even where the table plays one more after the cut card."""
    order = list(book.deck.cards)
    Random(seed).shuffle(order)
    shoe = Shoe.fresh(book.deck, tuple(order), cut_card=cut_card).burn(book.burn)
    out = order[: shoe.burned]
    one_more = False
    while not one_more:
        one_more = shoe.cut_card_is_out
        drawn = []
        coup = book.dealing.deal(cards_of(shoe))
        for _ in range(coup.result.cards_dealt):
            card, shoe = shoe.draw()
            drawn.append(card)
        assert Counter(drawn) == Counter(coup.player.cards + coup.banker.cards)
        out += drawn
        assert shoe.burned + shoe.dealt == len(out)
        assert shoe.burned + shoe.dealt + shoe.remaining == book.deck.size
    shoe.audit()
    assert out + list(cards_of(shoe)) == order


def cards_of(shoe: Shoe) -> Iterator[Card]:
    while shoe.remaining:
        card, shoe = shoe.draw()
        yield card


def test_a_shoe_cannot_have_given_more_cards_than_it_holds() -> None:
    with pytest.raises(InvalidShoe, match="11 burned and 406 dealt are more than the 416 cards of the shoe"):
        Shoe(EIGHT_DECKS, EIGHT_DECKS.cards, burned=11, dealt=406)


def test_the_shoe_ends_with_the_round_of_the_cut_card_or_the_one_after() -> None:
    assert [coups_behind_cut_card(plays_one_more=one_more) for one_more in (False, True)] == [1, 2]
