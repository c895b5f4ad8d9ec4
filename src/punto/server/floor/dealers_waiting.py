"""What waits for a supervisor at hand-dealt tables: dealers who call, and cards that wait for a second person."""

from collections.abc import Callable, Sequence

from punto.server.config.floor_config import FloorConfig
from punto.server.dealing.dealing import Dealing
from punto.server.protocol.floor_watch import WaitingItem
from punto.server.watching.names import Names


class DealersWaiting:
    def __init__(self, dealing: Dealing, config: Callable[[], FloorConfig], names: Names) -> None:
        self._dealing = dealing
        self._config = config
        self._names = names

    async def __call__(self) -> Sequence[WaitingItem]:
        calls = [
            WaitingItem(
                id=f"dealer:{call.id}",
                kind="call",
                about="dealer",
                since=call.at,
                table=call.table,
                title=self._title(call.table),
                who=await self._names.of(call.by),
                text=call.text,
                taken_by=await self._names.of(call.taken_by),
            )
            for call in self._dealing.calls.open
        ]
        confirmations = [
            WaitingItem(
                id=f"confirmation:{pending.id}",
                kind="confirmation",
                about="confirmation",
                since=pending.at,
                table=pending.table,
                title=self._title(pending.table),
                shoe=pending.place[0],
                round=pending.place[1],
                who=await self._names.of(pending.by),
                text=pending.deed,
                detail=pending.card,
            )
            for pending in self._dealing.confirmations.waiting
        ]
        return [*calls, *confirmations]

    def _title(self, table: str) -> str:
        place = self._config().table(table)
        return place.title if place else table
