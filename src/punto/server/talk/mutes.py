"""Patrons whom staff have muted, until when. Kept as records, so a restart unmutes nobody."""

from collections.abc import Callable

import msgspec

from punto.server.store.every_record import every_record
from punto.server.store.interface import Records
from punto.table.state import Instant

MUTE = "talk-mute"


class Mutes:
    def __init__(self, records: Records, clock: Callable[[], Instant]) -> None:
        self._records = records
        self._clock = clock
        self._until: dict[str, Instant] = {}

    @classmethod
    async def open(cls, records: Records, clock: Callable[[], Instant]) -> "Mutes":
        mutes = cls(records, clock)
        async for patron, body in every_record(records, MUTE):
            mutes._until[patron] = msgspec.json.decode(body, type=int)
        return mutes

    def is_muted(self, patron: str) -> bool:
        return self._until.get(patron, 0) > self._clock()

    async def mute(self, patron: str, minutes: int) -> None:
        """0 minutes: may speak again."""
        until = self._clock() + minutes * 60_000
        self._until[patron] = until
        await self._records.keep_record(MUTE, patron, msgspec.json.encode(until))
