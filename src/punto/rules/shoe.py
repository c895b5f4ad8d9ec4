"""The shoe in play: burn, cut card and audit.

A shoe is a value; taking a card gives the card and the next shoe. The order of its cards comes from outside, so
the same file serves a shuffled shoe, a scanned one and a test.
"""

from collections import Counter
from dataclasses import dataclass, replace

from punto.rules.cards import Card, Deck
from punto.rules.invalid_input import InvalidInput

CUT_CARD_DEFAULT = 14
CUT_CARD_MIN = 12  # a coup and one more take at most twelve cards, so no shoe runs out inside a coup


class InvalidShoe(InvalidInput):
    """Cards that are not exactly the deck's, or a cut card too near the end."""


class ShoeIsEmpty(ValueError):
    """A card was asked of a shoe that has none left."""


@dataclass(frozen=True)
class BurnRule:
    """The first card is turned up and that many more go face down; `for_zero` when it counts nothing. None: no burn."""

    for_zero: int | None

    def face_down(self, first: Card) -> int:
        assert self.for_zero is not None, "a rule without a burn turns no card up"
        return abs(first.points) or self.for_zero

    def most_burned(self, deck: Deck) -> int:
        """Cards that are gone before the first coup, the one turned up included."""
        return 0 if self.for_zero is None else 1 + max(map(self.face_down, deck.faces))

    @property
    def explanation(self) -> str:
        if self.for_zero is None:
            return "No cards are burned when a shoe starts."
        return (
            "The first card of a new shoe is turned up; as many cards as it counts are then burned face down, "
            f"{self.for_zero or 'none'} for a ten or a face card."
        )


BURN_TEN_FOR_A_TEN = BurnRule(for_zero=10)
BURN_NOTHING_FOR_A_TEN = BurnRule(for_zero=0)
NO_BURN = BurnRule(for_zero=None)


def cut_card_is_out(remaining: int, cut_card: int) -> bool:
    """Whether no more cards remain than lie behind the cut card."""
    return remaining <= cut_card


def coups_behind_cut_card(*, plays_one_more: bool) -> int:
    """A shoe ends with the coup in which the cut card comes out, or with the one after it."""
    return 2 if plays_one_more else 1


def check_cut_card(cut_card: int, *, cards: int, burned: int = 0) -> None:
    """Raises InvalidShoe unless a coup begins before the cut card, even if so many cards are burned."""
    if not CUT_CARD_MIN <= cut_card < cards:
        raise InvalidShoe(f"the cut card lies {CUT_CARD_MIN} to {cards - 1} cards from the end, not {cut_card}")
    if cut_card_is_out(cards - burned, cut_card):
        raise InvalidShoe(
            f"a cut card {cut_card} from the end of {cards} cards leaves no round when {burned} are burned"
        )


@dataclass(frozen=True)
class Shoe:
    deck: Deck
    cards: tuple[Card, ...]
    burned: int = 0
    dealt: int = 0
    cut_card: int = CUT_CARD_DEFAULT  # how many cards lie behind it

    def __post_init__(self) -> None:
        cards = len(self.cards)
        check_cut_card(self.cut_card, cards=cards)
        if self.remaining < 0:
            raise InvalidShoe(
                f"{self.burned} burned and {self.dealt} dealt are more than the {cards} cards of the shoe"
            )

    @classmethod
    def fresh(cls, deck: Deck, cards: tuple[Card, ...], cut_card: int = CUT_CARD_DEFAULT) -> "Shoe":
        """A full shoe in the given order, not yet burned."""
        shoe = cls(deck, cards, cut_card=cut_card)
        shoe.audit()
        return shoe

    @property
    def remaining(self) -> int:
        return len(self.cards) - self.burned - self.dealt

    @property
    def burn_card(self) -> Card | None:
        """The card that was turned up at the start."""
        return self.cards[0] if self.burned else None

    @property
    def cut_card_is_out(self) -> bool:
        """True after the last coup of the shoe (or the last but one, where the table plays one more)."""
        return cut_card_is_out(self.remaining, self.cut_card)

    def burn(self, rule: BurnRule) -> "Shoe":
        assert self.burned == self.dealt == 0, "only a fresh shoe is burned"
        if rule.for_zero is None:
            return self
        return replace(self, burned=1 + rule.face_down(self.cards[0]))

    def draw(self) -> tuple[Card, "Shoe"]:
        if not self.remaining:
            raise ShoeIsEmpty(f"all {len(self.cards)} cards of the shoe are out")
        return self.cards[self.burned + self.dealt], replace(self, dealt=self.dealt + 1)

    def audit(self) -> None:
        """Dealt, burned and remaining cards are together the full shoe: each face as often as the deck has it."""
        found, wanted = Counter(self.cards), Counter(self.deck.cards)
        for face in (*self.deck.faces, *found):
            if found[face] != wanted[face]:
                raise InvalidShoe(f"{face} stands in the shoe {found[face]} times, not {wanted[face]}")
