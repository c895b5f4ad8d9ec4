"""What the house owed at the end of each gaming day, noted as the day ends and never changed afterwards.

Balances of the past cannot be asked for, so somebody has to look at the right moment: housekeeping does, once a second.
While the floor is closed nothing moves, so a floor that was closed at a day's end notes it when it opens.
"""

from collections.abc import Callable
from datetime import date, timedelta

import msgspec

from punto.server.cashier.liabilities import HouseOwes, Owed
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_of
from punto.server.store.interface import Records
from punto.table.state import Instant

KIND = "owed_at_day_end"
ONE_DAY = timedelta(days=1)


class DayEnds:
    def __init__(
        self, records: Records, owes: HouseOwes, config: Callable[[], FloorConfig], clock: Callable[[], Instant]
    ) -> None:
        self._records = records
        self._owes = owes
        self._config = config
        self._clock = clock
        self._noted: date | None = None  # the last day that is noted

    def today(self) -> date:
        config = self._config()
        return date.fromisoformat(gaming_day_of(self._clock(), config.zone, config.day_start))

    async def note(self) -> None:
        """The day before this one, if nobody has noted it yet."""
        yesterday = self.today() - ONE_DAY
        if self._noted is not None and self._noted >= yesterday:
            return
        if await self._records.record(KIND, yesterday.isoformat()) is None:
            body = msgspec.json.encode(await self._owes.exactly())
            await self._records.keep_record(KIND, yesterday.isoformat(), body)
        self._noted = yesterday

    async def at_end_of(self, day: date) -> Owed | None:
        body = await self._records.record(KIND, day.isoformat())
        return None if body is None else msgspec.json.decode(body, type=Owed)
