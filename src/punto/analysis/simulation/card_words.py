"""A card as one word of 32 bits, so that the kernel need not look anything up to know it.

The lowest byte tells faces apart: where cards are compared it holds rank and suit, four bits each, so that comparing
two cards is comparing bits; where pairs are looked up it is a plain number. The second byte is the card as a third one:
its value, and below it the kind that atoms know which count all cards dealt. The upper half is the value alone: the
card's points, counted from the lowest points of the deck.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from punto.analysis.simulation.limits import CannotSimulate
from punto.rules.cards import Card, Deck

FACE_WORDS = 256
RANKS_OR_SUITS_MAX = 16
VALUES_MAX = 256


@dataclass(frozen=True)
class CardWords:
    deck: Deck
    face_word: dict[Card, int]
    kind_of: Mapping[Card, int]

    @property
    def kind_bits(self) -> int:
        return max(self.kind_of.values()).bit_length()

    def drawn(self, card: Card) -> int:
        """The second byte: all that is looked at when the card is a third one."""
        return self.value(card) << self.kind_bits | self.kind_of[card]

    def value(self, card: Card) -> int:
        return card.points - min(face.points for face in self.deck.faces)

    def shoe(self) -> npt.NDArray[np.uint32]:
        """The full shoe in its first order."""
        word_of = {
            card: self.value(card) << 16 | self.drawn(card) << 8 | self.face_word[card] for card in self.deck.faces
        }
        return np.array([word_of[card] for card in self.deck.cards], dtype=np.uint32)


def can_be_compared(deck: Deck) -> bool:
    ranks, suits = {card.rank for card in deck.faces}, {card.suit for card in deck.faces}
    return len(ranks) <= RANKS_OR_SUITS_MAX and len(suits) <= RANKS_OR_SUITS_MAX


def card_words(deck: Deck, *, compared: bool, kind_of: Mapping[Card, int] | None = None) -> CardWords:
    points = [card.points for card in deck.faces]
    kinds = dict.fromkeys(deck.faces, 0) if kind_of is None else kind_of
    most = (VALUES_MAX >> max(kinds.values()).bit_length()) - 1
    if max(points) - min(points) > most:
        raise CannotSimulate(f"its cards' points lie more than {most} apart")
    if len(deck.faces) > FACE_WORDS:
        raise CannotSimulate(f"its deck has {len(deck.faces)} faces, and simulation holds {FACE_WORDS}")
    if not compared:
        return CardWords(deck, {card: number for number, card in enumerate(deck.faces)}, kinds)
    ranks = list(dict.fromkeys(card.rank for card in deck.faces))
    suits = list(dict.fromkeys(card.suit for card in deck.faces))
    words = {card: suits.index(card.suit) << 4 | ranks.index(card.rank) for card in deck.faces}
    return CardWords(deck, words, kinds)
