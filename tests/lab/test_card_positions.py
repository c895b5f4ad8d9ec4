"""The test of every card position: sound shoes pass, and shuffles with known faults are found."""

import random

import numpy as np
import pytest

from punto.books import SA
from punto.lab.randomness.card_positions import tests_of_positions as positions_of
from punto.lab.randomness.dieharder import BatteryRun, Outcome
from punto.lab.randomness.drawn_shoes import DrawnShoes
from punto.lab.randomness.verdict import judge
from punto.rules.cards import french_deck

DECK = french_deck(copies=2)  # 104 cards: quick, and a card may follow itself
SHOES = 27_000  # five of the rarest pair at each place


def shuffled(seed: int = 7) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    chance = np.random.default_rng(seed)
    faces = np.tile(np.arange(52, dtype=np.uint8), (SHOES, DECK.copies))
    return chance.permuted(faces, axis=1)


def drawn(orders: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> DrawnShoes:
    return DrawnShoes(DECK, b"", b"", orders, ())


def test_sound_shoes_pass() -> None:
    positions = positions_of(drawn(shuffled()))
    assert len(positions.places) == DECK.size
    assert len(positions.pairs) == DECK.size - 1
    verdict = judge(positions, None)
    assert verdict.failures == ()
    assert verdict.words.startswith("Passed at the 99 % level: none of 208 p-values")


def test_p_values_of_sound_shoes_are_spread_evenly() -> None:
    """A wrong expectation or a wrong number of degrees of freedom would press them to one end."""
    positions = positions_of(drawn(shuffled(seed=3)))
    for tests in (positions.places, positions.pairs):
        low = sum(each.p_value < 0.5 for each in tests)
        assert 0.3 < low / len(tests) < 0.7
    assert positions.whole.p_value > 0.001


def test_a_shuffle_that_favours_a_place_is_found() -> None:
    orders = shuffled()
    for row in orders[::20]:  # one shoe in twenty: the first ace of spades comes first
        at = int(np.flatnonzero(row == 0)[0])
        row[0], row[at] = row[at], row[0]
    assert "place 1" in {each.name for each in judge(positions_of(drawn(orders)), None).failures}


def test_cards_that_stay_together_are_found() -> None:
    """Every place by itself stays uniform; only neighbours show it."""
    orders = shuffled()
    for row in orders[::5]:
        place = int(np.flatnonzero(row == (row[10] + 1) % 52)[0])
        row[11], row[place] = row[place], row[11]
    assert "places 11 and 12" in {each.name for each in judge(positions_of(drawn(orders)), None).failures}


def test_too_few_shoes_for_pairs_are_said() -> None:
    few = positions_of(DrawnShoes(SA.deck, b"", b"", np.stack([_row(seed) for seed in range(200)]), ()))
    assert few.pairs == ()
    assert few.shoes_for_pairs == 15_415


def _row(seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    faces = list(range(52)) * 8
    random.Random(seed).shuffle(faces)
    return np.array(faces, dtype=np.uint8)


@pytest.mark.parametrize(
    ("p_value", "assessment", "fails"),
    [(0.5, "PASSED", False), (0.002, "WEAK", False), (1e-9, "FAILED", True), (0.9999999, "FAILED", True)],
)
def test_the_battery_is_judged_with_the_places(p_value: float, assessment: str, *, fails: bool) -> None:
    positions = positions_of(drawn(shuffled()))
    battery = BatteryRun("dieharder", (Outcome("diehard_runs", 0, 100, 10, p_value, assessment),), (), "")
    assert bool(judge(positions, battery).failures) is fails
