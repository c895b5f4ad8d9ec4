"""Lucky 8: the chosen side ends with 8, by suit, by what the other side has, and best of all when it loses to a 9."""

from punto.books.catalogue.entry import EIGHT_EIGHT_EIGHT, WIZARD_COPY, Entry
from punto.rules.bet import Bet, Line
from punto.rules.cards import Card
from punto.rules.conditions import total_is, wins
from punto.rules.hand import BANKER, PLAYER, Side
from punto.rules.money import Odds
from punto.rules.questions import three_card_atom

SOURCE = f"events and edges {EIGHT_EIGHT_EIGHT}; pays follow from its edges"


@three_card_atom("{side} has a three-card 8 of one suit")
def _suited_eight(first: Card, second: Card, third: Card) -> bool:
    """Suit and total in one question: the rarer a question about three cards holds, the faster it is counted."""
    is_eight = (first.points + second.points + third.points) % 10 == 8
    return is_eight and first.suit == second.suit == third.suit


def _lucky_8(side: Side, *pays: int, name: str = "", note: str = "") -> Bet:
    """The highest line that holds is paid, so each leaves to the next what it does not catch."""
    eight, both = total_is(side, 8), total_is(PLAYER, 8) & total_is(BANKER, 8)
    events = (
        (_suited_eight.of(PLAYER) & _suited_eight.of(BANKER)).called("both sides have a three-card 8 of one suit"),
        _suited_eight.of(side),
        both.called("both sides have 8"),
        (eight & wins(side.other)).called(f"{side.label}'s 8 loses to a 9"),
        eight.called(f"{side.label} wins with 8"),
    )
    lines = tuple(Line(event, Odds(each)) for event, each in zip(events, pays, strict=True))
    return Bet(f"lucky-8-{side.value}{name}", f"Lucky 8, {side.label}{note}", lines)


def _with_25(side: Side, edge: str, ours: str) -> Entry:
    return Entry(
        _lucky_8(side, 200, 25, 15, 8, 4, name="-25", note=", 25 to 1 suited"),
        WIZARD_COPY,
        edge,
        correction=f"the printed table counts too few three-card eights of one suit; with all of them it is {ours} %",
    )


LUCKY_8 = (
    Entry(_lucky_8(PLAYER, 200, 50, 25, 8, 3), SOURCE, "6.1493"),
    Entry(_lucky_8(BANKER, 200, 50, 25, 8, 3), SOURCE, "9.7224"),
    _with_25(PLAYER, "13.65", "11.9759"),
    _with_25(BANKER, "16.60", "15.2488"),
)
