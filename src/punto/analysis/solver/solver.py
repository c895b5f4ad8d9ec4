"""Prices all bets of a book for any cards left, in microseconds: as floats, or as exact fractions on request.

A solver is made once per book and asked as often as needed. Up to 456 cards every count is a whole number that a float
holds exactly, so only the last division rounds; `ERROR_MAX` is its promise for any shoe.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from punto.analysis.odds.bet_odds import BookOdds, bet_odds
from punto.analysis.odds.count_coups import CannotCount, count_outcomes, orderings
from punto.analysis.odds.house_edge import ways_of_lines
from punto.analysis.outcomes.outcome_table import face_atoms
from punto.analysis.solver.kernel import count_ways, count_ways_of_many
from punto.analysis.solver.plan import Counted, make_plan
from punto.rules.cards import Card
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.money import LOSS
from punto.rules.rulebook import RuleBook

ERROR_MAX = 1e-12  # of an expectation, for each unit of the best odds of a bet (and at least one)

Floats = npt.NDArray[np.float64]


class Solver:
    """Answers for one book. Counts by face are in the order of the deck's faces."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.plan = make_plan(book)
        self._whole = self.plan.arrays.of_type(np.int64)
        self._float = self.plan.arrays.of_type(np.float64)
        self._pays = np.zeros((self.plan.line_start[-1], len(book.bets)))
        for column, (bet, start) in enumerate(zip(book.bets, self.plan.line_start, strict=False)):
            pays = [float(each) for each in (*(line.pays for line in bet.lines), LOSS)]
            storm = self.plan.storms.get(bet.id)
            for line, each in enumerate(storm.mean_pays(pays) if storm else pays, start=start):
                self._pays[line, column] = each

    def counts(self, left: Mapping[Card, int]) -> npt.NDArray[np.int64]:
        return np.array([left[face] for face in self.book.deck.faces], dtype=np.int64)

    def expectations(self, left: npt.ArrayLike) -> Floats:
        """What each bet wins on average, for cards left counted by face."""
        shoe = np.asarray(left, dtype=np.float64)
        _check(shoe.sum())
        ways = np.empty(len(self._pays))
        count_ways(self._float, shoe, ways)
        self._count_slow_bets(shoe, ways)
        return np.asarray(ways @ self._pays / _orderings(shoe.sum()))

    def expectations_of_many(self, shoes: npt.ArrayLike) -> Floats:
        """The same for many shoes at once, one row per shoe."""
        given = np.ascontiguousarray(shoes, dtype=np.float64)
        _check(given.sum(axis=1).min())
        ways = np.empty((len(given), len(self._pays)))
        count_ways_of_many(self._float, given, ways)
        if self.plan.slow:
            for shoe, row in zip(given, ways, strict=True):
                self._count_slow_bets(shoe, row)
        return np.asarray(ways @ self._pays / _orderings(given.sum(axis=1))[:, np.newaxis])

    def odds(self, left: Mapping[Card, int]) -> BookOdds:
        """Exact: the same as `book_odds`, but faster."""
        every, shoe = orderings(left), self.counts(left)
        ways = np.empty(len(self._pays), dtype=np.int64)
        count_ways(self._whole, shoe, ways)
        shared = self._slow_ways(shoe)
        bets = list(zip(self.book.bets, pairwise(self.plan.line_start), strict=True))
        for bet, (start, end) in bets:
            if storm := self.plan.storms.get(bet.id):
                shared[bet.id] = storm.ways_of_lines(ways[start:end].tolist())
        found = ((bet, shared.get(bet.id, ways[start:end].tolist())) for bet, (start, end) in bets)
        odds = tuple(bet_odds(bet, counted, sum(counted)) for bet, counted in found)
        return BookOdds(self.book, sum(left.values()), every, odds)

    def _count_slow_bets(self, shoe: Counted, ways: Counted) -> None:
        every = float(_orderings(shoe.sum()))
        start_of = dict(zip((bet.id for bet in self.book.bets), self.plan.line_start, strict=False))
        for bet, found in self._slow_ways(shoe).items():
            start, whole = start_of[bet], sum(found)
            ways[start : start + len(found)] = [each / whole * every for each in found]

    def _slow_ways(self, shoe: Counted) -> dict[str, list[int]]:
        """Bets that look at more than the fast count can handle: the exact count, one bet at a time."""
        left = {face: int(count) for face, count in zip(self.book.deck.faces, shoe, strict=True)}
        return {
            bet.id: ways_of_lines(bet, count_outcomes(self.book.dealing, left, face_atoms([bet])))
            for bet in self.plan.slow
        }


def _check(cards: float) -> None:
    if cards < CARDS_AT_MOST:
        raise CannotCount(f"{cards:g} cards are left, and one round can take {CARDS_AT_MOST}")


def _orderings(cards: Counted) -> Counted:
    """Of six cards, as a float."""
    return np.asarray(np.prod([cards - taken for taken in range(CARDS_AT_MOST)], axis=0))
