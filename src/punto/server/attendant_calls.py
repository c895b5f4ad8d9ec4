"""Patrons who want an attendant: one open call each, in memory. After a restart one simply presses again."""

from collections.abc import Callable
from itertools import count

from msgspec import Struct

from punto.table.state import Instant

CALLS_MAX = 1_000


class Call(Struct, frozen=True):
    id: int
    patron: str
    table: str  # where the patron sits; empty: in the lobby
    at: Instant


class AttendantCalls:
    def __init__(self, clock: Callable[[], Instant]) -> None:
        self.on_change: list[Callable[[], None]] = []
        self._clock = clock
        self._numbers = count(1)
        self._open: dict[str, Call] = {}  # by patron, the oldest first

    @property
    def open(self) -> tuple[Call, ...]:
        return tuple(self._open.values())

    def call(self, patron: str, table: str) -> Call | None:
        """Pressing again changes nothing. None: too many wait already."""
        if patron not in self._open:
            if len(self._open) >= CALLS_MAX:
                return None
            self._open[patron] = Call(next(self._numbers), patron, table, self._clock())
            self._tell()
        return self._open[patron]

    def answer(self, call: int) -> Call | None:
        """None: there is no such call, or somebody was faster."""
        answered = next((each for each in self._open.values() if each.id == call), None)
        if answered is not None:
            del self._open[answered.patron]
            self._tell()
        return answered

    def _tell(self) -> None:
        for tell in self.on_change:
            tell()
