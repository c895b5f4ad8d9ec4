"""What a card counter keeps in mind: effects of removal, the small whole tags made from them, and when to bet.

The effect of removal of a card is what a bet's expectation gains when one such card leaves a full shoe. A count adds a
tag for each card seen; divided by the decks left it is the true count. Tags are the smallest whole numbers that follow
the effects closely and sum to zero over a deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from punto.analysis.solver.solver import Solver
from punto.rules.cards import Card
from punto.rules.rulebook import RuleBook

Floats = npt.NDArray[np.float64]

FOLLOWS_CLOSELY = 0.97  # correlation of tags and effects
TAG_MAX = 12
SMALLEST_EFFECT = 1e-12  # anything below is rounding
SCALES = 41  # tried for each largest tag


@dataclass(frozen=True)
class Tags:
    """For one bet; by face, in the order of the deck."""

    effects: Floats
    tags: Floats
    correlation: float  # of tags and effects

    def true_counts(self, copies: int, unseen: Floats) -> Floats:
        """The running count divided by the decks unseen, which is what the published studies divide by."""
        running = (copies - unseen) @ self.tags
        return np.asarray(running / (unseen.sum(axis=1) / len(self.tags)))


def effects_of_removal(solver: Solver) -> Floats:
    """By face and bet: the expectation without one such card minus that of the full shoe."""
    full = solver.counts(solver.book.deck.without(()))
    less = full - np.eye(len(full), dtype=np.int64)
    every = solver.expectations_of_many(np.vstack([full, less]))
    return np.asarray(every[1:] - every[0])


def tags_of(effects: Floats) -> Tags:
    """Tags for one bet's effects; all zero for a bet that no card moves."""
    largest = float(np.abs(effects).max())
    best = Tags(effects, np.zeros(len(effects)), 0.0)
    if largest < SMALLEST_EFFECT:
        return best
    for level in range(1, TAG_MAX + 1):
        for scale in np.linspace(level - 0.49, level + 0.49, SCALES):
            tags = np.rint(effects / largest * scale) + 0.0  # no zero below zero
            if tags.sum() == 0 and tags.any():
                follows = float(np.corrcoef(tags, effects)[0, 1])
                if follows > best.correlation:
                    best = Tags(effects, tags, follows)
        if best.correlation >= FOLLOWS_CLOSELY:
            break
    return best


def given_tags(effects: Floats, tags: Floats) -> Tags:
    """Somebody's own tags, beside the effects they should follow."""
    is_flat = np.ptp(tags) == 0 or np.ptp(effects) < SMALLEST_EFFECT
    return Tags(effects, tags, 0.0 if is_flat else float(np.corrcoef(tags, effects)[0, 1]))


def faces_alike(book: RuleBook, effects: Floats) -> list[tuple[str, list[int]]]:
    """Faces whose removal has the same effect on every bet, named together: `A`, `T J Q K`, or by suit too."""
    return groups_alike(book, effects.T)


def groups_alike(book: RuleBook, rows: Sequence[Floats] | Floats) -> list[tuple[str, list[int]]]:
    """Faces with the same value in every row."""
    faces = list(book.deck.faces)
    values = np.round(np.array(rows).T, 13) + 0.0  # so that there is one zero

    def key(place: int) -> tuple[float, ...]:
        return tuple(values[place])

    order = sorted(range(len(faces)), key=lambda place: (key(place), place))
    groups = [list(group) for _, group in groupby(order, key=key)]
    groups.sort(key=min)
    return [(_name([faces[place] for place in group], faces), group) for group in groups]


def _name(cards: list[Card], deck: list[Card]) -> str:
    """By rank where every suit of the rank is there, else card by card."""
    ranks = list(dict.fromkeys(card.rank for card in cards))
    if len(cards) == sum(card.rank in ranks for card in deck):
        return " ".join(ranks)
    suits = list(dict.fromkeys(card.suit for card in cards))
    if len(cards) == len(ranks) * len(suits):
        return f"{' '.join(ranks)} ({' '.join(suits)})"
    return " ".join(map(str, cards))
