"""Does every card come at every place, and after every other card, as often as it should?

At one place, each shoe gives one card, and shoes are independent: Pearson's chi-square holds as it stands. So it does
for two places next to each other, where the second card comes from what the first has left. Places of one shoe depend
on each other, so all of them together are judged in two ways that allow for it: each by its share of the level, and
their sum, which for a random order is n / (n − 1) times a chi-square with (n − 1)(k − 1) degrees of freedom (n places,
k faces).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.chi_square import EXPECTED_MIN, chi_square_tail
from punto.lab.randomness.drawn_shoes import DrawnShoes

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlaceTest:
    """Of one place, counted from 1; or of it and the next."""

    place: int
    statistic: float
    degrees_of_freedom: int

    @property
    def p_value(self) -> float:
        """On both sides: counts that fit too well are as suspicious as counts that do not fit."""
        return both_sides(chi_square_tail(self.statistic, self.degrees_of_freedom))


@dataclass(frozen=True)
class PositionTests:
    shoes: int
    counts: Counts  # faces by place
    places: tuple[PlaceTest, ...]
    whole: PlaceTest  # all places together; its own place is 0
    pairs: tuple[PlaceTest, ...]  # empty: too few shoes
    shoes_for_pairs: int  # how many they need


def tests_of_positions(drawn: DrawnShoes) -> PositionTests:
    deck, orders = drawn.deck, drawn.orders
    size, faces, shoes = deck.size, len(deck.faces), drawn.count
    chances = np.full(faces, deck.copies / size)
    counts = np.stack([np.bincount(orders[:, place], minlength=faces) for place in range(size)])
    places = tuple(_test(place + 1, counts[place], chances) for place in range(size))
    total = sum(each.statistic for each in places)
    pair_chances = np.full((faces, faces), deck.copies / size * deck.copies / (size - 1))
    np.fill_diagonal(pair_chances, deck.copies / size * (deck.copies - 1) / (size - 1))
    is_possible = pair_chances.ravel() > 0  # of a single deck, no card follows itself
    rarest = pair_chances[pair_chances > 0].min()
    needed = int(np.ceil(EXPECTED_MIN / rarest))
    pairs = (
        tuple(
            _test(place + 1, _pair_counts(orders, place, faces)[is_possible], pair_chances.ravel()[is_possible])
            for place in range(size - 1)
        )
        if shoes >= needed
        else ()
    )
    whole = PlaceTest(0, total * (size - 1) / size, (size - 1) * (faces - 1))
    return PositionTests(shoes, counts, places, whole, pairs, needed)


def _pair_counts(orders: npt.NDArray[np.uint8], place: int, faces: int) -> Counts:
    codes = orders[:, place].astype(np.int64) * faces + orders[:, place + 1]
    return np.bincount(codes, minlength=faces * faces)


def _test(place: int, counts: Counts, chances: npt.NDArray[np.float64]) -> PlaceTest:
    expected = counts.sum() * chances
    return PlaceTest(place, float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def both_sides(upper: float) -> float:
    return min(1.0, 2 * min(upper, 1 - upper))
