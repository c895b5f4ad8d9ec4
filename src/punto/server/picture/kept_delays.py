"""The last measured delay of each live table's picture, kept as a record: a restart does not forget it."""

from collections.abc import Callable, Mapping

import msgspec

from punto.server.store.every_record import every_record
from punto.server.store.interface import Records
from punto.table.config import PictureWay
from punto.table.state import Instant

DELAY = "picture-delay"
KEPT_EVERY_MS = 60_000

WayDelays = dict[PictureWay, int]  # of the ways that are in use


class KeptDelays:
    def __init__(self, records: Records, clock: Callable[[], Instant]) -> None:
        self._records = records
        self._clock = clock
        self._kept: dict[str, tuple[Instant, WayDelays]] = {}

    @classmethod
    async def open(cls, records: Records, clock: Callable[[], Instant]) -> "KeptDelays":
        kept = cls(records, clock)
        async for table, body in every_record(records, DELAY):
            kept._kept[table] = 0, msgspec.json.decode(body, type=WayDelays)
        return kept

    @property
    def by_table(self) -> Mapping[str, WayDelays]:
        return {table: delays for table, (_, delays) in self._kept.items()}

    async def keep(self, table: str, delays: WayDelays) -> None:
        """Unless it is known, or was written less than a minute ago."""
        at, known = self._kept.get(table, (0, {}))
        now = self._clock()
        if delays == known or now - at < KEPT_EVERY_MS:
            return
        self._kept[table] = now, delays
        await self._records.keep_record(DELAY, table, msgspec.json.encode(delays))
