"""Effects of removal as a result of its own: what every bet gains when one card of a kind leaves a full shoe."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.analysis.exposure.counting_tags import Tags, effects_of_removal, faces_alike, tags_of
from punto.analysis.solver.solver import Solver
from punto.analysis.tabular import Row, Tabular, row
from punto.rules.rulebook import RuleBook


@dataclass(frozen=True)
class Removal(Tabular):
    book: RuleBook
    effects: npt.NDArray[np.float64]  # by face and bet
    tags: tuple[Tags, ...]  # by bet

    @property
    def cards(self) -> list[tuple[str, list[int]]]:
        """Kinds of card that no bet tells apart, with the places of their faces."""
        return faces_alike(self.book, self.effects)

    def records(self) -> list[Row]:
        """A row for each bet and kind of card."""
        return [
            row(
                book=self.book.id,
                decks=self.book.deck.copies,
                bet=bet.id,
                cards=name,
                effect=float(self.effects[faces[0], place]),
                tag=float(self.tags[place].tags[faces[0]]),
            )
            for place, bet in enumerate(self.book.bets)
            for name, faces in self.cards
        ]


def removal(book: RuleBook) -> Removal:
    effects = effects_of_removal(Solver(book))
    return Removal(book, effects, tuple(tags_of(effects[:, place]) for place in range(len(book.bets))))
