"""Shoes coup by coup, for those who care in which order things happen.

The simulation's own shuffle and tables; here every coup is written down instead of tallied, and, for one who counts,
what was unseen before it. Cards burned face down stay unseen.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.analysis.native import compiled
from punto.analysis.simulation.blocks import prepared_for, rules_of, shuffler_for
from punto.analysis.simulation.coups import after
from punto.analysis.simulation.kernel import FEWEST_CARDS, Prepared, Rules, cell_at, end_of, prepare_starts
from punto.analysis.simulation.lanes import seed_lanes
from punto.analysis.simulation.prepare import FACE
from punto.analysis.simulation.shuffle import SHOES_AT_ONCE, Shuffler, Words, shuffle_once
from punto.analysis.simulation.storms import storm_chance, struck
from punto.analysis.simulation.tables import SimulationTables

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class DealtShoe:
    outcomes: Counts  # of each coup
    unseen: Counts  # before each coup, by face; empty where nobody counts


class Dealer:
    """Deals as many shoes as one wants, from a seed and the number of a session."""

    def __init__(self, tables: SimulationTables, *, faces_counted: int) -> None:
        self._tables, self._rules = tables, rules_of(tables)
        self._cards = shuffler_for(tables)
        self._ready = prepared_for(tables, cards=len(self._cards.shoes))
        self._first_order = self._cards.shoes.copy()
        most = self._rules.end // FEWEST_CARDS + 1
        self._cells = np.zeros(most, dtype=np.int64)
        self._unseen = np.zeros((most, faces_counted), dtype=np.int64)

    def shoes(self, seed: int, session: int) -> Iterator[DealtShoe]:
        self._cards.shoes[:] = self._first_order
        spare = seed_lanes(self._cards.state, np.uint64(seed), np.uint64(session))
        chance = storm_chance(seed, session)
        while True:
            spare = shuffle_once(self._cards, np.uint64(spare))
            prepare_starts(self._rules, self._cards, self._ready)
            for shoe in range(SHOES_AT_ONCE):
                coups = write_down(
                    self._rules,
                    self._cards,
                    self._ready,
                    shoe,
                    len(self._tables.shoe),
                    self._tables.face_of_word,
                    self._cells,
                    self._unseen,
                )
                outcomes = self._tables.outcome_of_cell[self._cells[:coups]].astype(np.int64)
                yield DealtShoe(struck(self._tables, outcomes, chance), self._unseen[:coups].copy())

    def session(self, seed: int, number: int, coups: int) -> tuple[Counts, Counts]:
        """So many outcomes of the same shoes, each with its coup number in its shoe."""
        self._cards.shoes[:] = self._first_order
        spare = seed_lanes(self._cards.state, np.uint64(seed), np.uint64(number))
        outcomes, coups_of_shoe = np.empty((2, coups), dtype=np.int64)
        cells = self._tables.outcome_of_cell
        write_session(self._rules, self._cards, self._ready, np.uint64(spare), cells, outcomes, coups_of_shoe)
        return struck(self._tables, outcomes, storm_chance(seed, number)), coups_of_shoe


@compiled
def write_session(
    rules: Rules,
    cards: Shuffler,
    ready: Prepared,
    spare: np.uint64,
    outcome_of_cell: npt.NDArray[np.int32],
    outcomes: Counts,
    coups: Counts,
) -> None:
    """Shoe after shoe until the session is full."""
    written = 0
    while written < len(outcomes):
        spare = shuffle_once(cards, spare)
        prepare_starts(rules, cards, ready)
        for shoe in range(SHOES_AT_ONCE):
            place, coup = ready.starts[shoe], 0
            while place < end_of(rules) and written < len(outcomes):
                coup += 1
                outcomes[written] = outcome_of_cell[cell_at(rules, cards.shoes, ready, place)]
                coups[written] = coup
                written += 1
                place = after(place, np.uint64(rules.path[ready.rows[place]]))


@compiled
def write_down(
    rules: Rules,
    cards: Shuffler,
    ready: Prepared,
    shoe: int,
    size: int,
    face_of_word: Words,
    cells: Counts,
    unseen: Counts,
) -> int:
    """The cells of all coups of a shoe; says how many there are."""
    place, coup = ready.starts[shoe], 0
    left = np.zeros(unseen.shape[1], dtype=np.int64)
    if len(left):
        for card in range(shoe, size * SHOES_AT_ONCE, SHOES_AT_ONCE):
            left[face_of_word[cards.shoes[card] & FACE]] += 1
        if place > np.uint64(shoe):
            left[face_of_word[cards.shoes[shoe] & FACE]] -= 1  # the burn card was turned up
    while place < end_of(rules):
        cells[coup] = np.int64(cell_at(rules, cards.shoes, ready, place))
        unseen[coup] = left
        following = after(place, np.uint64(rules.path[ready.rows[place]]))
        if len(left):
            for card in range(place, following, SHOES_AT_ONCE):
                left[face_of_word[cards.shoes[card] & FACE]] -= 1
        place = following
        coup += 1
    return coup
