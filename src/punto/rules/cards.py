"""Cards, and the decks they come from.

A card carries its own points, so that nothing above this file asks which deck is in play. A deck lists its
faces once, in the order in which the fair shoe starts from them, and says how many copies of it fill a shoe.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from punto.rules.invalid_input import InvalidInput, shortened

RANKS = "A23456789TJQK"
SUITS = "shdc"
COLOURS = "rgbyw"  # multicolor's suits; w is white, which counts backwards


class InvalidCard(InvalidInput):
    """A text that names no card of the deck, or a card of which the deck has no more copies."""


@dataclass(frozen=True, slots=True)
class Card:
    rank: str
    suit: str
    points: int

    def __str__(self) -> str:
        return self.rank + self.suit


@dataclass(frozen=True)
class Deck:
    """`copies` packs of the same `faces`, which together fill one shoe."""

    id: str
    faces: tuple[Card, ...]
    copies: int
    marks_pairs: bool = True  # whether scoreboards note pairs; multicolor's have no such mark

    @property
    def size(self) -> int:
        return len(self.faces) * self.copies

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.faces * self.copies

    def in_copies(self, copies: int) -> "Deck":
        """A shoe of more or fewer packs of the same faces."""
        return replace(self, id=f"{len(self.faces)}x{copies}", copies=copies)

    def card(self, text: str) -> Card:
        try:
            return self._face_by_text[text]
        except KeyError:
            first, last = self.faces[0], self.faces[-1]
            ten = "T" + text.removeprefix("10")
            hint = f"; write {ten} for a ten" if text.startswith("10") and ten in self._face_by_text else ""
            made_of = "number then colour" if first.suit in COLOURS else "rank then suit"
            raise InvalidCard(f"{shortened(text)} is not a card: {made_of}, from {first} to {last}{hint}") from None

    def parse(self, text: str) -> tuple[Card, ...]:
        """Cards separated by blanks: `4h 2d Td`."""
        return tuple(map(self.card, text.split()))

    def without(self, seen: Iterable[Card]) -> dict[Card, int]:
        """How many of each face are left when the cards in `seen` are out."""
        left = dict.fromkeys(self.faces, self.copies)
        for card, out in Counter(seen).items():
            if card not in left:
                raise InvalidCard(f"{card} is not a card of the deck {self.id}")
            if out > self.copies:
                raise InvalidCard(f"{card} stands here {out} times, and the deck {self.id} has {self.copies}")
            left[card] -= out
        return left

    @cached_property
    def _face_by_text(self) -> dict[str, Card]:
        return {str(face): face for face in self.faces}


def french_deck(copies: int) -> Deck:
    """The 52 cards: an ace counts 1, tens and pictures 0."""
    faces = tuple(
        Card(rank, suit, points if points < 10 else 0) for suit in SUITS for points, rank in enumerate(RANKS, start=1)
    )
    return Deck(id=f"52x{copies}", faces=faces, copies=copies)


def five_colour_deck(copies: int) -> Deck:
    """Multicolor's 55 cards: 1 to 11 in four colours, and in white, where they count below zero."""
    faces = tuple(
        Card(str(number), colour, -number if colour == "w" else number) for colour in COLOURS for number in range(1, 12)
    )
    return Deck(id=f"55x{copies}", faces=faces, copies=copies, marks_pairs=False)


EIGHT_DECKS = french_deck(copies=8)
EIGHT_COLOUR_DECKS = five_colour_deck(copies=8)
