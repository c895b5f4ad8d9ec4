"""What one person has done at a table and another has yet to confirm, on a device of their own.

In memory, one for each table, for a minute: cards do not wait longer. Whoever takes one out carries it out, so two
people who confirm at once put down one card.
"""

from collections.abc import Callable
from itertools import count
from typing import Literal

from msgspec import Struct

from punto.server.protocol.refusals import ServerRefusal
from punto.table.state import Instant

WAITS_MS = 60_000

Deed = Literal["type_card"]
SideName = Literal["player", "banker"]
Ending = Literal["waits", "confirmed", "declined", "withdrawn", "expired"]


class Pending(Struct, frozen=True):
    id: int
    table: str
    deed: Deed
    card: str
    side: SideName | None
    by: str  # whose deed it is: the dealer who has tapped in, or the supervisor
    account: str  # in whose session it was done
    at: Instant
    expires_at: Instant
    place: tuple[int, int, int]  # shoe, round and cards out when it was done: later it would mean something else


class Confirmations:
    def __init__(self, clock: Callable[[], Instant], waits_ms: int = WAITS_MS) -> None:
        self.on_change: list[Callable[[str, Ending], None]] = []  # given the table
        self._clock = clock
        self._waits_ms = waits_ms
        self._numbers = count(1)
        self._pending: dict[str, Pending] = {}  # by table

    def propose(
        self,
        table: str,
        deed: Deed,
        card: str,
        *,
        side: SideName | None,
        by: str,
        account: str,
        place: tuple[int, int, int],
    ) -> Pending | ServerRefusal:
        if self.of(table) is not None:
            return ServerRefusal.CONFIRMATION_WAITS
        now = self._clock()
        pending = Pending(next(self._numbers), table, deed, card, side, by, account, now, now + self._waits_ms, place)
        self._pending[table] = pending
        self._tell(table, "waits")
        return pending

    def of(self, table: str) -> Pending | None:
        self._expire()
        return self._pending.get(table)

    @property
    def waiting(self) -> tuple[Pending, ...]:
        """Oldest first."""
        self._expire()
        return tuple(self._pending.values())

    def find(self, number: int) -> Pending | None:
        return next((each for each in self.waiting if each.id == number), None)

    def take(self, number: int, ending: Ending) -> Pending | None:
        """It waits no more; None: it does not wait, or somebody was faster."""
        pending = self.find(number)
        if pending is not None:
            del self._pending[pending.table]
            self._tell(pending.table, ending)
        return pending

    def _expire(self) -> None:
        now = self._clock()
        for table, pending in list(self._pending.items()):
            if now >= pending.expires_at:
                del self._pending[table]
                self._tell(table, "expired")

    def _tell(self, table: str, ending: Ending) -> None:
        for tell in self.on_change:
            tell(table, ending)
