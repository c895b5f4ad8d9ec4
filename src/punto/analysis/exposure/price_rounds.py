"""A shoe that was really dealt, priced round by round: what each bet was worth before it, and what it paid."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.analysis.exposure.real_shoes import RealShoe
from punto.analysis.solver.solver import Solver
from punto.analysis.tabular import Row, Tabular, row
from punto.rules.coup import CARDS_AT_MOST
from punto.rules.rulebook import RuleBook

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PricedShoe(Tabular):
    book: RuleBook
    shoe: RealShoe
    number: int  # from 1
    unseen: npt.NDArray[np.int64]  # before each round, by face
    expectations: Floats  # by round and bet
    paid: Floats  # odds by round and bet; a bet that was closed counts too

    def records(self) -> list[Row]:
        """A row for each round and bet."""
        return [
            row(
                book=self.book.id,
                shoe=self.number,
                round=place + 1,
                cards=str(coup),
                unseen=int(self.unseen[place].sum()),
                bet=bet.id,
                expectation=float(self.expectations[place, column]),
                paid=float(self.paid[place, column]),
                is_open=bet.is_offered_in(place + 1),
            )
            for place, coup in enumerate(self.shoe.coups)
            for column, bet in enumerate(self.book.bets)
        ]


def price_rounds(book: RuleBook, shoe: RealShoe, number: int = 1) -> PricedShoe:
    """What nobody saw, cards burned face down among them, counts as unseen."""
    unseen = unseen_before(book, shoe)
    paid = np.array([[float(bet.odds(coup)) for bet in book.bets] for coup in shoe.coups])
    priced = np.full(paid.shape, np.nan)
    enough = unseen.sum(axis=1) >= CARDS_AT_MOST
    priced[enough] = Solver(book).expectations_of_many(unseen[enough])
    return PricedShoe(book, shoe, number, unseen, priced, paid)


def unseen_before(book: RuleBook, shoe: RealShoe) -> npt.NDArray[np.int64]:
    """A row of cards by face for each round."""
    left = book.deck.without([shoe.burn_card] if shoe.burn_card else [])
    rows = []
    for coup in shoe.coups:
        rows.append([left[face] for face in book.deck.faces])
        for card in (*coup.player.cards, *coup.banker.cards):
            left[card] -= 1
    return np.array(rows, dtype=np.int64)
