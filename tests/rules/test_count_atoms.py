"""Atoms that count the cards of both sides: what they see of a coup, and how they are compiled for a deck."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.books import INTERBLOCK
from punto.rules import (
    EIGHT_DECKS,
    Bet,
    Card,
    Line,
    Odds,
    all_dealt_are,
    all_dealt_are_suited,
    colour_of,
    dealt_atom,
    dealt_of_rank_are,
    first_four_atom,
    rank_of,
    suit_of,
)
from punto.rules.count_atoms import CountAtom, Kind
from punto.rules.possible.count_states import CountStates, InvalidKinds, counting_of
from punto.rules.questions import Condition


@first_four_atom("two of the first four cards are sevens", by=rank_of)
def two_sevens(first_four: Counter[Kind]) -> bool:
    return first_four["7"] == 2


@dealt_atom("an odd number of red cards is dealt", by=colour_of)
def odd_reds(dealt: Counter[Kind]) -> bool:
    return dealt["red"] % 2 == 1


@pytest.mark.parametrize(
    ("coup", "atom", "holds"),
    [
        ("4h 5d / 4d Td", all_dealt_are("red"), True),
        ("4h 5d / 4d Ts", all_dealt_are("red"), False),
        ("4s Tc 7s / Ks 3c 2h", all_dealt_are("black"), False),
        ("4h Th 7h / Kh 3h 7h", all_dealt_are_suited, True),
        ("4h Th 7h / Kh 3h 7d", all_dealt_are_suited, False),
        ("4h Th 7h / Kh 3h 7d", dealt_of_rank_are("7", 2), True),
        ("4h Th 7h / Kh 3h 7d", two_sevens, False),  # they are third cards
        ("7h Th / 7d Kh", two_sevens, True),
        ("7h Th / 7d Kh", odd_reds, False),
        ("7h Th / 7d Ks", odd_reds, True),
    ],
)
def test_what_an_atom_sees(coup: str, atom: CountAtom, holds: object) -> None:
    assert atom.sees(INTERBLOCK.parse_coup(coup)) is holds


def test_atoms_that_count_are_joined_like_others() -> None:
    when: Condition = all_dealt_are("red") & ~all_dealt_are_suited
    bet = Bet("red", "Red but mixed", (Line(when, Odds(20)),))
    assert bet.odds(INTERBLOCK.parse_coup("4h 5d / 4d Td")) == 20
    assert bet.odds(INTERBLOCK.parse_coup("4d 5d / 4d Td")) == -1
    assert when.words == "all cards dealt are red and not (all cards dealt are of one suit)"


ATOMS = [all_dealt_are("red"), all_dealt_are_suited, dealt_of_rank_are("9", 2), two_sevens, odd_reds]


@given(st.lists(st.sampled_from(EIGHT_DECKS.faces), min_size=4, max_size=6))
def test_what_is_compiled_answers_like_the_atoms(cards: list[Card]) -> None:
    counting = counting_of(ATOMS, EIGHT_DECKS.faces)
    thirds = counting.of_thirds(tuple(map(counting.of_third, cards[4:])))
    held = counting.holding(counting.of_two(*cards[:2]), counting.of_two(*cards[2:4]), thirds)
    assert held == {atom for atom in ATOMS if atom.holds_for(cards[:4] if atom is two_sevens else cards)}


@pytest.mark.parametrize(
    ("atom", "kinds", "hands"),
    [
        (all_dealt_are("red"), 2, 2),  # red, or anything else
        (all_dealt_are_suited, 4, 5),  # of a suit, or of two
        (dealt_of_rank_are("9", 2), 2, 3),  # the twelve other ranks are one kind
        (odd_reds, 2, 2),  # two reds are as good as none
        (two_sevens, 2, 3),
    ],
    ids=lambda value: value.words if isinstance(value, CountAtom) else str(value),
)
def test_cards_and_hands_that_cannot_be_told_apart_are_one(atom: CountAtom, kinds: int, hands: int) -> None:
    states = CountStates(atom, EIGHT_DECKS.faces)
    assert len(states.kinds) == kinds
    assert len({states.of_two(*pair) for pair in product(EIGHT_DECKS.faces, repeat=2)}) == hands
    sizes = atom.counted.sizes
    assert [tally for tally, _ in states.answers_by_kind()] == [
        tally for size in sizes for tally in combinations_with_replacement(states.kinds, size)
    ]


def test_an_atom_that_sorts_too_finely_is_refused() -> None:
    fine = dealt_atom("two equal cards are dealt", by=str)(lambda dealt: max(dealt.values()) > 1)
    with pytest.raises(InvalidKinds, match="'two equal cards are dealt' sorts the deck into 52 kinds; at most 16"):
        CountStates(fine, EIGHT_DECKS.faces)


def test_an_atom_that_changes_its_mind_is_found() -> None:
    calls = Counter[str]()

    def counted_suit(card: Card) -> str:
        calls["kind"] += 1
        return suit_of(card) if calls["kind"] <= 52 else "x"

    def counted_test(_dealt: Counter[Kind]) -> bool:
        calls["test"] += 1
        return calls["test"] % 2 == 0

    steady = CountStates(odd_reds, EIGHT_DECKS.faces)
    assert steady.has_steady_kinds()
    assert list(steady.answers_again())[::-1] == list(steady.answers.values())
    assert not CountStates(dealt_atom("x", by=counted_suit)(bool), EIGHT_DECKS.faces).has_steady_kinds()
    unsteady = CountStates(dealt_atom("x", by=colour_of)(counted_test), EIGHT_DECKS.faces)
    assert list(unsteady.answers_again())[::-1] != list(unsteady.answers.values())


def test_an_atom_whose_kinds_are_none_is_refused() -> None:
    listed = dealt_atom("x", by=lambda card: [card.suit])(bool)  # type: ignore[arg-type,return-value]
    with pytest.raises(InvalidKinds, match=r"'x' sorts cards by \['s'\]; a kind is a text or a number"):
        CountStates(listed, EIGHT_DECKS.faces)


def test_a_third_card_is_nothing_to_an_atom_of_the_first_four() -> None:
    counting = counting_of([two_sevens], EIGHT_DECKS.faces)
    seven, nine = EIGHT_DECKS.card("7h"), EIGHT_DECKS.card("9h")
    assert counting.of_card(seven) != counting.of_card(nine)
    assert counting.of_third(seven) == counting.of_third(nine)
