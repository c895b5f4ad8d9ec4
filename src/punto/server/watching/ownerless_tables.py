"""The alarm for tables that are open for play and that no node runs: said once in the log, shown until it is over."""

import asyncio
from collections.abc import Callable, Sequence

import structlog

from punto.server.protocol.floor_watch import WaitingItem
from punto.server.watching.node_board import NodeBoard
from punto.table.state import Instant

NO_OWNER_MS = 3_000  # a table that moves has no owner for less
LOOKS_EVERY_SECONDS = 1.0
log = structlog.get_logger("punto.nodes")


class OwnerlessTables:
    def __init__(self, board: NodeBoard, clock: Callable[[], Instant]) -> None:
        self._board = board
        self._clock = clock
        self._since: dict[str, tuple[Instant, str]] = {}  # with its title, by place
        self._alarmed: set[str] = set()

    def look(self) -> list[str]:
        """The places that have been without an owner for too long."""
        now = self._clock()
        without = {each.table: each.title for each in self._board.owners() if each.node is None}
        self._since = {place: self._since.get(place, (now, title)) for place, title in without.items()}
        alarmed = {place for place, (since, _) in self._since.items() if now - since > NO_OWNER_MS}
        for place in sorted(alarmed - self._alarmed):
            log.error("table_has_no_owner", table=place, since=self._since[place][0])
        for place in sorted(self._alarmed - alarmed):
            log.info("table_has_an_owner_again", table=place)
        self._alarmed = alarmed
        return sorted(alarmed)

    async def waiting(self) -> Sequence[WaitingItem]:
        return [
            WaitingItem(
                id=f"owner:{place}",
                kind="alarm",
                about="owner",
                since=self._since[place][0],
                table=place,
                title=self._since[place][1],
            )
            for place in self.look()
        ]

    async def run(self) -> None:
        """For ever."""
        while True:
            self.look()
            await asyncio.sleep(LOOKS_EVERY_SECONDS)
