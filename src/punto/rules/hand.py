"""A side of the table, and the two or three cards that lie before it."""

from dataclasses import dataclass
from enum import StrEnum

from punto.rules.cards import Card


class Side(StrEnum):
    PLAYER = "player"
    BANKER = "banker"

    @property
    def label(self) -> str:
        return self.value.title()

    @property
    def other(self) -> "Side":
        return BANKER if self is PLAYER else PLAYER


PLAYER, BANKER = Side.PLAYER, Side.BANKER


@dataclass(frozen=True, slots=True)
class Hand:
    """Up to three cards with what they are worth; `two_card_total` is what the drawing rules look at."""

    cards: tuple[Card, ...] = ()
    two_card_total: int = 0
    total: int = 0

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def third(self) -> Card | None:
        return self.cards[2] if len(self.cards) == 3 else None

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))
