"""Bets that come back by themselves when betting opens: auto-repeat, and Keep Bets On.

Nothing is staked for somebody who could not stake by hand: whoever has gone, must sign in again or has stopped playing.
An auto-repeat that is refused is over, and its patron is told why.
"""

from collections.abc import Callable

from punto.ledger.accounts import is_bot
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import AutoRepeatEnded
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import AutoRepeat, RepeatStakes
from punto.table.state import Betting, Instant, Table

WhyNoPlay = Callable[[str], str | None]
Tell = Callable[[str, ServerMessage], None]


class KeptBets:
    def __init__(self, why_no_play: WhyNoPlay, tell: Tell) -> None:
        self._why_no_play = why_no_play
        self._tell = tell

    async def put_back(self, stream: TableStream, now: Instant) -> None:
        patrons = patrons_who_repeat(stream.table)
        refused = {patron: why for patron in patrons if (why := self._why_no_play(patron))}
        asked = [patron for patron in patrons if patron not in refused]
        answers = await stream.handle([Request(RepeatStakes(patron)) for patron in asked], now)
        refused |= {patron: each.refusal for patron, each in zip(asked, answers, strict=True) if each.refusal}
        await self._end_repeats(stream, refused, now)

    async def may_be_dealt(self, stream: TableStream, patron: str, now: Instant) -> bool:
        """On demand an auto-repeat also deals; whoever may not play now has to press Deal again later."""
        why = self._why_no_play(patron)
        if why:
            await self._end_repeats(stream, {patron: why}, now)
        return why is None

    async def _end_repeats(self, stream: TableStream, refused: dict[str, str], now: Instant) -> None:
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
