"""Shoes that were really dealt, in the form that sessions play: the same strategy on the rounds of a file."""

from collections.abc import Iterator, Sequence

import numpy as np

from punto.analysis.exposure.price_rounds import unseen_before
from punto.analysis.exposure.real_shoes import RealShoe
from punto.analysis.simulation.tables import SimulationTables
from punto.analysis.staking.shoes_in_order import Counts, DealtShoe
from punto.rules.bet import Bet
from punto.rules.coup import Coup
from punto.rules.hand import BANKER, PLAYER
from punto.rules.rulebook import RuleBook

WINNERS = (None, PLAYER, BANKER)  # the order of the tables


class RealDealer:
    """Deals the same shoes whatever the seed, and no more of them."""

    def __init__(self, book: RuleBook, tables: SimulationTables, shoes: Sequence[RealShoe]) -> None:
        self._book, self._shoes = book, shoes
        pairs = zip(tables.lines.tolist(), tables.winners.tolist(), strict=True)
        self._outcome_of = {(*lines, winner): outcome for outcome, (lines, winner) in enumerate(pairs)}

    @property
    def coups(self) -> int:
        return sum(len(shoe.coups) for shoe in self._shoes)

    def shoes(self, seed: int, session: int) -> Iterator[DealtShoe]:  # noqa: ARG002
        for shoe in self._shoes:
            yield DealtShoe(self._outcomes(shoe), unseen_before(self._book, shoe))

    def session(self, seed: int, number: int, coups: int) -> tuple[Counts, Counts]:  # noqa: ARG002
        outcomes = np.concatenate([self._outcomes(shoe) for shoe in self._shoes])
        coups_of_shoe = np.concatenate([np.arange(1, len(shoe.coups) + 1) for shoe in self._shoes])
        return outcomes[:coups], coups_of_shoe[:coups].astype(np.int64)

    def _outcomes(self, shoe: RealShoe) -> Counts:
        return np.array([self._outcome(coup) for coup in shoe.coups], dtype=np.int64)

    def _outcome(self, coup: Coup) -> int:
        lines = [_line(bet, coup) for bet in self._book.bets]
        return self._outcome_of[(*lines, WINNERS.index(coup.result.winner))]


def _line(bet: Bet, coup: Coup) -> int:
    """The place of the line that decides, one past the last for a loss."""
    return next((place for place, line in enumerate(bet.lines) if line.when.holds(coup)), len(bet.lines))
