"""Sides and hands."""

import pytest

from punto.rules.cards import EIGHT_DECKS
from punto.rules.hand import BANKER, PLAYER, Hand, Side


@pytest.mark.parametrize(("side", "label", "other"), [(PLAYER, "Player", BANKER), (BANKER, "Banker", PLAYER)])
def test_a_side_has_a_label_and_faces_the_other(side: Side, label: str, other: Side) -> None:
    assert (side.label, side.other) == (label, other)


@pytest.mark.parametrize(
    ("text", "size", "third"),
    [("", 0, None), ("9h", 1, None), ("9h Td", 2, None), ("4c Td 3s", 3, "3s")],
)
def test_a_hand_knows_its_size_its_third_card_and_its_text(text: str, size: int, third: str | None) -> None:
    hand = Hand(EIGHT_DECKS.parse(text))
    assert hand.size == size
    assert hand.third == (None if third is None else EIGHT_DECKS.card(third))
    assert str(hand) == text
