"""Patrons waiting for an attendant: those who pressed the button, and those whose ticket is paid by hand.

Presses are records until they are answered, so they outlive the floor's process. Hand-pays are read from the open
tickets, so they last as long as the tickets do; who took one of those is lost at a restart.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import count, islice
from operator import attrgetter
from typing import Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.cashier import Ticket
from punto.server.cashier.ticket_code import written
from punto.server.store.failures import StoreIsLost
from punto.table.state import Instant

PRESSED = "attendant_call"  # the kind of the records, by patron
CALLS_MAX = 1_000  # of each kind; as many records as are read at once
NO_HAND_PAYS: Mapping[str, Ticket] = {}


class Call(Struct, frozen=True):
    id: int
    patron: str
    table: str  # where the patron sits; empty: in the lobby, or a hand-pay
    at: Instant  # when it began
    amount: int = 0  # to be paid by hand; 0: the patron pressed the button
    ticket: str = ""  # its code
    taken_by: str = ""  # who is on the way; empty: nobody yet
    taken_at: Instant | None = None


class _Records(Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...

    async def forget_record(self, kind: str, name: str) -> int: ...

    async def records(self, kind: str) -> list[tuple[str, bytes]]: ...


class AttendantCalls:
    """Made by `recalled`. A press, an answer and who took a press are stored before they are told."""

    def __init__(self, records: _Records, clock: Callable[[], Instant], pressed: Iterable[Call]) -> None:
        self.hand_pays: Callable[[], Mapping[str, Ticket]] = lambda: NO_HAND_PAYS
        self._records = records
        self._clock = clock
        self._pressed = {each.patron: each for each in sorted(pressed, key=attrgetter("id"))}  # oldest first
        self._numbers = count(1 + max((each.id for each in self._pressed.values()), default=0))
        self._to_pay: dict[str, Call] = {}  # by the ticket's code

    @classmethod
    async def recalled(cls, records: _Records, clock: Callable[[], Instant]) -> "AttendantCalls":
        kept = await records.records(PRESSED)
        return cls(records, clock, [msgspec.json.decode(body, type=Call) for _, body in kept])

    @property
    def open(self) -> tuple[Call, ...]:
        """Oldest first."""
        return tuple(sorted((*self._pressed.values(), *self._paid_by_hand().values()), key=lambda call: call.at))

    def of(self, patron: str) -> tuple[Call, ...]:
        return tuple(call for call in self.open if call.patron == patron)

    async def call(self, patron: str, table: str) -> Call | None:
        """A second press changes nothing. None: too many are waiting."""
        if patron not in self._pressed:
            if len(self._pressed) >= CALLS_MAX:
                return None
            self._pressed[patron] = call = Call(next(self._numbers), patron, table, self._clock())
            try:
                await self._keep(call)
            except StoreIsLost:
                self._pressed.pop(patron, None)
                raise
            return call
        return self._pressed[patron]

    def find(self, number: int) -> Call | None:
        return next((each for each in self.open if each.id == number), None)

    async def take(self, number: int, by: str) -> Call | None:
        """An attendant is on the way; another may take over. None: no such call."""
        found = self.find(number)
        if found is None:
            return None
        taken = replace(found, taken_by=by, taken_at=self._clock())
        if taken.ticket:
            self._to_pay = {code: taken if each.id == number else each for code, each in self._to_pay.items()}
        else:
            await self._keep(taken)
            if any(each.id == number for each in self._pressed.values()):  # not answered meanwhile
                self._pressed[taken.patron] = taken
        return taken

    async def answer(self, number: int) -> Call | None:
        """None: no such call, or already answered. A hand-pay ends only with its payment."""
        answered = next((each for each in self._pressed.values() if each.id == number), None)
        if answered is not None:
            del self._pressed[answered.patron]
            try:
                await self._records.forget_record(PRESSED, answered.patron)
            except StoreIsLost:
                self._pressed.setdefault(answered.patron, answered)
                raise
        return answered

    async def _keep(self, call: Call) -> None:
        await self._records.keep_record(PRESSED, call.patron, msgspec.json.encode(call))

    def _paid_by_hand(self) -> Mapping[str, Call]:
        known, waiting = self._to_pay, islice(self.hand_pays().items(), CALLS_MAX)
        self._to_pay = {
            code: known.get(code)
            or Call(next(self._numbers), ticket.patron, "", ticket.at, ticket.amount, written(code))
            for code, ticket in waiting
        }
        return self._to_pay
