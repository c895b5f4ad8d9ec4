"""What a card counter could win from each bet of a book: why side bets close late in the shoe.

Many shoes are dealt, and before every round each bet is priced for the unseen cards. A perfect counter stakes one unit
whenever that is positive. A linear counter adds up tags and bets from a trigger count on: a given one, or one chosen on
every other shoe and measured on the rest. Both are reported with and without the book's last-round limits, and several
cut cards are studied on the same shoes. Nothing of a round is kept but its part in sums, so any number of shoes fits.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from punto.analysis.estimate import Estimate
from punto.analysis.exposure.counting_tags import Tags, effects_of_removal, given_tags, tags_of
from punto.analysis.exposure.own_tags import tags_text
from punto.analysis.exposure.procedure import Procedure
from punto.analysis.exposure.shoe_moments import NO_GAIN, Gain
from punto.analysis.exposure.tally import Counter, Tally
from punto.analysis.exposure.walk_shoes import ShoeTables, deal_through
from punto.analysis.simulation.limits import check_seed
from punto.analysis.solver.solver import Solver
from punto.analysis.tabular import Row, Tabular, row
from punto.rules.bet import Bet
from punto.rules.invalid_input import InvalidInput
from punto.rules.rulebook import RuleBook
from punto.rules.shoe import CUT_CARD_DEFAULT

Floats = npt.NDArray[np.float64]

SHOES_AT_ONCE = 50  # even, so that half the shoes are every other one
SHOES_MAX = 10_000_000
TRIGGER_MAX = 1_000


class CannotExpose(InvalidInput):
    """A question about exposure that has no answer."""


@dataclass(frozen=True)
class OwnCount:
    """What somebody wants counted for a bet; what is not given is found."""

    tags: Floats | None = None  # by face
    trigger: float | None = None  # a true count

    def __post_init__(self) -> None:
        if self.trigger is not None and not abs(self.trigger) <= TRIGGER_MAX:
            raise CannotExpose(f"a trigger of {self.trigger:g} is not between -{TRIGGER_MAX:,} and {TRIGGER_MAX:,}")


@dataclass(frozen=True)
class LinearCount:
    tags: Tags
    trigger: float | None  # bet from this true count on; None where the sample supports none
    gain: Gain | None  # None without a trigger, and where too few shoes reach it
    gain_in_limits: Gain | None
    share_of_perfect: Estimate | None  # of what a perfect counter wins from the same shoes
    is_given: bool = False  # the trigger: then every shoe measures it, otherwise every other


@dataclass(frozen=True)
class BetExposure:
    bet: Bet
    fresh: float  # expectation at the start of a shoe, nothing seen
    best: float  # the highest expectation met
    perfect: Gain
    perfect_in_limits: Gain
    linear: LinearCount
    share_by_part: tuple[Estimate, ...]  # of the rounds in each part of the shoe, those that favour the patron
    share_by_coup: Floats  # of the shoes that reach a round, those in which the expectation is above zero
    gain_by_coup: Floats  # per 100 rounds of that number


@dataclass(frozen=True)
class Exposure(Tabular):
    book: RuleBook
    shoes: int
    coups: int
    procedure: Procedure
    seed: int
    shoes_by_coup: npt.NDArray[np.int64]  # how many shoes had a first, second, … round
    coups_of_a_part: int  # parts of a shoe have so many rounds; the last has all the rest
    effects: Floats  # of removal, by face and bet
    bets: tuple[BetExposure, ...]

    @property
    def cut_card(self) -> int:
        return self.procedure.cut_card

    def records(self) -> list[Row]:
        """A row for each bet; figures are empty where the shoes support none."""
        return [self._record(each) for each in self.bets]

    def _record(self, each: BetExposure) -> Row:
        linear = each.linear
        found = row(
            book=self.book.id,
            bet=each.bet.id,
            decks=self.book.deck.copies,
            cut_card=self.procedure.cut_card,
            more_rounds=self.procedure.more_rounds,
            shoes=self.shoes,
            rounds=self.coups,
            seed=self.seed,
            last_round=each.bet.last_coup_offered,
            fresh=each.fresh,
        )
        for name, gain in (
            ("perfect", each.perfect),
            ("perfect_open", each.perfect_in_limits),
            ("linear", linear.gain or NO_GAIN),
            ("linear_open", linear.gain_in_limits or NO_GAIN),
        ):
            cells = row(share=gain.share, edge=gain.mean_edge, per_100=gain.per_100_coups, per_shoe=gain.per_shoe)
            unknown = cells if gain is NO_GAIN else () if gain.is_supported else ("edge", "edge_error")
            found |= {f"{name}_{key}": None if key in unknown else cell for key, cell in cells.items()}
        tags = tags_text(self.book.deck, linear.tags.tags)
        return found | row(trigger=linear.trigger, correlation=linear.tags.correlation or None, tags=tags)


@dataclass(frozen=True)
class _Study:
    """What every part of the shoes is counted with."""

    solver: Solver
    tables: ShoeTables
    counters: Sequence[Counter]
    procedures: Sequence[Procedure]

    def tally(self, shoes: int, seed: np.random.SeedSequence) -> list[Tally]:
        """A tally for each procedure, all of the same shoes."""
        deepest = min(self.procedures, key=lambda each: each.cut_card)
        walk = deal_through(self.tables, shoes, deepest, np.random.default_rng(seed))
        prices = self.solver.expectations_of_many(walk.unseen)
        tallies = []
        for procedure in self.procedures:
            tallies.append(Tally.empty(self.solver.book, self.counters, self.tables.cards_of_a_coup))
            tallies[-1].add(walk, walk.is_dealt_by(procedure), prices, self.counters)
        return tallies


def exposure(
    book: RuleBook,
    shoes: int,
    seed: int,
    cut_card: int = CUT_CARD_DEFAULT,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _shoes: None,
    *,
    more_rounds: int = 0,
    counts: Mapping[str, OwnCount] | None = None,
) -> Exposure:
    """Depends on the seed, not on the number of threads; `progress` is told how many shoes are done."""
    procedures = [Procedure(cut_card, more_rounds)]
    return exposures(book, shoes, seed, procedures, threads, progress, counts=counts)[0]


def exposures(
    book: RuleBook,
    shoes: int,
    seed: int,
    procedures: Sequence[Procedure],
    threads: int = 1,
    progress: Callable[[int], None] = lambda _shoes: None,
    *,
    counts: Mapping[str, OwnCount] | None = None,
) -> tuple[Exposure, ...]:
    """The same shoes by several procedures, which differ in their cut cards alone."""
    counts = counts or {}
    _check(book, shoes, seed, procedures, counts)
    solver = Solver(book)
    effects = effects_of_removal(solver)
    counters = [_counter(effects[:, place], counts.get(bet.id, OwnCount())) for place, bet in enumerate(book.bets)]
    tables = ShoeTables.of(book)
    study = _Study(solver, tables, counters, procedures)
    parts = [min(SHOES_AT_ONCE, shoes - start) for start in range(0, shoes, SHOES_AT_ONCE)]
    seeds = np.random.SeedSequence(seed).spawn(len(parts))
    totals = [Tally.empty(book, counters, tables.cards_of_a_coup) for _ in procedures]
    done = 0
    pool = ThreadPoolExecutor(threads)
    try:
        for part, found in zip(parts, pool.map(study.tally, parts, seeds), strict=True):
            for total, each in zip(totals, found, strict=True):
                total.merge(each)
            done += part
            progress(done)
    finally:  # an interrupt waits for the parts in progress and cancels the rest
        pool.shutdown(cancel_futures=True)
    told = partial(_told, solver, shoes, seed, effects, counters)
    return tuple(told(procedure, total) for procedure, total in zip(procedures, totals, strict=True))


def check_shoes(shoes: int) -> None:
    if not 2 <= shoes <= SHOES_MAX:
        raise CannotExpose(f"{shoes} shoes cannot be counted; choose from 2 to {SHOES_MAX:,}")


def _check(
    book: RuleBook, shoes: int, seed: int, procedures: Sequence[Procedure], counts: Mapping[str, OwnCount]
) -> None:
    check_shoes(shoes)
    check_seed(seed)
    if len({each.more_rounds for each in procedures}) != 1:
        raise CannotExpose("the procedures of one study deal the same number of rounds after the cut card")
    for procedure in procedures:
        procedure.check(book)
    for bet in counts:
        book.bet(bet)  # refuses one that it does not have


def _counter(effects: Floats, own: OwnCount) -> Counter:
    return Counter(tags_of(effects) if own.tags is None else given_tags(effects, own.tags), own.trigger)


def _told(
    solver: Solver,
    shoes: int,
    seed: int,
    effects: Floats,
    counters: Sequence[Counter],
    procedure: Procedure,
    total: Tally,
) -> Exposure:
    book, by_coup = solver.book, total.rounds_by_coup
    last = int(np.flatnonzero(by_coup)[-1]) + 1
    by_coup = by_coup[:last]
    fresh = solver.expectations(solver.counts(book.deck.without(())))
    bets = tuple(
        BetExposure(
            bet,
            float(fresh[place]),
            float(total.best[place]),
            total.perfect.gain(place, 0),
            total.perfect.gain(place, 1),
            _linear(total, counters[place], place),
            total.shares_by_part(place, last),
            total.favoured_by_coup[place, :last] / by_coup,
            100 * total.won_by_coup[place, :last] / by_coup,
        )
        for place, bet in enumerate(book.bets)
    )
    part = total.coups_of_a_part
    return Exposure(book, shoes, int(by_coup.sum()), procedure, seed, by_coup, part, effects, bets)


def _linear(total: Tally, counter: Counter, place: int) -> LinearCount:
    found = total.measured(place, counter)
    is_given = counter.trigger is not None
    if found is None:
        return LinearCount(counter.tags, counter.trigger, None, None, None, is_given)
    return LinearCount(counter.tags, found.trigger, found.gain, found.in_limits, found.share_of_perfect, is_given)
