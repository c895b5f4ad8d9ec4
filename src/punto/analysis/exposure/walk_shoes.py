"""Shoes dealt through, keeping what somebody who counts every card knows before each round.

Cards burned face down are never seen, so to the counter they are as good as still in the shoe. How many cards a round
takes is asked of the book's drawing rule once for every two totals and next card, and looked up from then on.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from punto.analysis.exposure.procedure import ENDS_WITH_CUT_CARD, Procedure
from punto.analysis.native import compiled
from punto.analysis.solver.plan import Counted
from punto.rules.drawing import Showing
from punto.rules.hand import PLAYER
from punto.rules.rulebook import RuleBook


@dataclass(frozen=True)
class Walk:
    """A row for each round of each shoe."""

    unseen: Counted  # cards by face
    coups: Counted  # which round of its shoe it is, from 1
    left: Counted  # cards in the shoe before it
    shoes: int

    @property
    def shoe_of_row(self) -> Counted:
        return np.asarray(np.cumsum(self.coups == 1) - 1)

    def is_dealt_by(self, procedure: Procedure) -> Counted:
        """Which of the rounds a procedure deals that ends no later than the walk's own."""
        before = np.bincount(self.shoe_of_row, self.left > procedure.cut_card, self.shoes)
        return np.asarray(self.coups <= before[self.shoe_of_row] + procedure.more_rounds)


@dataclass(frozen=True)
class ShoeTables:
    """What dealing needs to know of a book, as arrays."""

    size: int
    points_of: Counted  # by face
    total_of: Counted  # by two points
    takes: Counted  # by both totals and the points of a fifth card: the cards of the round
    burned: Counted  # by the face of the first card: how many cards are burned, itself included
    cards: Counted  # all of the shoe, by face

    @cached_property
    def cards_of_a_coup(self) -> float:
        """On average, as if every card were drawn from a full shoe."""
        drawn = np.bincount(self.points_of) / len(self.points_of)
        made = np.zeros(len(self.takes))
        np.add.at(made, self.total_of, np.outer(drawn, drawn))
        return float(np.einsum("p,b,f,pbf->", made, made, drawn, self.takes))

    @classmethod
    def of(cls, book: RuleBook) -> "ShoeTables":
        points = sorted({card.points for card in book.deck.faces})
        totals = sorted({book.scoring.total(*pair) for pair in product(points, repeat=2)})
        total_of = [[totals.index(book.scoring.total(one, other)) for other in points] for one in points]
        takes = np.zeros((len(totals), len(totals), len(points)), dtype=np.int64)
        for (row, player), (column, banker) in product(enumerate(totals), repeat=2):
            for place, fifth in enumerate(points):
                takes[row, column, place] = _cards_taken(book, player, banker, fifth)
        burns = book.burn.for_zero is not None
        return cls(
            book.deck.size,
            np.array([points.index(card.points) for card in book.deck.faces]),
            np.array(total_of),
            takes,
            np.array([1 + book.burn.face_down(face) if burns else 0 for face in book.deck.faces]),
            np.repeat(np.arange(len(book.deck.faces)), book.deck.copies),
        )


def _cards_taken(book: RuleBook, player_total: int, banker_total: int, fifth: int) -> int:
    player, banker = Showing(player_total), Showing(banker_total)
    side = book.drawing.next_to_draw(player, banker)
    if side is None:
        return 4
    if side is PLAYER:
        return 5 if book.drawing.next_to_draw(Showing(player_total, fifth), banker) is None else 6
    return 5 if book.drawing.next_to_draw(player, Showing(banker_total, fifth)) is None else 6


def walk_shoes(book: RuleBook, shoes: int, seed: int, procedure: Procedure = ENDS_WITH_CUT_CARD) -> Walk:
    """What is unseen before every round of so many shuffled shoes; the same seed gives the same shoes."""
    procedure.check(book)
    return deal_through(ShoeTables.of(book), shoes, procedure, np.random.default_rng(seed))


def deal_through(tables: ShoeTables, shoes: int, procedure: Procedure, chance: np.random.Generator) -> Walk:
    order = chance.permuted(np.broadcast_to(tables.cards, (shoes, tables.size)), axis=1)
    rounds_max = shoes * (tables.size // 4 + 1)
    unseen = np.empty((rounds_max, len(tables.points_of)))
    coups, left = np.empty((2, rounds_max), dtype=np.int64)
    tables_of = tables.points_of, tables.total_of, tables.takes, tables.burned
    rows = _walk(order, procedure.cut_card, procedure.more_rounds, *tables_of, unseen, coups, left)
    return Walk(unseen[:rows], coups[:rows], left[:rows], shoes)


@compiled
def _walk(
    order: Counted,
    cut_card: int,
    more_rounds: int,
    points_of: Counted,
    total_of: Counted,
    takes: Counted,
    burned: Counted,
    unseen: Counted,
    coups: Counted,
    left: Counted,
) -> int:
    """Fill `unseen`, `coups` and `left`; the number of rows filled."""
    row = 0
    full = np.bincount(order[0])
    for shoe in range(order.shape[0]):
        cards = order[shoe]
        by_face = full.copy()
        at = burned[cards[0]]
        if at:
            by_face[cards[0]] -= 1  # it was turned up
        coup, more = 0, more_rounds
        while len(cards) - at > cut_card or more > 0:
            if len(cards) - at <= cut_card:
                more -= 1
            coup += 1
            unseen[row] = by_face
            coups[row] = coup
            left[row] = len(cards) - at
            row += 1
            player = total_of[points_of[cards[at]], points_of[cards[at + 2]]]
            banker = total_of[points_of[cards[at + 1]], points_of[cards[at + 3]]]
            fifth = points_of[cards[min(at + 4, len(cards) - 1)]]  # the last round may leave none
            for _ in range(takes[player, banker, fifth]):
                by_face[cards[at]] -= 1
                at += 1
    return row
