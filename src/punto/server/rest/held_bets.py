"""What a patron has on the tables now: shared ones, and the patron's own."""

from collections.abc import Awaitable, Callable

from punto.server.config.table_ids import owner_of
from punto.server.patrons_desk.statement import HeldStakes
from punto.server.rest.desks import Tables
from punto.server.tables.table_door import AskedTable


class HeldBets:
    def __init__(self, tables: Callable[[], Tables], has_bets: Callable[[str], Awaitable[bool]]) -> None:
        self._tables = tables
        self._has_bets = has_bets

    async def of(self, patron: str) -> tuple[HeldStakes, ...]:
        if not await self._has_bets(patron):  # also reads own tables that nobody has opened since the start
            return ()
        theirs = [(name, door) for name, door in self._tables().items() if owner_of(name) in (None, patron)]
        found = [await _held(name, door, patron) for name, door in theirs]
        return tuple(each for each in found if each.stakes)


async def _held(name: str, door: AskedTable, patron: str) -> HeldStakes:
    look, seat = await door.look(), await door.seat(patron)
    return HeldStakes(name, look.settings.book, look.shoe, look.coup, seat.seat.stakes)
