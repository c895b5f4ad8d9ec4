"""What a card counter could win from each bet of a book: why side bets close late in the shoe.

Many shoes are dealt, and before every round each bet is priced for the unseen cards. A perfect counter stakes one unit
whenever that is positive. A linear counter adds up small tags and bets from a trigger count on, which is chosen on
every other shoe and measured on the rest. Both are reported with and without the book's last-round limits.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from punto.analysis.exposure.counting_tags import Tags, effects_of_removal, tags_of
from punto.analysis.exposure.walk_shoes import ShoeTables, walk_shoes
from punto.analysis.solver.solver import Solver
from punto.rules.bet import Bet
from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT, Shoe

Floats = npt.NDArray[np.float64]

SHOES_AT_ONCE = 50  # even, so that half the shoes are every other one
SHOES_MAX = 50_000  # every round is kept until the end, some 12 kB per shoe
SEED_MAX = 2**64


class CannotExpose(InvalidInput):
    """A question about exposure that has no answer."""


@dataclass(frozen=True)
class Gain:
    """What betting one unit in some rounds wins; shares are of all rounds dealt."""

    share: float
    per_100_coups: float
    per_shoe: float

    @property
    def mean_edge(self) -> float:
        """Per round in which a bet is made."""
        return self.per_100_coups / 100 / self.share if self.share else 0.0


NO_GAIN = Gain(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class LinearCount:
    tags: Tags
    trigger: float | None  # bet from this true count on; None where it never pays
    gain: Gain
    gain_in_limits: Gain
    share_of_perfect: float  # of what a perfect counter wins from the same shoes


@dataclass(frozen=True)
class BetExposure:
    bet: Bet
    fresh: float  # expectation at the start of a shoe, nothing seen
    best: float  # the highest expectation met
    perfect: Gain
    perfect_in_limits: Gain
    linear: LinearCount
    share_by_coup: Floats  # of the shoes that reach a round, those in which the expectation is above zero
    gain_by_coup: Floats  # per 100 rounds of that number

    def share_in(self, coups: slice, shoes_by_coup: npt.NDArray[np.int64]) -> float:
        """The share of these rounds of the shoe in which the expectation is positive."""
        weights = shoes_by_coup[coups]
        return float((self.share_by_coup[coups] * weights).sum() / weights.sum())


@dataclass(frozen=True)
class Exposure:
    book: RuleBook
    shoes: int
    coups: int
    cut_card: int
    seed: int
    shoes_by_coup: npt.NDArray[np.int64]  # how many shoes had a first, second, … round
    effects: Floats  # of removal, by face and bet
    bets: tuple[BetExposure, ...]


@dataclass(frozen=True)
class _Rounds:
    """Every round of some shoes, with what the study needs of it."""

    coups: npt.NDArray[np.int64]
    expectations: npt.NDArray[np.float32]
    true_counts: npt.NDArray[np.float32]
    is_for_choosing: npt.NDArray[np.bool_]


def exposure(
    book: RuleBook,
    shoes: int,
    seed: int,
    cut_card: int = CUT_CARD_DEFAULT,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _shoes: None,
) -> Exposure:
    """Depends on the seed, not on the number of threads; `progress` is told how many shoes are done."""
    _check(book, shoes, seed, cut_card)
    solver = Solver(book)
    effects = effects_of_removal(solver)
    tags = [tags_of(effects[:, place]) for place in range(len(book.bets))]
    parts = [min(SHOES_AT_ONCE, shoes - start) for start in range(0, shoes, SHOES_AT_ONCE)]
    seeds = np.random.SeedSequence(seed).spawn(len(parts))
    count = partial(_count_rounds, solver, ShoeTables.of(book), tags, cut_card)
    done, found = 0, []
    pool = ThreadPoolExecutor(threads)
    try:
        for part, rounds in zip(parts, pool.map(count, parts, seeds), strict=True):
            found.append(rounds)
            done += part
            progress(done)
    finally:  # an interrupt waits for the parts in progress and cancels the rest
        pool.shutdown(cancel_futures=True)
    return _summary(solver, shoes, seed, cut_card, effects, tags, _joined(found))


def _check(book: RuleBook, shoes: int, seed: int, cut_card: int) -> None:
    if not 2 <= shoes <= SHOES_MAX:
        raise CannotExpose(f"{shoes} shoes cannot be counted; choose from 2 to {SHOES_MAX:,}")
    if not 0 <= seed < SEED_MAX:
        raise CannotExpose(f"the seed is {seed}; it must be from 0 to 2⁶⁴ − 1")
    Shoe(book.deck, book.deck.cards, cut_card=cut_card)  # refuses an impossible cut card


def _count_rounds(
    solver: Solver, tables: ShoeTables, tags: list[Tags], cut_card: int, shoes: int, seed: np.random.SeedSequence
) -> _Rounds:
    walk = walk_shoes(tables, shoes, cut_card, np.random.default_rng(seed))
    deck = np.full(len(tables.points_of), solver.book.deck.copies, dtype=np.float64)
    counts = np.stack([each.true_counts(deck, walk.unseen) for each in tags], axis=1)
    shoe_of_row = np.cumsum(walk.coups == 1)
    return _Rounds(
        walk.coups,
        solver.expectations_of_many(walk.unseen).astype(np.float32),
        counts.astype(np.float32),
        shoe_of_row % 2 == 0,
    )


def _joined(parts: list[_Rounds]) -> _Rounds:
    return _Rounds(
        np.concatenate([part.coups for part in parts]),
        np.concatenate([part.expectations for part in parts]),
        np.concatenate([part.true_counts for part in parts]),
        np.concatenate([part.is_for_choosing for part in parts]),
    )


def _summary(
    solver: Solver, shoes: int, seed: int, cut_card: int, effects: Floats, tags: list[Tags], rounds: _Rounds
) -> Exposure:
    book = solver.book
    fresh = solver.expectations(solver.counts(book.deck.without(())))
    by_coup = np.bincount(rounds.coups)[1:]
    bets = tuple(
        _bet_exposure(bet, float(fresh[place]), place, shoes, tags[place], rounds, by_coup)
        for place, bet in enumerate(book.bets)
    )
    return Exposure(book, shoes, len(rounds.coups), cut_card, seed, by_coup, effects, bets)


def _bet_exposure(
    bet: Bet, fresh: float, place: int, shoes: int, tags: Tags, rounds: _Rounds, by_coup: npt.NDArray[np.int64]
) -> BetExposure:
    expectation = rounds.expectations[:, place].astype(np.float64)
    above = expectation > 0
    won = np.where(above, expectation, 0.0)
    in_limits = np.ones(len(won), dtype=bool)
    if bet.last_coup_offered is not None:
        in_limits = rounds.coups <= bet.last_coup_offered
    size = len(by_coup) + 1
    return BetExposure(
        bet,
        fresh,
        float(expectation.max()),
        _gain(above, expectation, shoes),
        _gain(above & in_limits, expectation, shoes),
        _linear(tags, rounds, place, expectation, in_limits, shoes),
        np.bincount(rounds.coups, above, size)[1:] / by_coup,
        100 * np.bincount(rounds.coups, won, size)[1:] / by_coup,
    )


def _gain(bets: npt.NDArray[np.bool_], expectation: Floats, shoes: int) -> Gain:
    total = float(expectation[bets].sum())
    return Gain(float(bets.mean()), 100 * total / len(bets), total / shoes)


def _linear(
    tags: Tags, rounds: _Rounds, place: int, expectation: Floats, in_limits: npt.NDArray[np.bool_], shoes: int
) -> LinearCount:
    counts, choosing = rounds.true_counts[:, place], rounds.is_for_choosing
    trigger = _best_trigger(counts[choosing], expectation[choosing])
    if trigger is None:
        return LinearCount(tags, None, NO_GAIN, NO_GAIN, 0.0)
    rest, shoes_measured = ~choosing, shoes - shoes // 2
    bets, measured = counts[rest] >= trigger, expectation[rest]
    gain, perfect = _gain(bets, measured, shoes_measured), _gain(measured > 0, measured, shoes_measured)
    share = gain.per_shoe / perfect.per_shoe if perfect.per_shoe else 0.0
    return LinearCount(tags, trigger, gain, _gain(bets & in_limits[rest], measured, shoes_measured), share)


def _best_trigger(counts: npt.NDArray[np.float32], expectation: Floats) -> float | None:
    """The true count, to a quarter, from which betting wins most; None where no count wins anything."""
    steps = np.floor(counts * 4).astype(np.int64)
    lowest = int(steps.min())
    gains = np.bincount(steps - lowest, expectation)[::-1].cumsum()[::-1]  # of betting from each step on
    best = int(gains.argmax())
    return (best + lowest) / 4 if gains[best] > 0 else None
