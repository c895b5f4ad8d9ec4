"""Dealers who call a supervisor: one call for each table, in memory, until somebody has answered it."""

from collections.abc import Callable
from itertools import count
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from punto.table.state import Instant

CallState = Literal["waits", "taken", "answered"]


class TableCall(Struct, frozen=True):
    id: int
    table: str
    text: str
    by: str  # account
    at: Instant
    taken_by: str = ""
    taken_at: Instant | None = None


class SupervisorCalls:
    def __init__(self, clock: Callable[[], Instant]) -> None:
        self.on_change: list[Callable[[str, CallState], None]] = []  # given the table
        self._clock = clock
        self._numbers = count(1)
        self._calls: dict[str, TableCall] = {}  # by table

    @property
    def open(self) -> tuple[TableCall, ...]:
        """Oldest first."""
        return tuple(sorted(self._calls.values(), key=lambda call: call.at))

    def of(self, table: str) -> TableCall | None:
        return self._calls.get(table)

    def call(self, table: str, by: str, text: str) -> TableCall:
        """A second call keeps its place and its age; the text is the last one."""
        known = self._calls.get(table)
        made = replace(known, text=text or known.text) if known else None
        self._calls[table] = made or TableCall(next(self._numbers), table, text, by, self._clock())
        self._tell(table, "waits")
        return self._calls[table]

    def find(self, number: int) -> TableCall | None:
        return next((each for each in self._calls.values() if each.id == number), None)

    def take(self, number: int, by: str) -> TableCall | None:
        """Somebody is on the way; another may take over. None: no such call."""
        found = self.find(number)
        if found is None:
            return None
        self._calls[found.table] = taken = replace(found, taken_by=by, taken_at=self._clock())
        self._tell(found.table, "taken")
        return taken

    def answer(self, number: int) -> TableCall | None:
        found = self.find(number)
        if found is not None:
            del self._calls[found.table]
            self._tell(found.table, "answered")
        return found

    def _tell(self, table: str, state: CallState) -> None:
        for tell in self.on_change:
            tell(table, state)
