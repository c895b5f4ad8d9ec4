"""How many deals end in each outcome, exactly, for any cards left.

Every deal is counted with six cards, needed or not, so that the weights always sum to n(n−1)…(n−5) orderings. The order
in which cards leave a shoe does not matter to a count, so it goes hand by hand: first the ways to deal both first-two
hands by class (faces decide how many), then the third cards by points, which is all that the drawing rule sees, and by
kind where an atom counts all cards. A three-card atom holds for few hands; a second pass moves their share from "does
not hold" to "holds".
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, product
from math import perm

import numpy as np
import numpy.typing as npt

from punto.analysis.odds.limits import CARDS_COUNTED_MAX
from punto.analysis.outcomes.hands import Counts, HandClass, Hands, Kinds, first_two_hands, joint_ways, three_card_hands
from punto.analysis.outcomes.outcome_table import Outcome
from punto.analysis.outcomes.struck import Shares, asked_of_cards, split, storm_of
from punto.rules.cards import Card
from punto.rules.coup import CARDS_AT_MOST, Dealing, Result
from punto.rules.endings import endings
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.invalid_input import InvalidInput
from punto.rules.possible.count_states import Numbers, Tally, counting_of
from punto.rules.questions import Atom, FirstTwoAtom


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
    """The number of orderings that end in each outcome, as far as `atoms` can tell outcomes apart.

    Where they ask about a storm, all numbers are so many times as large that its chances are whole too.
    """
    total, atoms = orderings(left), frozenset(atoms)
    if storm := storm_of(atoms):
        return split(count_outcomes(dealing, left, asked_of_cards(atoms)), Shares(storm, atoms))
    counting = counting_of(atoms, left)
    faces = Kinds.by_face(left, counting)
    kinds = faces if any(isinstance(atom, FirstTwoAtom) for atom in atoms) else Kinds.by_points(left, counting)
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
    held: dict[tuple[Tally, Tally], dict[frozenset[Atom], npt.NDArray[np.bool_]]] = field(default_factory=dict)

    def add_first_two(self, player: Hands, banker: Hands) -> None:
        """Every pair of first-two hands, finished with third cards."""
        joint = joint_ways(self.kinds, player, self.kinds, banker)
        taken, taken_by_banker = self.kinds.taken(player.classes), self.kinds.taken(banker.classes)
        for ones in player.alike:
            for others in banker.alike:
                left = self.kinds.draws_left - taken[ones][:, np.newaxis, :] - taken_by_banker[others][np.newaxis, :, :]
                self._finish(
                    player.classes[ones[0]],
                    banker.classes[others[0]],
                    ways=joint[np.ix_(ones, others)].ravel(),
                    left=left.reshape(-1, len(self.kinds.draws)),
                )

    def _finish(self, player: HandClass, banker: HandClass, ways: Counts, left: Counts) -> None:
        """Third cards for pairs of hands that differ only in the cards they took: a row of `ways` and `left` each."""
        faces = player.faces | banker.faces
        found = endings(self.dealing, player.total, banker.total, self.kinds.points)
        if (None, None) in found.results:  # both stand: any two cards may follow
            held = faces | self._holding(player.tally, banker.tally, ())
            self.ways[Outcome(found.results[None, None], held)] += int(ways.sum()) * perm(self.kinds.size - 4, 2)
            return
        by_holding = self._thirds_by_holding(player.tally, banker.tally)
        if len(by_holding) == 1:  # whatever is drawn: points are enough
            left = np.add.reduceat(left, self.kinds.starts, axis=1)
        dealt = self._third_cards(ways, left)
        for held, is_meant in by_holding.items():
            table = dealt.tolist() if len(by_holding) == 1 else self._by_points(np.where(is_meant, dealt, 0)).tolist()
            for result, places in found.places.items():
                self.ways[Outcome(result, faces | held)] += sum(table[one][other] for one, other in places)

    def _third_cards(self, ways: Counts, left: Counts) -> Counts:
        """Orderings by both third cards; the first row and the first column stand for none."""
        weighted = ways[:, np.newaxis] * left
        fifth = weighted.sum(axis=0)
        dealt = np.zeros((len(fifth) + 1, len(fifth) + 1), dtype=np.int64)
        dealt[0, 1:] = dealt[1:, 0] = fifth * (self.kinds.size - 5)
        dealt[1:, 1:] = weighted.T @ left - np.diag(fifth)
        return dealt

    def _by_points(self, dealt: Counts) -> Counts:
        starts = np.concatenate([[0], self.kinds.starts + 1])
        return np.asarray(np.add.reduceat(np.add.reduceat(dealt, starts, axis=0), starts, axis=1))

    def _thirds_by_holding(self, player: Tally, banker: Tally) -> dict[frozenset[Atom], npt.NDArray[np.bool_]]:
        """The sets of count atoms that third cards can make hold beside two hands, and by which of them."""
        if (player, banker) not in self.held:
            thirds = [(), *((draw.kinds,) for draw in self.kinds.draws)]
            kinds = list(dict.fromkeys(thirds))
            holding = [[self._holding(player, banker, one + other) for other in kinds] for one in kinds]
            numbers = {held: number for number, held in enumerate(dict.fromkeys(chain(*holding)))}
            places = [kinds.index(each) for each in thirds]
            which = np.array([[numbers[held] for held in row] for row in holding])[np.ix_(places, places)]
            self.held[player, banker] = {held: which == number for held, number in numbers.items()}
        return self.held[player, banker]

    def _holding(self, player: Tally, banker: Tally, thirds: tuple[Numbers, ...]) -> frozenset[Atom]:
        counting = self.kinds.counting
        return counting.holding(player, banker, counting.of_thirds(thirds))

    def move_three(self, side: Side, hands: Hands, others: Hands, joint: Counts) -> None:
        """Hands of three on one side for which an atom holds, against every hand of the other side."""
        if not hands.classes:
            return
        draws = self.kinds.draws
        taken, taken_by_others = self.kinds.taken(hands.classes), self.kinds.taken(others.classes)
        for (row, hand), (column, other) in product(enumerate(hands.classes), enumerate(others.classes)):
            ways = int(joint[row, column])
            third = draws[hand.taken[2]]
            totals = (hand.total, other.total) if side is PLAYER else (other.total, hand.total)
            tallies = (hand.tally, other.tally) if side is PLAYER else (other.tally, hand.tally)
            found = endings(self.dealing, *totals, self.kinds.points).results
            without = hand.first_two_faces | other.faces
            left = (self.kinds.draws_left - taken[row] - taken_by_others[column]).tolist()
            for others_third, dealt in ((None, self.kinds.size - 5), *zip(draws, left, strict=True)):
                points = others_third.points if others_third else None
                thirds = (third.points, points) if side is PLAYER else (points, third.points)
                if thirds in found:
                    kinds = (third.kinds, others_third.kinds) if others_third else (third.kinds,)
                    held = self._holding(*tallies, kinds)
                    self._move(found[thirds], ways * dealt, without | held, to=hand.faces | other.faces | held)

    def move_both(self, player: Hands, banker: Hands, joint: Counts) -> None:
        """Hands on both sides at once, which the two passes have moved twice."""
        for (row, one), (column, other) in product(enumerate(player.classes), enumerate(banker.classes)):
            found = endings(self.dealing, one.total, other.total, self.kinds.points).results
            third, last = self.kinds.draws[one.taken[2]], self.kinds.draws[other.taken[2]]
            if result := found.get((third.points, last.points)):
                ways = int(joint[row, column])
                held = self._holding(one.tally, other.tally, (third.kinds, last.kinds))
                neither = one.first_two_faces | other.first_two_faces | held
                self._move(result, ways, one.faces | other.first_two_faces | held, to=one.faces | other.faces | held)
                self._move(result, ways, one.first_two_faces | other.faces | held, to=neither)

    def _move(self, result: Result, ways: int, faces: frozenset[Atom], *, to: frozenset[Atom]) -> None:
        self.ways[Outcome(result, faces)] -= ways
        self.ways[Outcome(result, to)] += ways
