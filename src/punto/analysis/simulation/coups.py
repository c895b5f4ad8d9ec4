"""Coup after coup: two look-ups say what it was and where the next one starts.

The loops exist twice, for books whose pair codes were prepared by comparing cards and for books whose codes are looked
up, because a question inside them would cost more than the coup. Four shoes go in turn, so that the look-ups of one
need not wait for those of another, until the first of them is at its end; the others finish one by one.
"""

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.prepare import Rows
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Words

Tally = npt.NDArray[np.uint32]
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint64]

TWO, SEVEN = np.uint64(2), np.uint64(7)
COUNT = np.uint32(1)
CODE = np.uint64(127)  # the rest of a looked-up code; its highest bit asks for a second look
NEXT_CARD = np.uint64(SHOES_AT_ONCE)
FOUR_CARDS = np.uint64(4 * SHOES_AT_ONCE)
BEYOND_FOUR = np.uint64(3)  # the bits of a path that say how many cards were taken beyond four


@compiled
def after(place: np.uint64, by: np.uint64) -> np.uint64:
    """Where the next coup starts."""
    return place + FOUR_CARDS + (by & BEYOND_FOUR) * NEXT_CARD


@compiled
def four_compared(
    rows: Rows,
    pairs: Words,
    path: Words,
    code_pairs: np.uint64,
    tally: Tally,
    starts: Places,
    end: np.uint64,
    coups: int,
) -> int:
    """All four shoes until a coup would start at the end of one or each has played so many: how many were."""
    one, two, three, four = starts[0], starts[1], starts[2], starts[3]
    played = 0
    while played < coups and max(max(one, two), max(three, four)) < end:
        by_one, by_two = np.uint64(path[rows[one]]), np.uint64(path[rows[two]])
        by_three, by_four = np.uint64(path[rows[three]]), np.uint64(path[rows[four]])
        tally[(by_one >> TWO) * code_pairs + np.uint64(pairs[one])] += COUNT
        tally[(by_two >> TWO) * code_pairs + np.uint64(pairs[two])] += COUNT
        tally[(by_three >> TWO) * code_pairs + np.uint64(pairs[three])] += COUNT
        tally[(by_four >> TWO) * code_pairs + np.uint64(pairs[four])] += COUNT
        one, two, three, four = after(one, by_one), after(two, by_two), after(three, by_three), after(four, by_four)
        played += 1
    starts[0], starts[1], starts[2], starts[3] = one, two, three, four
    return SHOES_AT_ONCE * played


@compiled
def one_compared(
    rows: Rows,
    pairs: Words,
    path: Words,
    code_pairs: np.uint64,
    tally: Tally,
    start: np.uint64,
    end: np.uint64,
    coups: int,
) -> tuple[np.uint64, int]:
    """One shoe until a coup would start at the end or the coups are played: where it stands, and how many were."""
    place, played = start, 0
    while place < end and played < coups:
        by = np.uint64(path[rows[place]])
        tally[(by >> TWO) * code_pairs + np.uint64(pairs[place])] += COUNT
        place = after(place, by)
        played += 1
    return place, played


@compiled
def four_looked_up(
    rows: Rows,
    pairs: Words,
    path: Words,
    table: Bytes,
    codes: np.uint64,
    tally: Tally,
    starts: Places,
    end: np.uint64,
    coups: int,
    again: Places,
) -> tuple[int, np.uint64]:
    """As `four_compared`; says also how many coups in `again` want a second look."""
    one, two, three, four = starts[0], starts[1], starts[2], starts[3]
    played, found = 0, np.uint64(0)
    while played < coups and max(max(one, two), max(three, four)) < end:
        by_one, by_two = np.uint64(path[rows[one]]), np.uint64(path[rows[two]])
        by_three, by_four = np.uint64(path[rows[three]]), np.uint64(path[rows[four]])
        for place, by in ((one, by_one), (two, by_two), (three, by_three), (four, by_four)):
            player, banker = np.uint64(table[pairs[place]]), np.uint64(table[pairs[place + NEXT_CARD]])
            tally[((by >> TWO) * codes + (player & CODE)) * codes + (banker & CODE)] += COUNT
            again[found] = place
            found += (player | banker) >> SEVEN
        one, two, three, four = after(one, by_one), after(two, by_two), after(three, by_three), after(four, by_four)
        played += 1
    starts[0], starts[1], starts[2], starts[3] = one, two, three, four
    return SHOES_AT_ONCE * played, found


@compiled
def one_looked_up(
    rows: Rows,
    pairs: Words,
    path: Words,
    table: Bytes,
    codes: np.uint64,
    tally: Tally,
    start: np.uint64,
    end: np.uint64,
    coups: int,
    again: Places,
    found: np.uint64,
) -> tuple[np.uint64, int, np.uint64]:
    """As `one_compared`; further coups that want a second look are added to `again`."""
    place, played = start, 0
    while place < end and played < coups:
        by = np.uint64(path[rows[place]])
        player, banker = np.uint64(table[pairs[place]]), np.uint64(table[pairs[place + NEXT_CARD]])
        tally[((by >> TWO) * codes + (player & CODE)) * codes + (banker & CODE)] += COUNT
        again[found] = place
        found += (player | banker) >> SEVEN
        place = after(place, by)
        played += 1
    return place, played, found
