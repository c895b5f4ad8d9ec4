"""The hands one side can hold, in classes that the rules cannot tell apart.

Counting goes by kinds of card: by points where no bet looks at faces, by face where one does, and in between where
cards are only counted. Hands of two or three cards that differ only in the order of the first two are one row, which
can be dealt in two ways.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, product, starmap
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.rules.cards import Card
from punto.rules.hand import Side
from punto.rules.possible.count_states import Counting, Numbers, Tally, counting_of
from punto.rules.questions import Atom, FaceAtom, FirstTwoAtom, ThreeCardAtom
from punto.rules.scoring import Scoring

Counts = npt.NDArray[np.int64]

ROWS_AT_ONCE = 512  # bounds the memory of a joint count


class Draw(NamedTuple):
    """What matters of a third card: its points, and its kind to every atom that counts all cards."""

    points: int
    kinds: Numbers


@dataclass(frozen=True)
class Kinds:
    """Cards sorted into kinds, with how many of each kind are left."""

    cards: tuple[Card, ...]  # one card of each kind
    left: Counts
    points: tuple[int, ...]  # the distinct points, in order
    kind_of: dict[Card, int]  # the kind of every card
    counting: Counting

    @classmethod
    def by_face(cls, left: Mapping[Card, int], counting: Counting | None = None) -> "Kinds":
        return cls._sorted(left, lambda card: card, counting or NO_COUNTING)

    @classmethod
    def by_points(cls, left: Mapping[Card, int], counting: Counting | None = None) -> "Kinds":
        """Cards are alike when they have the same points and are the same to every count."""
        counted = counting or NO_COUNTING
        in_order = dict(sorted(left.items(), key=lambda item: item[0].points))
        return cls._sorted(in_order, lambda card: (card.points, counted.of_card(card)), counted)

    @classmethod
    def _sorted(cls, left: Mapping[Card, int], key: Callable[[Card], object], counting: Counting) -> "Kinds":
        cards: dict[object, Card] = {}
        totals: dict[object, int] = defaultdict(int)
        for card, count in left.items():
            if count:
                cards.setdefault(key(card), card)
                totals[key(card)] += count
        number = {each: place for place, each in enumerate(cards)}
        return cls(
            tuple(cards.values()),
            left=np.array([totals[each] for each in cards], dtype=np.int64),
            points=tuple(sorted({card.points for card in cards.values()})),
            kind_of={card: number[key(card)] for card, count in left.items() if count},
            counting=counting,
        )

    @cached_property
    def size(self) -> int:
        return int(self.left.sum())

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """What a third card can be; where no atom counts all cards, these are the points."""
        return tuple(sorted(set(map(self._draw, self.cards))))

    def _draw(self, card: Card) -> Draw:
        return Draw(card.points, self.counting.of_third(card))

    @cached_property
    def place_of_card(self) -> tuple[int, ...]:
        """For each kind, the index of its draw."""
        place_of = {draw: place for place, draw in enumerate(self.draws)}
        return tuple(place_of[self._draw(card)] for card in self.cards)

    @cached_property
    def starts(self) -> Counts:
        """Where in the draws each points begin."""
        return np.searchsorted([draw.points for draw in self.draws], self.points)

    @cached_property
    def draws_left(self) -> Counts:
        return np.bincount(self.place_of_card, weights=self.left).astype(np.int64)

    def taken(self, hands: Iterable["HandClass"]) -> Counts:
        """How many cards of each draw every hand took: a row for each."""
        return np.array([np.bincount(hand.taken, minlength=len(self.draws)) for hand in hands], dtype=np.int64)


NO_COUNTING = counting_of((), ())


@dataclass(frozen=True)
class HandClass:
    """Hands alike in everything that matters later: the cards they take from the shoe, their total, their faces."""

    total: int  # of the first two cards
    faces: frozenset[Atom]
    tally: Tally  # of the first two cards
    taken: tuple[int, ...]  # the places of their draws

    @property
    def first_two_faces(self) -> frozenset[Atom]:
        return frozenset(atom for atom in self.faces if isinstance(atom, FirstTwoAtom))


@dataclass(frozen=True)
class Hands:
    """All ways to hold two (or three) cards, row by row, sorted by class."""

    columns: Counts  # one row for each way: indices of kinds
    times: Counts  # in how many orders each way can be dealt
    classes: tuple[HandClass, ...]
    starts: Counts  # where in the rows each class begins

    def ways(self, left: Counts) -> Counts:
        """How many ways there are to take each row's cards from `left` (its last axis being kinds)."""
        ways = np.broadcast_to(self.times, (*left.shape[:-1], len(self.times))).copy()
        for position in range(self.columns.shape[1]):
            kind = self.columns[:, position]
            already = sum((self.columns[:, earlier] == kind).astype(np.int64) for earlier in range(position))
            ways *= left[..., kind] - already
        return ways

    def ways_by_class(self, left: Counts) -> Counts:
        return _sum_by_class(self.ways(left), self.starts, axis=-1)

    @cached_property
    def alike(self) -> list[list[int]]:
        """Classes that differ only in the cards they took."""
        groups: dict[tuple[int, frozenset[Atom], Tally], list[int]] = defaultdict(list)
        for index, each in enumerate(self.classes):
            groups[each.total, each.faces, each.tally].append(index)
        return list(groups.values())


