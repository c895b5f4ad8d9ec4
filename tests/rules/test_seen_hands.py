"""What atoms can see of hands, put together, is what they see of coups."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.books import INTERBLOCK
from punto.rules import (
    BANKER,
    EIGHT_DECKS,
    PLAYER,
    UNITS_DIGIT,
    Card,
    all_dealt_are,
    pair,
    player_wins,
    straight_flush,
)
from punto.rules.possible.count_states import counting_of
from punto.rules.possible.seen_hands import SeenHands, held_together, seen_hands, size_of
from punto.rules.questions import Atom, FaceAtom

FACES = EIGHT_DECKS.faces
ATOMS: list[Atom] = [pair.of(PLAYER), straight_flush.of(BANKER), all_dealt_are("red")]
COUNTING = counting_of([*ATOMS, player_wins], FACES)


@pytest.fixture(scope="module")
def hands() -> SeenHands:
    answers = {
        atom: [atom.test(*cards) for cards in product(FACES, repeat=size_of(atom))]
        for atom in ATOMS
        if isinstance(atom, FaceAtom)
    }
    return seen_hands(FACES, UNITS_DIGIT, answers, COUNTING)


@given(st.lists(st.sampled_from(FACES), min_size=6, max_size=6))
def test_whatever_a_coup_satisfies_can_be_put_together(hands: SeenHands, cards: list[Card]) -> None:
    coup = INTERBLOCK.dealing.deal(cards)
    player, banker = (
        hands[side, hand.two_card_total, hand.third.points if hand.third else None]
        for side, hand in ((PLAYER, coup.player), (BANKER, coup.banker))
    )
    possible = {held_together(COUNTING, one, other) for one, other in product(player, banker)}
    assert {atom for atom in ATOMS if atom.sees(coup)} in possible


def test_nothing_else_can_be_put_together(hands: SeenHands) -> None:
    """Two cards that make 1 are no pair; a pair of fives or of tens makes 0."""
    assert {seen.faces for seen in hands[PLAYER, 1, None]} == {frozenset()}
    assert {seen.faces for seen in hands[PLAYER, 0, None]} == {frozenset(), frozenset({pair.of(PLAYER)})}
