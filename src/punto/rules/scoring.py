"""What a hand is worth, and which of two totals wins.

Both scorings count alike: the first two cards are added and reduced, a third card is added to that and
reduced again. They differ in what reducing means and in what beats what.
"""

from collections.abc import Callable
from dataclasses import dataclass

from punto.rules.cards import Card
from punto.rules.hand import BANKER, PLAYER, Hand, Side


@dataclass(frozen=True)
class Scoring:
    reduce: Callable[[int], int]
    strength: Callable[[int], int]  # the stronger total wins, equal ones tie
    explanation: str

    def total(self, *points: int) -> int:
        total = self.reduce(sum(points[:2]))
        return total if len(points) < 3 else self.with_third(total, points[2])

    def with_third(self, two_card_total: int, points: int) -> int:
        return self.reduce(two_card_total + points)

    def hand(self, cards: tuple[Card, ...]) -> Hand:
        points = [card.points for card in cards]
        return Hand(cards, two_card_total=self.total(*points[:2]), total=self.total(*points))

    def winner(self, player_total: int, banker_total: int) -> Side | None:
        """None is a tie."""
        lead = self.strength(player_total) - self.strength(banker_total)
        return PLAYER if lead > 0 else BANKER if lead < 0 else None


UNITS_DIGIT = Scoring(
    reduce=lambda points: points % 10,
    strength=lambda total: total,
    explanation=(
        "An ace counts 1, cards from 2 to 9 count their number, tens and face cards count 0. A hand's total is the "
        "last digit of its sum. The higher total wins; equal totals tie."
    ),
)

NEGATIVE_BEATS_POSITIVE = Scoring(
    reduce=lambda points: points % 10 if points >= 0 else points,
    strength=lambda total: total if total >= 0 else 9 - total,
    explanation=(
        "A coloured card counts its number, a white card the same number below zero. The first two cards are added: "
        "if the sum is zero or more, only its last digit counts; a negative sum stays as it is. A third card is added "
        "to that total in the same way, so 6 + 8 − 11 is −7. A negative total beats any other. Of two negative totals "
        "the one further from zero wins, otherwise the higher total. Equal totals tie."
    ),
)
