"""What hands are worth and which of two totals wins, under both scorings."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.rules.cards import EIGHT_COLOUR_DECKS, EIGHT_DECKS
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.scoring import NEGATIVE_BEATS_POSITIVE, UNITS_DIGIT


@pytest.mark.parametrize(
    ("cards", "two_card_total", "total"),
    [
        ("Ah 2d", 3, 3),
        ("9h 8d", 7, 7),
        ("5h 5d", 0, 0),
        ("Kh Td", 0, 0),
        ("Qh Jd 9c", 0, 9),
        ("2h 3d 5c", 5, 0),
        ("7d 8d 9d", 5, 4),  # 24 in all
    ],
)
def test_a_punto_banco_hand_is_worth_its_last_digit(cards: str, two_card_total: int, total: int) -> None:
    hand = UNITS_DIGIT.hand(EIGHT_DECKS.parse(cards))
    assert (hand.two_card_total, hand.total) == (two_card_total, total)


@pytest.mark.parametrize(
    ("cards", "two_card_total", "total"),
    [
        ("10r 1g", 1, 1),
        ("8r 7w", 1, 1),
        ("5r 5w", 0, 0),
        ("5r 9g 6b", 4, 0),
        ("6r 8g 11w", 4, -7),  # the first two are reduced before the third is added
        ("4r 5g 10w", 9, -1),
        ("4r 5g 5w", 9, 4),
        ("6r 8w 1g", -2, -1),
        ("1r 2w 11b", -1, 0),  # back above zero, so the last digit of 10
        ("1r 4w 3g", -3, 0),
        ("11w 11w 11w", -22, -33),
    ],
)
def test_a_multicolor_hand_below_zero_is_not_reduced(cards: str, two_card_total: int, total: int) -> None:
    hand = NEGATIVE_BEATS_POSITIVE.hand(EIGHT_COLOUR_DECKS.parse(cards))
    assert (hand.two_card_total, hand.total) == (two_card_total, total)


@given(points=st.lists(st.integers(0, 9), min_size=2, max_size=3))
def test_reducing_on_the_way_changes_no_punto_banco_total(points: list[int]) -> None:
    assert UNITS_DIGIT.total(*points) == sum(points) % 10


@pytest.mark.parametrize(("player", "banker", "winner"), [(9, 8, PLAYER), (0, 1, BANKER), (9, 0, PLAYER), (6, 6, None)])
def test_the_higher_punto_banco_hand_wins(player: int, banker: int, winner: Side | None) -> None:
    assert UNITS_DIGIT.winner(player, banker) is winner


def test_every_negative_hand_beats_every_other_and_the_deepest_wins() -> None:
    weakest_first = [*range(10), *range(-1, -34, -1)]
    for weaker, stronger in pairwise(weakest_first):
        assert NEGATIVE_BEATS_POSITIVE.winner(weaker, stronger) is BANKER
        assert NEGATIVE_BEATS_POSITIVE.winner(stronger, weaker) is PLAYER
        assert NEGATIVE_BEATS_POSITIVE.winner(weaker, weaker) is None
    assert NEGATIVE_BEATS_POSITIVE.winner(9, -1) is BANKER
    assert NEGATIVE_BEATS_POSITIVE.winner(-33, 9) is PLAYER
