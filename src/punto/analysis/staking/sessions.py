"""Many sessions of one strategy: every round is settled by the book's lines, and each bankroll is followed.

A session starts with a fresh shoe and a full bankroll. It ends after its rounds, in ruin when less than one unit is
left, or when the strategy returns. A stake above the table's maximum or the bankroll is reduced to it; a bet that the
book has closed is not placed. Money is counted in whole parts of a unit, so that nothing is ever rounded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Protocol

import numpy as np
import numpy.typing as npt

from punto.analysis.odds.bet_odds import BetOdds, BookOdds
from punto.analysis.odds.house_edge import book_odds
from punto.analysis.simulation.limits import check_seed
from punto.analysis.simulation.tables import SimulationTables
from punto.analysis.solver.solver import Solver
from punto.analysis.staking.play_steps import play_steps
from punto.analysis.staking.shoes_in_order import Dealer, DealtShoe
from punto.analysis.staking.strategy import InvalidStake, Patron, Stake, Stakes, Strategy
from punto.rules.invalid_input import InvalidInput, shortened
from punto.rules.money import LOSS
from punto.rules.rulebook import RuleBook

LETTERS = "TPB"  # the order of the tables' winners
CHECKPOINTS = 100  # how often the bankroll is recorded during a session
SESSIONS_MAX, COUPS_MAX, UNITS_MAX = 1_000_000, 1_000_000, 10**9


class CannotStake(InvalidInput):
    """Numbers that no session can have."""


def check_sessions(count: int) -> None:
    if not 1 <= count <= SESSIONS_MAX:
        raise CannotStake(f"from 1 to {SESSIONS_MAX:,} sessions can be played, not {count:,}")


def check_amount(amount: int, most: int) -> None:
    if not 1 <= amount <= most:
        raise CannotStake(f"from 1 to {most:,}, not {amount:,}")


@dataclass(frozen=True)
class Terms:
    """What every session of a run starts with."""

    bet: str
    bankroll: int  # units
    coups: int
    stake_max: int  # units

    def __post_init__(self) -> None:
        for name, value, most in (
            ("the bankroll", self.bankroll, UNITS_MAX),
            ("the rounds of a session", self.coups, COUPS_MAX),
            ("the table's maximum", self.stake_max, UNITS_MAX),
        ):
            try:
                check_amount(value, most)
            except CannotStake as error:
                raise CannotStake(f"{name}: {error}") from None


@dataclass(frozen=True)
class Session:
    """What became of one bankroll; amounts are in units."""

    ending: float
    drawdown: float  # the deepest fall from an earlier peak
    losing_run: int  # wagers lost in a row, pushes aside
    ruined_after: int | None  # rounds
    wagers: int
    staked: int
    path: tuple[float, ...]  # the bankroll at the checkpoints
    expected: float | None = None  # what the stakes won on average, by the count when they were placed; of a counter


class ShoeSource(Protocol):
    """Where the rounds of a session come from: shuffled shoes, or real ones."""

    def shoes(self, seed: int, session: int) -> Iterator[DealtShoe]: ...

    def session(self, seed: int, number: int, coups: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...


class Sessions:
    """Plays sessions by number: the same seed and number always give the same session."""

    def __init__(
        self,
        book: RuleBook,
        tables: SimulationTables,
        strategy: Strategy,
        terms: Terms,
        seed: int,
        dealer: ShoeSource | None = None,
        odds: BookOdds | None = None,
    ) -> None:
        """`odds` are those of the book with a fresh shoe, if they are known; else they are counted when needed."""
        check_seed(seed)
        book.bet(terms.bet)
        self.book, self.tables, self.strategy, self.terms, self.seed = book, tables, strategy, terms, seed
        self._known_odds = odds
        self._dealer = dealer or Dealer(tables, faces_counted=len(book.deck.faces) if strategy.counts_cards else 0)
        self._marks = {round(mark * terms.coups / CHECKPOINTS) for mark in range(1, CHECKPOINTS + 1)} - {0}

    @cached_property
    def parts(self) -> int:
        """Into how many parts a unit is divided so that every payout is whole."""
        return lcm(*(line.pays.denominator for bet in self.book.bets for line in bet.lines))

    @cached_property
    def payouts(self) -> dict[str, list[int]]:
        """For each bet what a unit wins on each outcome, in parts."""
        found = {}
        for place, bet in enumerate(self.book.bets):
            pays = [int(odds * self.parts) for odds in (*(line.pays for line in bet.lines), LOSS)]
            found[bet.id] = [pays[line] for line in self.tables.lines[:, place]]
        return found

    @cached_property
    def variances(self) -> Mapping[str, float]:
        return {each.bet.id: float(each.variance) for each in self._odds.bets}

    @cached_property
    def odds(self) -> BetOdds:
        """Of the chosen bet with a fresh shoe."""
        return next(each for each in self._odds.bets if each.bet.id == self.terms.bet)

    @cached_property
    def _odds(self) -> BookOdds:
        """Of one bet where that is enough."""
        is_one_enough = not self.strategy.counts_cards
        return self._known_odds or book_odds(with_bet_alone(self.book, self.terms.bet) if is_one_enough else self.book)

    def play(self, number: int) -> Session:
        if self.strategy.steps is not None:
            return self._play_steps(number)
        variances = self.variances if self.strategy.counts_cards else {}
        patron = Patron(self.terms.bet, float(self.terms.bankroll), variances=variances)
        ledger = _Ledger(self.terms.bankroll * self.parts, self.parts)
        going, started = self.strategy.play(patron), False
        path, coups = [], 0
        for outcome, offered in self._coups(patron, number):
            patron.bankroll = ledger.left / self.parts
            try:
                wanted = going.send(ledger.won / self.parts) if started else next(going)
            except StopIteration:  # the patron leaves the table
                break
            started = True
            placed = self._placed(wanted, offered, ledger.left // self.parts)
            if self.strategy.counts_cards:
                ledger.expected += sum(stake.units * patron.expectations.get(stake.bet, 0.0) for stake in placed)
            ledger.settle(sum(stake.units * self.payouts[stake.bet][outcome] for stake in placed), placed)
            coups += 1
            if coups in self._marks:
                path.append(ledger.left / self.parts)
            if ledger.left < self.parts or coups == self.terms.coups:
                break
        going.close()
        ruined = coups if ledger.left < self.parts else None
        path += [ledger.left / self.parts] * (len(self._marks) - len(path))
        return ledger.session(ruined, tuple(path), expected=ledger.expected if self.strategy.counts_cards else None)

    def _play_steps(self, number: int) -> Session:
        """The same in machine code."""
        outcomes, coups = self._dealer.session(self.seed, number, self.terms.coups)
        path = np.empty(len(self._marks), dtype=np.int64)
        left, drawdown, losing_run, ruined_after, wagers, staked = play_steps(
            self._step_table,
            outcomes,
            coups,
            self._payouts_of_own,
            self.terms.bankroll * self.parts,
            self.parts,
            self.terms.stake_max,
            self._last_coup,
            self._is_mark,
            path,
        )
        return Session(
            left / self.parts,
            drawdown / self.parts,
            losing_run,
            ruined_after or None,
            wagers,
            staked,
            tuple((path / self.parts).tolist()),
        )

    @cached_property
    def _step_table(self) -> npt.NDArray[np.int64]:
        steps = self.strategy.steps
        assert steps is not None
        return np.array([steps.units, steps.after_win, steps.after_loss], dtype=np.int64)

    @cached_property
    def _payouts_of_own(self) -> npt.NDArray[np.int64]:
        return np.array(self.payouts[self.terms.bet], dtype=np.int64)

    @cached_property
    def _last_coup(self) -> int:
        return self.book.bet(self.terms.bet).last_coup_offered or self.book.deck.size

    @cached_property
    def _is_mark(self) -> npt.NDArray[np.bool_]:
        return np.isin(np.arange(self.terms.coups + 1), sorted(self._marks))

    def _coups(self, patron: Patron, number: int) -> Iterator[tuple[int, int]]:
        """Outcomes one by one, each with its coup number in the shoe, after showing the patron what it may see."""
        letters = [LETTERS[winner] for winner in self.tables.winners]
        for shoe in self._dealer.shoes(self.seed, number):
            patron.results.clear()
            expected = self._expected(shoe)
            for place, outcome in enumerate(shoe.outcomes.tolist()):
                patron.coup = place + 1
                if expected:
                    patron.expectations = expected[place]
                yield outcome, place + 1
                patron.results.append(letters[outcome])

    def _expected(self, shoe: DealtShoe) -> Sequence[Mapping[str, float]]:
        if not self.strategy.counts_cards:
            return ()
        names = [bet.id for bet in self._solver.book.bets]
        return [dict(zip(names, row, strict=True)) for row in self._solver.expectations_of_many(shoe.unseen).tolist()]

    @cached_property
    def _solver(self) -> Solver:
        return Solver(with_bet_alone(self.book, self.terms.bet) if self.strategy.prices_own_bet_only else self.book)

    def _placed(self, wanted: Stakes, coup: int, units_left: int) -> list[Stake]:
        """The part of the wanted stakes that can be placed."""
        if wanted is None:
            return []
        placed = []
        for stake in _checked(wanted):
            if self.book.bet(stake.bet).is_offered_in(coup):
                units = min(stake.units, self.terms.stake_max, units_left)
                units_left -= units
                placed += [Stake(stake.bet, units)] if units else []
        return placed


def with_bet_alone(book: RuleBook, bet: str) -> RuleBook:
    """The same game with one bet: quicker to price."""
    return replace(book, bets=(book.bet(bet),), modes=())


def _checked(wanted: object) -> list[Stake]:
    """What a strategy yields is input and is checked."""
    found = []
    for stake in wanted if isinstance(wanted, list | tuple) else (wanted,):
        units: object = stake.units if isinstance(stake, Stake) else None
        if not isinstance(stake, Stake) or not isinstance(units, int) or units < 1:
            raise InvalidStake(f"a stake is one or more whole units on a bet, not {shortened(repr(stake))}")
        found.append(stake)
    return found


class _Ledger:
    """One bankroll as it goes up and down, in parts of a unit."""

    def __init__(self, left: int, parts: int) -> None:
        self.left, self.parts, self.peak = left, parts, left
        self.won = self.drawdown = self.run = self.losing_run = self.wagers = self.staked = 0
        self.expected = 0.0

    def settle(self, won: int, placed: Sequence[Stake]) -> None:
        self.won = won
        if not placed:
            return
        self.wagers += 1
        self.staked += sum(stake.units for stake in placed)
        self.left += won
        self.peak = max(self.peak, self.left)
        self.drawdown = max(self.drawdown, self.peak - self.left)
        self.run = self.run + 1 if won < 0 else 0 if won > 0 else self.run
        self.losing_run = max(self.losing_run, self.run)

    def session(self, ruined_after: int | None, path: tuple[float, ...], *, expected: float | None) -> Session:
        ending, drawdown = self.left / self.parts, self.drawdown / self.parts
        return Session(ending, drawdown, self.losing_run, ruined_after, self.wagers, self.staked, path, expected)


def as_columns(sessions: Sequence[Session]) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Endings, drawdowns and the like as arrays."""
    names = ("ending", "drawdown", "losing_run", "wagers", "staked")
    return {name: np.array([getattr(each, name) for each in sessions], dtype=np.float64) for name in names}
