"""No order of the cards is favoured."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from punto.analysis.simulation.chi_square import chi_square_tail
from punto.analysis.simulation.lanes import seed_lanes
from punto.analysis.simulation.shuffle import (
    HALF_WORDS,
    SHOES_AT_ONCE,
    _choose,
    shuffle_once,
    shuffler,
)


@pytest.mark.parametrize("cards", [2, 3, 52, 55, 311, 415, 416, 440, 1_400])
def test_each_place_is_chosen_by_equally_many_numbers(cards: int) -> None:
    """All 65,536 numbers, mapped to a place among so many cards; the refused ones make up the difference."""
    halves = np.arange(HALF_WORDS).astype(np.uint16)
    choices = np.full(HALF_WORDS, cards, dtype=np.uint16)
    below = np.full(HALF_WORDS, HALF_WORDS % cards, dtype=np.uint16)
    ahead, refused = np.zeros(HALF_WORDS, dtype=np.uint16), np.zeros(HALF_WORDS, dtype=np.uint8)
    _choose(halves, choices, below, ahead, refused)
    assert int(refused.sum()) == HALF_WORDS % cards
    assert set(np.bincount(ahead[refused == 0], minlength=cards).tolist()) == {HALF_WORDS // cards}


def shuffled(cards: int, draws: int, times: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    work = shuffler(np.arange(cards).astype(np.uint32), draws)
    spare = seed_lanes(work.state, np.uint64(3), np.uint64(0))
    shoes = []
    for _ in range(times):
        spare = shuffle_once(work, np.uint64(spare))
        shoes.append(work.shoes.reshape(-1, SHOES_AT_ONCE)[:cards].T.copy())
    return np.concatenate(shoes)


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    seen = Counter(map(tuple, shuffled(cards=4, draws=3, times=6_000).tolist()))
    expected = 24_000 / 24
    statistic = sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))
    assert chi_square_tail(statistic, 23) > 0.001


def test_every_card_comes_to_every_place_of_a_full_shoe() -> None:
    shoes = shuffled(cards=416, draws=407, times=2_500)
    assert all(np.array_equal(np.sort(shoe), np.arange(416)) for shoe in shoes[:8]), "no card is lost or doubled"
    for place in (0, 1, 200, 406):
        counts = np.bincount(shoes[:, place], minlength=416)
        expected = len(shoes) / 416
        assert chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), 415) > 0.001


def test_neighbours_are_independent() -> None:
    """Pairs of halves of the shoe for cards one and two places apart, as coups take them."""
    shoes = shuffled(cards=416, draws=407, times=2_500) // 104
    for apart in (1, 2):
        pairs = shoes[:, 0] * 4 + shoes[:, apart]
        same, other = 104 * 103 / (416 * 415), 104 * 104 / (416 * 415)
        expected = np.where(np.eye(4, dtype=bool).ravel(), same, other) * len(shoes)
        counts = np.bincount(pairs, minlength=16)
        assert chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), 15) > 0.001


def test_a_refused_number_is_drawn_again_within_its_cards() -> None:
    """Of 1,400 cards some number is refused in nearly every shuffle."""
    work = shuffler(np.arange(1_400).astype(np.uint32), draws=1_390)
    spare = seed_lanes(work.state, np.uint64(1), np.uint64(0))
    begun = spare
    for _ in range(20):
        spare = shuffle_once(work, np.uint64(spare))
        assert (work.ahead < work.choices).all()
        assert not work.refused.any()
    assert spare != begun
