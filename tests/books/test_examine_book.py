"""Every book of ours passes its own examination, and so does one with the whole catalogue."""

import re
from contextlib import nullcontext
from dataclasses import replace
from random import random

import pytest

from punto.books import INTERBLOCK
from punto.books.catalogue import CATALOGUE
from punto.books.examine_book import examine_book, place_of
from punto.books.find_book import BUILT_IN
from punto.books.storm import STORM
from punto.rules import (
    BANKER,
    EIGHT_DECKS,
    PLAYER,
    Bet,
    Card,
    Deck,
    Line,
    Odds,
    all_dealt_are,
    banker_wins,
    colour_of,
    dealt_atom,
    dealt_of_rank_are,
    french_deck,
    hands_tie,
    pair,
    player_has_two_cards,
    player_total_is,
    suited_pair,
    three_card_atom,
)
from punto.rules.questions import Condition, ResultAtom
from punto.rules.rulebook import InvalidRuleBook, RuleBook

WHOLE = replace(INTERBLOCK, id="catalogue", bets=tuple(entry.bet for entry in CATALOGUE))


@three_card_atom("{side}'s three cards are alike")
def three_alike(first: Card, second: Card, third: Card) -> bool:
    return first == second == third


@pytest.mark.parametrize("book", [*BUILT_IN, WHOLE, STORM], ids=lambda book: book.id)
def test_our_books_do_not_lie(book: RuleBook) -> None:
    examine_book(book)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([dealt_atom("x", by=str)(bool)], "'x' sorts the deck into 52 kinds; at most 16 are counted"),
        (
            [dealt_of_rank_are("T", 7)],
            "asks whether '7 of the cards dealt are tens', which is never so; ranks are texts",
        ),
        ([all_dealt_are("red"), all_dealt_are("red") & banker_wins], "stands under 'all cards dealt are red'"),
        ([all_dealt_are("red") & all_dealt_are("black")], "has a line that can never hold"),
        ([dealt_atom("x", by=colour_of)(lambda _dealt: random() < 0.5)], "answered differently when it is asked again"),
    ],
)
def test_counts_are_examined_like_other_atoms(lines: list[Condition], says: str) -> None:
    bet = Bet("lying", "Lying", tuple(Line(when, Odds(1)) for when in lines))
    with pytest.raises(InvalidRuleBook, match=re.escape(says)):
        examine_book(replace(INTERBLOCK, bets=(bet,)))


def test_what_takes_too_long_to_look_through_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Bet("never", "Never", (Line(banker_wins & hands_tie, Odds(1)),))
    monkeypatch.setattr("punto.books.examine_book.SETS_MAX", 2)
    examine_book(replace(INTERBLOCK, bets=(never,)))


def test_an_atom_that_is_no_function_of_a_file_has_no_place() -> None:
    assert place_of(ResultAtom("x", bool)) is None


@pytest.mark.parametrize(
    ("copies", "when", "is_refused"),
    [
        (1, suited_pair.of(PLAYER), True),  # there is one queen of hearts
        (2, suited_pair.of(PLAYER), False),
        (2, three_alike.of(BANKER), True),
        (3, three_alike.of(BANKER), False),
        (1, ~suited_pair.of(PLAYER) & pair.of(PLAYER), False),
    ],
)
def test_no_hand_has_a_card_more_often_than_the_deck(*, copies: int, when: Condition, is_refused: bool) -> None:
    book = replace(INTERBLOCK, deck=french_deck(copies), bets=(Bet("x", "X", (Line(when, Odds(8)),)),))
    refused = pytest.raises(InvalidRuleBook, match=f"can never hold: .*; the deck has {copies} of each card")
    with refused if is_refused else nullcontext():
        examine_book(book)


def test_a_total_that_a_small_deck_cannot_make_is_nobodys() -> None:
    """Of two cards that count 4 and 5, one of each, nobody gets an 8."""
    faces = (*(card for card in EIGHT_DECKS.faces if str(card) in ("4h", "5h")), *zeros())
    eight = Bet("x", "X", (Line(player_total_is(8) & player_has_two_cards & pair.of(PLAYER), Odds(1)),))
    with pytest.raises(InvalidRuleBook, match="can never hold"):
        examine_book(replace(INTERBLOCK, deck=Deck("small", faces, copies=1), bets=(eight,)))


def zeros() -> list[Card]:
    return [card for card in EIGHT_DECKS.faces if card.points == 0]
