"""When a dealer's turn is over, and who comes then. A turn begins at the tap-in; a relief is named for one turn.

It is stored, so a named relief outlives a restart.
"""

from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig
from punto.table.state import Instant

RELIEF = "relief"  # kind of the records
LATE_MS = 5 * 60_000  # a turn that lasts longer than this beyond its end is an alarm
MINUTE_MS = 60_000


class Relief(Struct, frozen=True):
    turn: Instant  # which it ends: when its dealer tapped in
    dealer: str  # account of who comes
    by: str  # account of who named them


class Turn(Struct, frozen=True):
    ends_at: Instant | None = None  # None: turns have no set length here
    relief: str = ""  # account of who comes; empty: nobody is named

    @property
    def is_late_from(self) -> Instant | None:
        return None if self.ends_at is None else self.ends_at + LATE_MS


class _Records(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...

    async def records(self, kind: str, after: str = "", limit: int = ...) -> list[tuple[str, bytes]]: ...


class Rota:
    def __init__(self, records: _Records, config: Callable[[], FloorConfig]) -> None:
        self._records = records
        self._config = config
        self._reliefs: dict[str, Relief] = {}  # by table, the last one named

    @classmethod
    async def open(cls, records: _Records, config: Callable[[], FloorConfig]) -> "Rota":
        rota = cls(records, config)
        kept = await records.records(RELIEF)
        rota._reliefs = {table: msgspec.json.decode(body, type=Relief) for table, body in kept}
        return rota

    def turn(self, table: str, since: Instant | None) -> Turn:
        """Of the dealer who tapped in then; None: nobody deals, or nobody knows since when."""
        if since is None:
            return Turn()
        minutes, relief = self._config().dealer_turn_minutes, self._reliefs.get(table)
        return Turn(
            since + minutes * MINUTE_MS if minutes else None, relief.dealer if relief and relief.turn == since else ""
        )

    async def name(self, table: str, relief: Relief) -> None:
        """An empty dealer takes the name back."""
        await self._records.keep_record(RELIEF, table, msgspec.json.encode(relief))
        self._reliefs[table] = relief
