"""Shoes dealt through, keeping what somebody who counts every card knows before each round.

Cards burned face down are never seen, so to the counter they are as good as still in the shoe. How many cards a round
takes is asked of the book's drawing rule once for every two totals and next card, and looked up from then on.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

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
    shoes: int


@dataclass(frozen=True)
class ShoeTables:
    """What dealing needs to know of a book, as arrays."""

    size: int
    points_of: Counted  # by face
    total_of: Counted  # by two points
    takes: Counted  # by both totals and the points of a fifth card: the cards of the round
    burned: Counted  # by the face of the first card: how many cards are burned, itself included
    cards: Counted  # all of the shoe, by face

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


def walk_shoes(tables: ShoeTables, shoes: int, cut_card: int, chance: np.random.Generator) -> Walk:
    order = chance.permuted(np.broadcast_to(tables.cards, (shoes, tables.size)), axis=1)
    rounds_max = shoes * (tables.size // 4 + 1)
    unseen = np.empty((rounds_max, len(tables.points_of)))
    coups = np.empty(rounds_max, dtype=np.int64)
    rows = _walk(order, cut_card, tables.points_of, tables.total_of, tables.takes, tables.burned, unseen, coups)
    return Walk(unseen[:rows], coups[:rows], shoes)


@compiled
def _walk(
    order: Counted,
    cut_card: int,
    points_of: Counted,
    total_of: Counted,
    takes: Counted,
    burned: Counted,
    unseen: Counted,
    coups: Counted,
) -> int:
    """Fill `unseen` and `coups`; the number of rows filled."""
    row = 0
    full = np.bincount(order[0])
    for shoe in range(order.shape[0]):
        cards = order[shoe]
        left = full.copy()
        at = burned[cards[0]]
        if at:
            left[cards[0]] -= 1  # it was turned up
        coup = 0
        while len(cards) - at > cut_card:
            coup += 1
            unseen[row] = left
            coups[row] = coup
            row += 1
            player = total_of[points_of[cards[at]], points_of[cards[at + 2]]]
            banker = total_of[points_of[cards[at + 1]], points_of[cards[at + 3]]]
            for _ in range(takes[player, banker, points_of[cards[at + 4]]]):
                left[cards[at]] -= 1
                at += 1
    return row
