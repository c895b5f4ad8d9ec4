"""The odds in mid-round: some cards of a coup are open, the rest are still to come.

What is known is a condition like any other: "Player's first two cards are 4h and 2d" is an atom. The exact count
separates outcomes by it, and those in which it holds are the rounds still possible. So a third card that was seen also
tells that it was drawn, as it does at the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from punto.analysis.odds.count_coups import count_outcomes
from punto.analysis.outcomes.outcome_table import Outcome, face_atoms
from punto.rules.cards import Card
from punto.rules.coup import ImpossibleCoup
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.invalid_input import shortened
from punto.rules.questions import FaceAtom, FirstTwoAtom, ThreeCardAtom
from punto.rules.rulebook import RuleBook

CARDS_OF_A_HAND_MAX = 3


@dataclass(frozen=True)
class KnownCards:
    """The open cards of a coup, in the order each side got them."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @classmethod
    def parse(cls, book: RuleBook, text: str) -> "KnownCards":
        """`4h 2d /`: Player's open cards, a slash, Banker's open cards."""
        player, slash, banker = text.partition("/")
        if not slash or "/" in banker:
            raise ImpossibleCoup(f"{shortened(text.strip())} is not a round: player's cards / banker's cards")
        known = cls(book.deck.parse(player), book.deck.parse(banker))
        for side, cards in (PLAYER, known.player), (BANKER, known.banker):
            if len(cards) > CARDS_OF_A_HAND_MAX:
                raise ImpossibleCoup(
                    f"{side.label} has {len(cards)} cards, and a hand has at most {CARDS_OF_A_HAND_MAX}"
                )
        return known

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.player + self.banker

    def atoms(self) -> frozenset[FaceAtom]:
        """What is known, as atoms; none for a side of which nothing is known."""
        return frozenset(_begins_with(side, cards) for side, cards in self._by_side if cards)

    def __str__(self) -> str:
        return " ".join([*map(str, self.player), "/", *map(str, self.banker)])

    @property
    def _by_side(self) -> tuple[tuple[Side, tuple[Card, ...]], ...]:
        return (PLAYER, self.player), (BANKER, self.banker)


def _begins_with(side: Side, known: tuple[Card, ...]) -> FaceAtom:
    words = f"{side.label} shows {' '.join(map(str, known))}"
    if len(known) == CARDS_OF_A_HAND_MAX:
        return ThreeCardAtom(words, lambda *cards: cards == known, side)
    return FirstTwoAtom(words, lambda *cards: cards[: len(known)] == known, side)


def possible_outcomes(book: RuleBook, left: Mapping[Card, int], known: KnownCards) -> dict[Outcome, int]:
    """Orderings by outcome of the rounds that match the known cards; `left` is as before the round."""
    asked = known.atoms()
    counted = count_outcomes(book.dealing, left, face_atoms(book.bets) | asked)
    possible = {outcome: ways for outcome, ways in counted.items() if asked <= outcome.faces}
    if not possible:
        raise ImpossibleCoup(f"the rules deal no round that shows {known}")
    return possible
