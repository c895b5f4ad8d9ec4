"""Questions across both hands: how many of the cards are of which kind.

Such an atom sorts the deck into a few kinds (red and black, the suits, nines and the rest) and sees how many cards of
each were dealt, in all or among the first two of both sides. It sees neither who got them nor in which order. That is
little enough to be counted in closed form.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from punto.rules.cards import Card
from punto.rules.coup import CARDS_AT_MOST, DEALT_FIRST, Coup
from punto.rules.questions import Atom, worded

Kind = Hashable
Test = Callable[[Counter[Kind]], bool]

KINDS_MAX = 16  # of a deck, to one atom: the tallies of six cards stay below a hundred thousand


class Counted(StrEnum):
    """Which cards of a coup are counted."""

    DEALT = "dealt"  # all of them
    FIRST_FOUR = "first-four"  # the first two of both sides

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards that can be."""
        first = len(DEALT_FIRST)
        return tuple(range(first, CARDS_AT_MOST + 1)) if self is Counted.DEALT else (first,)


@dataclass(frozen=True)
class CountAtom(Atom):
    test: Test
    kind: Callable[[Card], Kind]
    counted: Counted

    def sees(self, coup: Coup) -> bool:
        player, banker = coup.player.cards, coup.banker.cards
        is_dealt = self.counted is Counted.DEALT
        return self.holds_for(player + banker if is_dealt else player[:2] + banker[:2])

    def holds_for(self, cards: Iterable[Card]) -> bool:
        return self.holds_for_kinds(map(self.kind, cards))

    def holds_for_kinds(self, kinds: Iterable[Kind]) -> bool:
        return bool(self.test(Counter(kinds)))


def dealt_atom(text: str, by: Callable[[Card], Kind]) -> Callable[[Test], CountAtom]:
    """Asks how many of the cards dealt, four to six, are of which kind."""
    words = worded(text)
    return lambda test: CountAtom(words, test, by, Counted.DEALT)


def first_four_atom(text: str, by: Callable[[Card], Kind]) -> Callable[[Test], CountAtom]:
    """Asks the same of the first two cards of both sides."""
    words = worded(text)
    return lambda test: CountAtom(words, test, by, Counted.FIRST_FOUR)
