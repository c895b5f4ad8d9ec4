"""Everything that the atoms of a book can see of one side's hand, by the totals and third cards that make it.

Putting two such hands together gives every set of atoms that a coup can satisfy, without dealing billions of coups.
No hand has more of one card than `copies`; what the other side holds does not count here.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from punto.rules.cards import Card
from punto.rules.endings import Third
from punto.rules.hand import Side
from punto.rules.possible.count_states import Counting, Numbers, Tally
from punto.rules.questions import Atom, FaceAtom, FirstTwoAtom
from punto.rules.scoring import Scoring

Faces = frozenset[Atom]
Answers = Mapping[
    FaceAtom, list[bool]
]  # of an atom to every two or three of the deck's faces, in the order of `product`

HAND_MAX = 3  # cards


class SeenHand(NamedTuple):
    """The atoms of faces that hold for a hand, and what a count takes over from it."""

    faces: Faces
    tally: Tally  # of the first two cards
    third: tuple[Numbers, ...]  # the kinds of the third card, if there is one


SeenHands = dict[tuple[Side, int, Third], set[SeenHand]]  # by side, two-card total and third card's points


def seen_hands(
    faces: tuple[Card, ...], scoring: Scoring, answers: Answers, counting: Counting, copies: int = HAND_MAX
) -> SeenHands:
    found: SeenHands = defaultdict(set)
    draws = {(card.points, counting.of_third(card)) for card in faces}
    for side in Side:
        asked = {size: [atom for atom in answers if atom.side is side and size_of(atom) == size] for size in (2, 3)}
        for place, pair in enumerate(product(faces, repeat=2)):
            if pair.count(pair[0]) > copies:
                continue
            total = scoring.total(*(card.points for card in pair))
            held: Faces = frozenset(atom for atom in asked[2] if answers[atom][place])
            tally = counting.of_two(*pair)
            found[side, total, None].add(SeenHand(held, tally, ()))
            if not asked[3]:
                for points, kinds in draws:
                    found[side, total, points].add(SeenHand(held, tally, (kinds,)))
                continue
            for number, card in enumerate(faces, start=place * len(faces)):
                if pair.count(card) >= copies:
                    continue
                more = (atom for atom in asked[3] if answers[atom][number])
                found[side, total, card.points].add(SeenHand(held.union(more), tally, (counting.of_third(card),)))
    return found


def held_together(counting: Counting, player: SeenHand, banker: SeenHand) -> Faces:
    """Every atom of cards that holds when the two hands meet."""
    thirds = counting.of_thirds(player.third + banker.third)
    return player.faces | banker.faces | counting.holding(player.tally, banker.tally, thirds)


def size_of(atom: FaceAtom) -> int:
    """How many cards the atom looks at."""
    return 2 if isinstance(atom, FirstTwoAtom) else 3
