"""How many deals end in each outcome, exactly, for any cards left.

Every deal is counted with six cards, needed or not, so that the weights always sum to n(n−1)…(n−5) orderings. The order
in which cards leave a shoe does not matter to a count, so it goes hand by hand: first the ways to deal both first-two
hands by class (faces decide how many), then the third cards by points (the drawing rule sees no faces). A three-card
atom holds for few hands; a second pass moves their share from "does not hold" to "holds".
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import perm

import numpy as np

from punto.analysis.outcomes.hands import Counts, HandClass, Hands, Kinds, first_two_hands, joint_ways, three_card_hands
from punto.analysis.outcomes.outcome_table import Outcome
from punto.rules.cards import Card
from punto.rules.coup import CARDS_AT_MOST, Dealing, Result
from punto.rules.endings import endings
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.invalid_input import InvalidInput
from punto.rules.questions import Atom, FirstTwoAtom

CARDS_COUNTED_MAX = 1_400  # so that the orderings of six stay below 2⁶³


class CannotCount(InvalidInput):
    """Too few cards for a coup, or more than exact counting can handle."""


def orderings(left: Mapping[Card, int]) -> int:
    """In how many orders six of these cards can leave the shoe."""
    cards = sum(left.values())
    if cards < CARDS_AT_MOST:
        raise CannotCount(f"{cards} cards are left, and one round can take {CARDS_AT_MOST}")
    if cards > CARDS_COUNTED_MAX:
        raise CannotCount(f"{cards} cards are more than the {CARDS_COUNTED_MAX:,} that exact counting can handle")
    return perm(cards, CARDS_AT_MOST)


def count_outcomes(dealing: Dealing, left: Mapping[Card, int], atoms: Iterable[Atom]) -> dict[Outcome, int]:
    """The number of orderings that end in each outcome, as far as `atoms` can tell outcomes apart."""
    total, atoms = orderings(left), frozenset(atoms)
    faces = Kinds.by_face(left)
    kinds = faces if any(isinstance(atom, FirstTwoAtom) for atom in atoms) else Kinds.by_points(left)
    first_two = {side: first_two_hands(kinds, dealing.scoring, side, atoms) for side in Side}
    three = {side: three_card_hands(faces, dealing.scoring, side, atoms) for side in Side}
    count = _Count(dealing, kinds)
    count.add_first_two(first_two[PLAYER], first_two[BANKER])
    for side, hands in three.items():
        count.move_three(side, hands, first_two[side.other], joint_ways(faces, hands, kinds, first_two[side.other]))
    count.move_both(three[PLAYER], three[BANKER], joint_ways(faces, three[PLAYER], faces, three[BANKER]))
    assert sum(count.ways.values()) == total, "every ordering ends in one outcome"
    return {outcome: ways for outcome, ways in count.ways.items() if ways}


@dataclass(frozen=True)
class _Count:
    """The count as it grows: orderings by outcome."""

    dealing: Dealing
    kinds: Kinds
    ways: dict[Outcome, int] = field(default_factory=lambda: defaultdict(int))

    def add_first_two(self, player: Hands, banker: Hands) -> None:
        """Every pair of first-two hands, finished with third cards by points."""
        joint = joint_ways(self.kinds, player, self.kinds, banker)
        left = self._points_left(player, banker)
        for ones in player.alike:
            for others in banker.alike:
                cells = np.ix_(ones, others)
                self._finish(
                    player.classes[ones[0]],
                    banker.classes[others[0]],
                    ways=joint[cells].ravel(),
                    left=left[cells].reshape(-1, len(self.kinds.points)),
                )

    def _points_left(self, hands: Hands, others: Hands) -> Counts:
        """For each class of `hands` and of `others`, the cards left by points when both are dealt."""
        taken, taken_by_others = self.kinds.taken(hands.classes), self.kinds.taken(others.classes)
        return self.kinds.points_left - taken[:, np.newaxis, :] - taken_by_others[np.newaxis, :, :]

    def _finish(self, player: HandClass, banker: HandClass, ways: Counts, left: Counts) -> None:
        """Third cards for pairs of hands that differ only in the cards they took: a row of `ways` and `left` each."""
        faces = player.faces | banker.faces
        found = endings(self.dealing, player.total, banker.total, self.kinds.points)
        if (None, None) in found.results:  # both stand: any two cards may follow
            self.ways[Outcome(found.results[None, None], faces)] += int(ways.sum()) * perm(self.kinds.size - 4, 2)
            return
        weighted = ways[:, np.newaxis] * left
        fifth = weighted.sum(axis=0)
        dealt = np.zeros((len(fifth) + 1, len(fifth) + 1), dtype=np.int64)  # by both third cards, 0 for none
        dealt[0, 1:] = dealt[1:, 0] = fifth * (self.kinds.size - 5)
        dealt[1:, 1:] = weighted.T @ left - np.diag(fifth)
        table = dealt.tolist()
        for result, places in found.places.items():
            self.ways[Outcome(result, faces)] += sum(table[one][other] for one, other in places)

    def move_three(self, side: Side, hands: Hands, others: Hands, joint: Counts) -> None:
        """Hands of three on one side for which an atom holds, against every hand of the other side."""
        if not hands.classes:
            return
        left = self._points_left(hands, others).tolist()
        for (row, hand), (column, other) in product(enumerate(hands.classes), enumerate(others.classes)):
            ways = int(joint[row, column])
            third = self.kinds.points[hand.taken[2]]
            totals = (hand.total, other.total) if side is PLAYER else (other.total, hand.total)
            found = endings(self.dealing, *totals, self.kinds.points).results
            without = hand.first_two_faces | other.faces
            for others_third, dealt in (
                (None, self.kinds.size - 5),
                *zip(self.kinds.points, left[row][column], strict=True),
            ):
                thirds = (third, others_third) if side is PLAYER else (others_third, third)
                if thirds in found:
                    self._move(found[thirds], ways * dealt, without, to=hand.faces | other.faces)

    def move_both(self, player: Hands, banker: Hands, joint: Counts) -> None:
        """Hands on both sides at once, which the two passes have moved twice."""
        points = self.kinds.points
        for (row, one), (column, other) in product(enumerate(player.classes), enumerate(banker.classes)):
            found = endings(self.dealing, one.total, other.total, points).results
            if result := found.get((points[one.taken[2]], points[other.taken[2]])):
                ways = int(joint[row, column])
                neither = one.first_two_faces | other.first_two_faces
                self._move(result, ways, one.faces | other.first_two_faces, to=one.faces | other.faces)
                self._move(result, ways, one.first_two_faces | other.faces, to=neither)

    def _move(self, result: Result, ways: int, faces: frozenset[Atom], *, to: frozenset[Atom]) -> None:
        self.ways[Outcome(result, faces)] -= ways
        self.ways[Outcome(result, to)] += ways