def joint_ways(kinds: Kinds, hands: Hands, other_kinds: Kinds, others: Hands) -> Counts:
    """In how many ways each class of `hands` and each of `others` can be held together.

    `other_kinds` may be coarser than `kinds`: where faces matter only on one side, the other need not go by face.
    """
    kind_of = np.array([other_kinds.kind_of[card] for card in kinds.cards])
    by_row = np.zeros((len(hands.times), len(others.classes)), dtype=np.int64)
    for start in range(0, len(hands.times), ROWS_AT_ONCE):
        columns = kind_of[hands.columns[start : start + ROWS_AT_ONCE]]
        left = np.repeat(other_kinds.left[np.newaxis, :], len(columns), axis=0)
        for position in range(columns.shape[1]):  # one at a time: a kind may be taken twice
            left[np.arange(len(columns)), columns[:, position]] -= 1
        by_row[start : start + ROWS_AT_ONCE] = others.ways_by_class(left)
    by_row *= hands.ways(kinds.left)[:, np.newaxis]
    return _sum_by_class(by_row, hands.starts, axis=0)


def _sum_by_class(ways: Counts, starts: Counts, axis: int) -> Counts:
    return np.add.reduceat(ways, starts, axis=axis) if len(starts) else ways


def first_two_hands(kinds: Kinds, scoring: Scoring, side: Side, atoms: Iterable[Atom]) -> Hands:
    asked = [atom for atom in atoms if isinstance(atom, FirstTwoAtom) and atom.side is side]
    ways: dict[tuple[int, ...], HandClass] = {}
    for first, second in product(range(len(kinds.cards)), repeat=2):
        faces = (atom for atom in asked if atom.test(kinds.cards[first], kinds.cards[second]))
        ways[first, second] = _class_of((first, second), frozenset(faces), kinds, scoring)
    return _sorted_by_class(ways, size=2)


def three_card_hands(kinds: Kinds, scoring: Scoring, side: Side, atoms: Iterable[Atom]) -> Hands:
    """Only the hands of three for which some three-card atom holds, which are few."""
    of_side = [atom for atom in atoms if isinstance(atom, FaceAtom) and atom.side is side]
    holding: dict[tuple[int, ...], set[Atom]] = defaultdict(set)
    for atom in of_side:
        if isinstance(atom, ThreeCardAtom):
            truths = starmap(atom.test, product(kinds.cards, repeat=3))
            for way in compress(product(range(len(kinds.cards)), repeat=3), truths):
                holding[way].add(atom)
    for atom in of_side:
        if isinstance(atom, FirstTwoAtom):
            for way, faces in holding.items():
                if atom.test(kinds.cards[way[0]], kinds.cards[way[1]]):
                    faces.add(atom)
    ways = {way: _class_of(way, frozenset(faces), kinds, scoring) for way, faces in holding.items()}
    return _sorted_by_class(ways, size=3)


def _class_of(way: tuple[int, ...], faces: frozenset[Atom], kinds: Kinds, scoring: Scoring) -> HandClass:
    first, second = kinds.cards[way[0]], kinds.cards[way[1]]
    places = [kinds.place_of_card[kind] for kind in way]
    return HandClass(
        total=scoring.total(first.points, second.points),
        faces=faces,
        tally=kinds.counting.of_two(first, second),
        taken=(*sorted(places[:2]), *places[2:]),
    )


def _sorted_by_class(ways: Mapping[tuple[int, ...], HandClass], size: int) -> Hands:
    """Rows sorted by class; two orders of the same first two cards become one row with two ways."""
    rows: list[tuple[HandClass, tuple[int, ...], int]] = []
    for way, hand_class in ways.items():
        first, second, *rest = way
        turned = (second, first, *rest)
        is_same = first != second and ways.get(turned) == hand_class
        if not is_same or first < second:
            rows.append((hand_class, way, 2 if is_same else 1))
    order: dict[HandClass, int] = {}
    for hand_class, _, _ in rows:
        order.setdefault(hand_class, len(order))
    rows.sort(key=lambda row: order[row[0]])
    class_of_row = [order[hand_class] for hand_class, _, _ in rows]
    return Hands(
        columns=np.array([way for _, way, _ in rows], dtype=np.int64).reshape(-1, size),
        times=np.array([times for _, _, times in rows], dtype=np.int64),
        classes=tuple(order),
        starts=np.searchsorted(class_of_row, np.arange(len(order))).astype(np.int64),
    )
