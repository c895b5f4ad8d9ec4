"""The third-card chart that every rule sheet prints, and a round's way through it, found by asking the drawing rule.

As in `drawing_words`, no rule is written down here. A rule whose answers depend on more than the chart shows
(multicolor's) has none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from punto.rules.coup import Coup, Dealing
from punto.rules.drawing import DrawingRule, Showing
from punto.rules.hand import BANKER, PLAYER, Hand, Side

CHART_TOTALS = range(8)
CHART_POINTS = range(10)

DecidedBy = Literal["equal", "higher", "negative", "larger_negative"]
StepKind = Literal[
    "natural",  # a two-card 8 or 9 ends the round
    "equal",  # equal two-card totals end it
    "too_far",  # a negative total leads by too much for any card
    "draws_on",  # the side draws on the totals listed
    "draws_against",  # Banker draws against the third cards listed
    "draws_behind",  # a negative total is on the table, and the side that is behind draws
    "stands_on",  # the side draws on the totals listed, and has another
    "stands_against",  # Banker draws against the third cards listed, and met another
    "stands_behind",  # Player drew and does not lead, so Banker keeps its hand
]


@dataclass(frozen=True)
class ChartRow:
    """Banker's two-card total, and on what it draws."""

    total: int
    if_player_stood: bool
    by_third: tuple[bool, ...]  # Player's third card counting 0 to 9


@dataclass(frozen=True)
class DrawingChart:
    player: tuple[bool, ...]  # whether Player draws, on each total from 0 to 7
    banker: tuple[ChartRow, ...]


@dataclass(frozen=True)
class Step:
    kind: StepKind
    side: Side | None = None
    total: int | None = None  # of that side's first two cards
    third: int | None = None  # what Player's third card counts, where Banker goes by it
    on: tuple[int, ...] = ()  # the totals, or third cards, on which that side draws


def drawing_chart(drawing: DrawingRule) -> DrawingChart | None:
    if drawing.points != frozenset(CHART_POINTS):
        return None
    player = tuple(drawing.next_to_draw(Showing(total), Showing(0)) is PLAYER for total in CHART_TOTALS)
    drew, stood = player.index(True), player.index(False)

    def draws(player: Showing, total: int) -> bool:
        return drawing.next_to_draw(player, Showing(total)) is BANKER

    return DrawingChart(
        player,
        tuple(
            ChartRow(
                total, draws(Showing(stood), total), tuple(draws(Showing(drew, each), total) for each in CHART_POINTS)
            )
            for total in CHART_TOTALS
        ),
    )


def steps_of(dealing: Dealing, coup: Coup) -> Iterator[Step]:
    """Why each side drew or stood, in the order in which it was decided."""
    player, banker = (Showing(hand.two_card_total) for hand in (coup.player, coup.banker))
    asked = _Asked(dealing)
    if dealing.drawing.is_natural_stop(player.total, banker.total):
        yield Step("natural")
        return
    first = asked.next(player, banker)
    if first is None and player.total == banker.total and not asked.draws_on_equal():
        yield Step("equal")
        return
    if min(player.total, banker.total) < 0:
        yield from _with_a_negative(coup, first)
        return
    on = asked.player_draws_on(banker.total)
    yield Step("draws_on" if first is PLAYER else "stands_on", PLAYER, player.total, on=on)
    player = Showing.of(coup.player)
    drew = coup.banker.third is not None
    if player.third is None:
        yield Step("draws_on" if drew else "stands_on", BANKER, banker.total, on=asked.banker_draws_on(player))
    else:
        on = asked.banker_draws_against(player.total, banker)
        if asked.is_any_card(on):
            yield Step("draws_on", BANKER, banker.total, on=asked.banker_always_draws_on(player.total))
            return
        yield Step("draws_against" if drew else "stands_against", BANKER, banker.total, player.third, on)


def decided_by(coup: Coup) -> DecidedBy:
    """What made the winner the winner."""
    winner = coup.result.winner
    if winner is None:
        return "equal"
    if coup.hand(winner).total >= 0:
        return "higher"
    return "larger_negative" if coup.hand(winner.other).total < 0 else "negative"


def _with_a_negative(coup: Coup, first: Side | None) -> Iterator[Step]:
    if first is None:
        yield Step("too_far")
        return
    yield Step("draws_behind", first, coup.hand(first).two_card_total)
    if first is PLAYER:
        drew = coup.banker.third is not None
        yield Step("draws_behind" if drew else "stands_behind", BANKER, coup.banker.two_card_total)


class _Asked:
    """The rule, asked about hands like those of a round."""

    def __init__(self, dealing: Dealing) -> None:
        self.next = dealing.drawing.next_to_draw
        points = dealing.drawing.points
        self._points = sorted(points)
        self._totals = sorted({dealing.scoring.total(first, second) for first in points for second in points})

    def draws_on_equal(self) -> bool:
        return any(self.next(Showing(total), Showing(total)) is not None for total in self._totals)

    def player_draws_on(self, banker: int) -> tuple[int, ...]:
        return tuple(each for each in self._totals if self.next(Showing(each), Showing(banker)) is PLAYER)

    def banker_draws_on(self, player: Showing) -> tuple[int, ...]:
        return tuple(each for each in self._totals if self.next(player, Showing(each)) is BANKER)

    def is_any_card(self, points: tuple[int, ...]) -> bool:
        return len(points) == len(self._points)

    def banker_always_draws_on(self, player_total: int) -> tuple[int, ...]:
        against = (self.banker_draws_against(player_total, Showing(each)) for each in self._totals)
        return tuple(each for each, on in zip(self._totals, against, strict=True) if self.is_any_card(on))

    def banker_draws_against(self, player_total: int, banker: Showing) -> tuple[int, ...]:
        return tuple(each for each in self._points if self.next(Showing(player_total, each), banker) is BANKER)


def points_of(hand: Hand) -> tuple[int, ...]:
    return tuple(card.points for card in hand.cards)
