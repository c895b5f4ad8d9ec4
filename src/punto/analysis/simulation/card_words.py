"""A card as one word of sixteen bits, so that the kernel need not look anything up to know it.

The low byte tells faces apart: where cards are compared it holds rank and suit, four bits each, so that comparing two
cards is comparing bits; where pairs are looked up it is a plain number. Above it stands the card's value: its points,
counted from the lowest points of the deck.
"""

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

    def shoe(self) -> npt.NDArray[np.uint16]:
        """The full shoe in its first order."""
        lowest = min(card.points for card in self.deck.faces)
        words = [(card.points - lowest) << 8 | self.face_word[card] for card in self.deck.cards]
        return np.array(words, dtype=np.uint16)


def can_be_compared(deck: Deck) -> bool:
    ranks, suits = {card.rank for card in deck.faces}, {card.suit for card in deck.faces}
    return len(ranks) <= RANKS_OR_SUITS_MAX and len(suits) <= RANKS_OR_SUITS_MAX


def card_words(deck: Deck, *, compared: bool) -> CardWords:
    points = [card.points for card in deck.faces]
    if max(points) - min(points) >= VALUES_MAX:
        raise CannotSimulate(f"its cards' points lie more than {VALUES_MAX - 1} apart")
    if len(deck.faces) > FACE_WORDS:
        raise CannotSimulate(f"its deck has {len(deck.faces)} faces, and simulation holds {FACE_WORDS}")
    if not compared:
        return CardWords(deck, {card: number for number, card in enumerate(deck.faces)})
    ranks = list(dict.fromkeys(card.rank for card in deck.faces))
    suits = list(dict.fromkeys(card.suit for card in deck.faces))
    return CardWords(deck, {card: suits.index(card.suit) << 4 | ranks.index(card.rank) for card in deck.faces})
