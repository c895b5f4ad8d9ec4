"""What atoms see in a side's first two cards, as a small number: the pair code.

Most books ask only whether ranks or suits are equal; such a code comes from comparing cards, many at once. Whether that
is fine enough is proved on every pair of faces; where it is not, the code is looked up for each pair. For three-card
atoms a code also says whether a third card could make one of them hold, so that few coups need a second look. Atoms
that count both sides' cards add what they take over from two cards.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.card_words import can_be_compared
from punto.analysis.simulation.limits import CannotSimulate
from punto.rules.cards import Card, Deck
from punto.rules.possible.count_states import Counting, Tally
from punto.rules.questions import Atom, FirstTwoAtom, ThreeCardAtom

CODES_MAX = 127
CANDIDATE = 128  # set in a looked-up code when a third card could make a three-card atom hold

Pair = tuple[Card, Card]
Three = tuple[Card, Card, Card]
Holding = frozenset[Atom]


class Seen(NamedTuple):
    """What can be said of two cards: the first-two atoms that hold, whichever side they ask, and their tally."""

    atoms: Holding
    tally: Tally


@dataclass(frozen=True)
class Comparison:
    """The code is the sum of the weights of what two cards have in common."""

    rank: int
    suit: int
    face: int

    def code(self, first: Card, second: Card) -> int:
        same_rank, same_suit = first.rank == second.rank, first.suit == second.suit
        return self.rank * same_rank + self.suit * same_suit + self.face * (same_rank and same_suit)


COMPARISONS = (  # the fewest codes first
    Comparison(rank=0, suit=0, face=0),
    Comparison(rank=1, suit=0, face=0),
    Comparison(rank=0, suit=1, face=0),
    Comparison(rank=0, suit=0, face=1),
    Comparison(rank=1, suit=0, face=1),
    Comparison(rank=0, suit=1, face=1),
    Comparison(rank=1, suit=2, face=0),
)


@dataclass(frozen=True)
class PairCodes:
    """For each code what it stands for."""

    seen: tuple[Seen, ...]
    comparison: Comparison | None  # None: a code is looked up
    table: npt.NDArray[np.uint8]  # by both faces' numbers; empty where cards are compared


def compile_pair_codes(
    deck: Deck, atoms: Iterable[Atom], threes: Mapping[Three, Holding], counting: Counting
) -> PairCodes:
    asked = [atom for atom in atoms if isinstance(atom, FirstTwoAtom)]
    seen: dict[Pair, Seen] = {
        (first, second): Seen(
            frozenset(atom for atom in asked if atom.test(first, second)), counting.of_two(first, second)
        )
        for first, second in product(deck.faces, repeat=2)
    }
    if can_be_compared(deck) and not threes:
        for comparison in COMPARISONS:
            if (by_code := _fine_enough(comparison, seen)) is not None:
                return PairCodes(by_code, comparison, np.zeros(0, dtype=np.uint8))
    return _looked_up(deck, seen, candidates={(first, second) for first, second, _ in threes})


def _fine_enough(comparison: Comparison, seen: Mapping[Pair, Seen]) -> tuple[Seen, ...] | None:
    """What each code stands for, provided that pairs of one code never differ in it."""
    found: dict[int, Seen] = {}
    for pair, each in seen.items():
        if found.setdefault(comparison.code(*pair), each) != each:
            return None
    unused = next(iter(found.values()))
    return tuple(found.get(code, unused) for code in range(max(found) + 1))


def _looked_up(deck: Deck, seen: Mapping[Pair, Seen], candidates: set[Pair]) -> PairCodes:
    codes = {each: code for code, each in enumerate(dict.fromkeys(seen.values()))}
    if len(codes) > CODES_MAX:
        raise CannotSimulate(f"it tells {len(codes)} kinds of first two cards apart, and simulation holds {CODES_MAX}")
    number = {card: place for place, card in enumerate(deck.faces)}
    bits = face_bits(deck)
    table = np.zeros(1 << 2 * bits, dtype=np.uint8)
    for (first, second), each in seen.items():
        candidate = CANDIDATE if (first, second) in candidates else 0
        table[number[first] << bits | number[second]] = codes[each] | candidate
    return PairCodes(tuple(codes), None, table)


def face_bits(deck: Deck) -> int:
    """How many bits number the deck's faces."""
    return (len(deck.faces) - 1).bit_length()


def hands_of_three(deck: Deck, atoms: Iterable[Atom]) -> dict[Three, Holding]:
    """The hands of three for which some three-card atom holds, with those atoms, whichever side they ask."""
    asked = [atom for atom in atoms if isinstance(atom, ThreeCardAtom)]
    tests = {test: [atom for atom in asked if atom.test is test] for test in dict.fromkeys(atom.test for atom in asked)}
    found: dict[Three, list[Atom]] = {}
    for test, alike in tests.items():
        for first, second, third in product(deck.faces, repeat=3):
            if test(first, second, third):
                found.setdefault((first, second, third), []).extend(alike)
    return {hand: frozenset(holding) for hand, holding in found.items()}
