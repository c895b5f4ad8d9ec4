"""One deal, from the first card to its result.

Cards go Player, Banker, Player, Banker; from then on the drawing rule is asked after every card. Dealing from a
shoe, reading a written coup and counting all coups go through the same question, `next_side`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from punto.rules.cards import Card
from punto.rules.drawing import NATURAL_TOTALS, DrawingRule, Showing
from punto.rules.hand import BANKER, PLAYER, Hand, Side
from punto.rules.invalid_input import InvalidInput
from punto.rules.scoring import Scoring

WinnerOrTie = Literal["player", "banker", "tie"]
Struck = tuple[tuple[Card, int], ...]  # cards of a storm and their multipliers, in the order drawn

DEALT_FIRST = (PLAYER, BANKER, PLAYER, BANKER)
CARDS_AT_MOST = 6


class NotEnoughCards(InvalidInput):
    """The cards ended before the coup did."""


class ImpossibleCoup(InvalidInput):
    """Hands that the drawing rule cannot have dealt."""


@dataclass(frozen=True, slots=True)
class Result:
    """What there is to know of a finished coup without looking at its faces."""

    player_total: int
    banker_total: int
    player_size: int
    banker_size: int
    winner: Side | None  # None is a tie
    is_natural_stop: bool

    @property
    def winner_or_tie(self) -> WinnerOrTie:
        return "tie" if self.winner is None else self.winner.value

    @property
    def cards_dealt(self) -> int:
        return self.player_size + self.banker_size

    @property
    def margin(self) -> int:
        return abs(self.player_total - self.banker_total)

    def total(self, side: Side) -> int:
        return self.player_total if side is PLAYER else self.banker_total

    def size(self, side: Side) -> int:
        return self.player_size if side is PLAYER else self.banker_size

    def has_natural(self, side: Side) -> bool:
        return self.is_natural_stop and self.total(side) in NATURAL_TOTALS


@dataclass(frozen=True, slots=True)
class Coup:
    player: Hand
    banker: Hand
    result: Result
    struck: Struck = ()  # before it was dealt, where the book has a storm

    def hand(self, side: Side) -> Hand:
        return self.player if side is PLAYER else self.banker

    def __str__(self) -> str:
        return written_coup(str(self.player), str(self.banker), struck_text(self.struck))


def written_coup(player: str, banker: str, struck: str = "") -> str:
    """`player / banker`, and after an exclamation mark the cards that a storm struck."""
    return f"{player} / {banker}" + (f" ! {struck}" if struck else "")


def struck_text(struck: Struck) -> str:
    return " ".join(f"{card}x{multiplier}" for card, multiplier in struck)


@dataclass(frozen=True)
class Dealing:
    """A scoring and a drawing rule together: all that is needed to deal."""

    scoring: Scoring
    drawing: DrawingRule

    def next_side(self, player: Hand, banker: Hand) -> Side | None:
        """Where the next card goes; None when the coup is finished."""
        dealt = player.size + banker.size
        if dealt < len(DEALT_FIRST):
            return DEALT_FIRST[dealt]
        return self.drawing.next_to_draw(Showing.of(player), Showing.of(banker))

    def deal(self, cards: Iterable[Card]) -> Coup:
        """The coup that these cards give in shoe order; cards beyond its end are left alone."""
        order = iter(cards)
        return self._play(lambda _side: next(order, None))

    def coup_of(self, player_cards: Iterable[Card], banker_cards: Iterable[Card]) -> Coup:
        """The coup that consists of these two hands, if the rules could have dealt it."""
        waiting = {PLAYER: list(player_cards), BANKER: list(banker_cards)}
        try:
            coup = self._play(lambda side: waiting[side].pop(0) if waiting[side] else None)
        except NotEnoughCards as refused:
            raise ImpossibleCoup(str(refused)) from None
        for side, left in waiting.items():
            if left:
                raise ImpossibleCoup(
                    f"{side.label} has {coup.hand(side).size + len(left)} cards, but the round ended after {coup}"
                )
        return coup

    def result(self, player: Showing, banker: Showing) -> Result:
        sizes = 2 if player.third is None else 3, 2 if banker.third is None else 3
        return self.result_of(self.final(player), self.final(banker), *sizes)

    def result_of(self, player_total: int, banker_total: int, player_size: int, banker_size: int) -> Result:
        seen = player_total, banker_total, player_size, banker_size
        if seen not in self._results:
            is_natural_stop = seen[2:] == (2, 2) and self.drawing.is_natural_stop(player_total, banker_total)
            self._results[seen] = Result(*seen, self.scoring.winner(player_total, banker_total), is_natural_stop)
        return self._results[seen]

    @cached_property
    def _results(self) -> dict[tuple[int, ...], Result]:
        """There are some hundred results, and a count meets each of them thousands of times."""
        return {}

    def final(self, hand: Showing) -> int:
        return hand.total if hand.third is None else self.scoring.with_third(hand.total, hand.third)

    def _play(self, next_card: Callable[[Side], Card | None]) -> Coup:
        hands = {PLAYER: Hand(), BANKER: Hand()}
        while side := self.next_side(hands[PLAYER], hands[BANKER]):
            assert hands[side].size < 3, f"the drawing rule deals {side.label} a fourth card"
            card = next_card(side)
            if card is None:
                dealt = sum(hand.size for hand in hands.values())
                raise NotEnoughCards(f"{side.label} needs another card after {dealt}")
            hands[side] = self.scoring.hand((*hands[side].cards, card))
        player, banker = hands[PLAYER], hands[BANKER]
        return Coup(player, banker, self.result(Showing.of(player), Showing.of(banker)))
