"""What a study keeps of its shoes: moments of every way of betting, and sums by round of the shoe.

A trigger is not known before the shoes are dealt, so betting from each of 256 counts on is tallied at once, on every
other shoe to choose by and on the rest to measure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.estimate import Estimate
from punto.analysis.exposure.counting_tags import Tags
from punto.analysis.exposure.shoe_moments import BETS, PERFECT, ROUNDS, SHOES_TO_TRUST, WON, Gain, ShoeMoments
from punto.analysis.exposure.walk_shoes import Walk
from punto.rules.rulebook import RuleBook

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

STEPS_PER_COUNT, LOWEST_COUNT, STEPS = 4, -8, 256  # triggers in quarters, from -8 to +55.75
ERRORS_ABOVE_ZERO = 2.0  # of a gain that is worth a trigger
PARTS = 4  # of a shoe
FEWEST_CARDS = 4


@dataclass(frozen=True)
class Counter:
    tags: Tags
    trigger: float | None  # None: to be chosen


class Measured(NamedTuple):
    trigger: float
    gain: Gain
    in_limits: Gain
    share_of_perfect: Estimate


@dataclass
class Tally:
    copies: int  # of each face in a full shoe
    coups_of_a_part: int
    last_coups: list[int | None]  # in which each bet is offered
    perfect: ShoeMoments  # by bet, without and with limits
    parts: ShoeMoments  # by bet and part of the shoe
    given: ShoeMoments  # by bet, without and with limits: betting from the given trigger on
    halves: tuple[ShoeMoments, ShoeMoments]  # choosing and measuring, by bet, step and limits
    best: Floats
    rounds_by_coup: Ints
    favoured_by_coup: Floats
    won_by_coup: Floats

    @classmethod
    def empty(cls, book: RuleBook, counters: Sequence[Counter], cards_of_a_coup: float) -> "Tally":
        bets, most = len(book.bets), book.deck.size // FEWEST_CARDS + 1
        steps = STEPS if any(counter.trigger is None for counter in counters) else 1
        coups = book.deck.size / cards_of_a_coup / PARTS
        return cls(
            book.deck.copies,
            max(1, 5 * round(coups / 5)),
            [bet.last_coup_offered for bet in book.bets],
            ShoeMoments(bets, 2),
            ShoeMoments(bets, PARTS),
            ShoeMoments(bets, 2),
            (ShoeMoments(bets, steps, 2), ShoeMoments(bets, steps, 2)),
            np.full(bets, -np.inf),
            np.zeros(most, dtype=np.int64),
            np.zeros((bets, most)),
            np.zeros((bets, most)),
        )

    def merge(self, other: "Tally") -> None:
        mine = (self.perfect, self.parts, self.given, *self.halves)
        for one, another in zip(mine, (other.perfect, other.parts, other.given, *other.halves), strict=True):
            one.merge(another)
        self.best = np.maximum(self.best, other.best)
        self.rounds_by_coup += other.rounds_by_coup
        self.favoured_by_coup += other.favoured_by_coup
        self.won_by_coup += other.won_by_coup

    def add(self, walk: Walk, is_dealt: npt.NDArray[np.bool_], prices: Floats, counters: Sequence[Counter]) -> None:
        rows = _Rows(walk.shoe_of_row[is_dealt], walk.coups[is_dealt], walk.shoes)
        prices = prices[is_dealt]
        limits = [np.ones(len(prices), dtype=bool) if last is None else rows.coups <= last for last in self.last_coups]
        favoured = prices > 0
        self._add_by_coup(rows, prices, favoured)
        won = rows.by_shoe(np.where(favoured, prices, 0.0))  # of the perfect counter, by shoe and bet
        both = [(favoured[:, place], favoured[:, place] & limits[place]) for place in range(len(limits))]
        _add(self.perfect, rows, both, prices, won)
        self._add_parts(rows, favoured, prices)
        counts = [counter.tags.true_counts(self.copies, walk.unseen)[is_dealt] for counter in counters]
        self._add_given(rows, counts, counters, prices, limits, won)
        self._add_steps(rows, counts, counters, prices, limits, won)

    def _add_by_coup(self, rows: "_Rows", prices: Floats, favoured: npt.NDArray[np.bool_]) -> None:
        self.best = np.maximum(self.best, prices.max(axis=0))
        size = len(self.rounds_by_coup)
        self.rounds_by_coup += np.bincount(rows.coups - 1, minlength=size)
        for place in range(prices.shape[1]):
            above = favoured[:, place]
            self.favoured_by_coup[place] += np.bincount(rows.coups - 1, above, size)
            self.won_by_coup[place] += np.bincount(rows.coups - 1, np.where(above, prices[:, place], 0.0), size)

    def _add_parts(self, rows: "_Rows", favoured: npt.NDArray[np.bool_], prices: Floats) -> None:
        part = np.minimum((rows.coups - 1) // self.coups_of_a_part, PARTS - 1)
        inside = [part == number for number in range(PARTS)]
        bets = np.stack([rows.by_shoe(favoured & each[:, np.newaxis]) for each in inside], axis=2)
        won = np.stack([rows.by_shoe(np.where(favoured & each[:, np.newaxis], prices, 0.0)) for each in inside], axis=2)
        rounds = np.stack([rows.by_shoe(each[:, np.newaxis]) for each in inside], axis=2)
        self.parts.add(bets, won, rounds, np.zeros((1, 1, 1)))

    def _add_given(
        self,
        rows: "_Rows",
        counts: Sequence[Floats],
        counters: Sequence[Counter],
        prices: Floats,
        limits: Sequence[npt.NDArray[np.bool_]],
        perfect: Floats,
    ) -> None:
        asked = [counter.trigger for counter in counters]
        bets = [count >= (np.inf if trigger is None else trigger) for count, trigger in zip(counts, asked, strict=True)]
        _add(self.given, rows, [(bet, bet & limit) for bet, limit in zip(bets, limits, strict=True)], prices, perfect)

    def _add_steps(
        self,
        rows: "_Rows",
        counts: Sequence[Floats],
        counters: Sequence[Counter],
        prices: Floats,
        limits: Sequence[npt.NDArray[np.bool_]],
        perfect: Floats,
    ) -> None:
        """From each step on: sums by shoe and step, added up from the highest."""
        if all(counter.trigger is not None for counter in counters):
            return
        bets, won = np.zeros((2, rows.shoes, len(counts), STEPS, 2))
        for place, count in enumerate(counts):
            step = np.clip(np.floor((count - LOWEST_COUNT) * STEPS_PER_COUNT), -1, STEPS - 1).astype(np.int64)
            for column, within in enumerate((np.ones_like(limits[place]), limits[place])):
                counted = within & (step >= 0)
                cell = (rows.shoe * STEPS + step)[counted]
                for into, weights in ((bets, None), (won, prices[counted, place])):
                    sums = np.bincount(cell, weights, rows.shoes * STEPS).reshape(rows.shoes, STEPS)
                    into[:, place, :, column] = sums[:, ::-1].cumsum(axis=1)[:, ::-1]
        rounds = rows.rounds[:, np.newaxis, np.newaxis, np.newaxis]
        beside = perfect[:, :, np.newaxis, np.newaxis]
        for half, moments in enumerate(self.halves):
            moments.add(bets[1 - half :: 2], won[1 - half :: 2], rounds[1 - half :: 2], beside[1 - half :: 2])

    def shares_by_part(self, place: int, last: int) -> tuple[Estimate, ...]:
        parts = min(PARTS, -(-last // self.coups_of_a_part))
        return tuple(self.parts.ratio(BETS, ROUNDS, place, part) for part in range(parts))

    def measured(self, place: int, counter: Counter) -> Measured | None:
        """None where too few shoes reach a trigger, or no trigger wins enough to be told from luck."""
        if counter.trigger is not None:
            return _measured(counter.trigger, self.given, (place,))
        choosing, measuring = self.halves
        enough = choosing.betting[place, :, 0] >= SHOES_TO_TRUST
        gains = np.where(enough, choosing.total(WON)[place, :, 0], -np.inf)
        step = int(gains.argmax())
        found = choosing.ratio(WON, ROUNDS, place, step, 0)
        if not enough[step] or found.value <= ERRORS_ABOVE_ZERO * found.error:
            return None
        return _measured(LOWEST_COUNT + step / STEPS_PER_COUNT, measuring, (place, step))


class _Rows:
    """Rounds of some shoes, to be summed up by shoe."""

    def __init__(self, shoe: Ints, coups: Ints, shoes: int) -> None:
        self.shoe, self.coups, self.shoes = shoe, coups, shoes
        self._starts = np.searchsorted(shoe, np.arange(shoes))
        self.rounds = np.bincount(shoe, minlength=shoes).astype(np.float64)
        assert self.rounds.all(), "sums by shoe need a round in each"

    def by_shoe(self, values: npt.NDArray[np.generic]) -> Floats:
        return np.asarray(np.add.reduceat(values.astype(np.float64), self._starts, axis=0))


def _add(
    moments: ShoeMoments,
    rows: _Rows,
    bets: Sequence[tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]],
    prices: Floats,
    perfect: Floats,
) -> None:
    """For each bet the rounds in which it is made, without and with limits."""
    made = np.stack([np.stack(both, axis=1) for both in bets], axis=1)
    won = np.where(made, prices[:, :, np.newaxis], 0.0)
    moments.add(
        rows.by_shoe(made), rows.by_shoe(won), rows.rounds[:, np.newaxis, np.newaxis], perfect[:, :, np.newaxis]
    )


def _measured(trigger: float, moments: ShoeMoments, at: tuple[int, ...]) -> Measured | None:
    gain = moments.gain(*at, 0)
    if not gain.is_supported:
        return None
    return Measured(trigger, gain, moments.gain(*at, 1), moments.ratio(WON, PERFECT, *at, 0))
