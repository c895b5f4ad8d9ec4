"""Watching holders: how they bend their cards, broadcast to the others during the squeeze.

Only somebody who holds the card and has not turned it is heard. The message says where fingers are and nothing about
the card, so it is neither stored nor numbered nor answered.
"""

from punto.rules.hand import Side
from punto.server.protocol.client import BendCard
from punto.server.protocol.talk import CardBent
from punto.server.safety.token_bucket import Rate
from punto.table.events import CardOpened
from punto.table.squeeze import may_turn
from punto.table.state import Instant, Squeezing, Table

BENDS_EVERY_MS = 60  # at least so long between two that are passed on: somewhat more than 15 a second
AT_ONE_TABLE = Rate(0.06, 20)  # of all holders together: sixty a second, and somewhat more in a moment


def may_bend(table: Table, patron: str, message: BendCard) -> bool:
    phase = table.phase
    return isinstance(phase, Squeezing) and may_turn(phase, patron, Side(message.side), message.card)


def bent_by(name: str, message: BendCard) -> CardBent:
    return CardBent(
        table=message.table,
        side=message.side,
        card=message.card,
        grip=message.grip,
        x=message.x,
        y=message.y,
        turns=message.turns,
        name=name,
        second=message.second,
    )


def opened_by(name: str, table: str, event: CardOpened) -> CardBent:
    """The holder has turned it, and others may not see its face yet."""
    return CardBent(table, event.side, event.card, "bottom", 0, 0, 0, name, is_open=True)


class BendPace:
    """Rate limit. That a card was let go is always passed on, once, or it would seem to stay lifted."""

    __slots__ = ("_is_lifted", "_last")

    def __init__(self) -> None:
        self._last: Instant = 0
        self._is_lifted = False

    def allows(self, message: BendCard, now: Instant) -> bool:
        is_lifted = bool(message.x or message.y)
        if is_lifted and now - self._last < BENDS_EVERY_MS:
            return False
        if not is_lifted and not self._is_lifted:
            return False
        self._last, self._is_lifted = now, is_lifted
        return True
