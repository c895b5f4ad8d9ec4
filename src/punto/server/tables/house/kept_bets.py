"""Bets that the house puts back when betting opens: auto-repeat, and Keep Bets On.

Nothing is staked for a patron who could not stake by hand: one who has left, must sign in again or has stopped playing.
A refused auto-repeat ends, and its patron is told why.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from punto.ledger.accounts import is_bot
from punto.server.protocol.refusals import AnyRefusal
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import AutoRepeatEnded
from punto.server.streams.request import Request, TableAnswer
from punto.table.commands import AutoRepeat, RepeatStakes
from punto.table.state import Betting, Instant, Table

Tell = Callable[[str, ServerMessage], None]


class Handles(Protocol):
    """A table's stream, here or in a pit."""

    @property
    def table(self) -> Table: ...

    async def handle(self, requests: Sequence[Request], now: Instant, /) -> list[TableAnswer]: ...


class KeptBets:
    def __init__(self, refusal_for: Callable[[str], AnyRefusal | None], tell: Tell) -> None:
        """`refusal_for` says why nothing may be staked for a patron now."""
        self._refusal_for = refusal_for
        self._tell = tell

    async def put_back(self, stream: Handles, now: Instant) -> None:
        patrons = patrons_who_repeat(stream.table)
        refused = {patron: why for patron in patrons if (why := self._refusal_for(patron))}
        asked = [patron for patron in patrons if patron not in refused]
        answers = await stream.handle([Request(RepeatStakes(patron)) for patron in asked], now)
        refused |= {patron: each.refusal for patron, each in zip(asked, answers, strict=True) if each.refusal}
        await self._end_repeats(stream, refused, now)

    async def may_be_dealt(self, stream: Handles, patron: str, now: Instant) -> bool:
        """On demand an auto-repeat also deals. A patron who may not play now has to press Deal again later."""
        why = self._refusal_for(patron)
        if why:
            await self._end_repeats(stream, {patron: why}, now)
        return why is None

    async def _end_repeats(self, stream: Handles, refused: dict[str, AnyRefusal], now: Instant) -> None:
        ended = [patron for patron in refused if stream.table.seat(patron).repeats]
        await stream.handle([Request(AutoRepeat(patron, on=False)) for patron in ended], now)
        for patron in ended:
            self._tell(patron, AutoRepeatEnded(stream.table.config.id, refused[patron]))


def patrons_who_repeat(table: Table) -> list[str]:
    """Whose bets come back, now that betting has opened."""
    if not isinstance(table.phase, Betting):
        return []
    return sorted(
        patron
        for patron, seat in table.seats.items()
        if (seat.repeats or seat.keeps_bets_on)
        and (seat.last_stakes and not seat.stakes)
        and not (seat.is_away or is_bot(patron))
    )
