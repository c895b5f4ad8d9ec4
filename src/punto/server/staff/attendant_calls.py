"""Patrons waiting for an attendant: those who pressed the button, and those whose ticket is paid by hand.

Presses are in memory only; after a restart patrons press again. Hand-pays are read from the open tickets, so they last
as long as the tickets do. Who took a call is lost at a restart.
"""

from collections.abc import Callable, Mapping
from itertools import count, islice

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.cashier import Ticket
from punto.server.cashier.ticket_code import written
from punto.table.state import Instant

CALLS_MAX = 1_000  # of each kind
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


class AttendantCalls:
    def __init__(
        self, clock: Callable[[], Instant], hand_pays: Callable[[], Mapping[str, Ticket]] = lambda: NO_HAND_PAYS
    ) -> None:
        self._clock = clock
        self._hand_pays = hand_pays
        self._numbers = count(1)
        self._pressed: dict[str, Call] = {}  # by patron, oldest first
        self._to_pay: dict[str, Call] = {}  # by the ticket's code

    @property
    def open(self) -> tuple[Call, ...]:
        """Oldest first."""
        return tuple(sorted((*self._pressed.values(), *self._paid_by_hand().values()), key=lambda call: call.at))

    def of(self, patron: str) -> tuple[Call, ...]:
        return tuple(call for call in self.open if call.patron == patron)

    def call(self, patron: str, table: str) -> Call | None:
        """A second press changes nothing. None: too many are waiting."""
        if patron not in self._pressed:
            if len(self._pressed) >= CALLS_MAX:
                return None
            self._pressed[patron] = Call(next(self._numbers), patron, table, self._clock())
        return self._pressed[patron]

    def find(self, number: int) -> Call | None:
        return next((each for each in self.open if each.id == number), None)

    def take(self, number: int, by: str) -> Call | None:
        """An attendant is on the way; another may take over. None: no such call."""
        found = self.find(number)
        if found is None:
            return None
        taken = replace(found, taken_by=by, taken_at=self._clock())
        if taken.ticket:
            self._to_pay = {code: taken if each.id == number else each for code, each in self._to_pay.items()}
        else:
            self._pressed[taken.patron] = taken
        return taken

    def answer(self, number: int) -> Call | None:
        """None: no such call, or already answered. A hand-pay ends only with its payment."""
        answered = next((each for each in self._pressed.values() if each.id == number), None)
        if answered is not None:
            del self._pressed[answered.patron]
        return answered

    def _paid_by_hand(self) -> Mapping[str, Call]:
        known, waiting = self._to_pay, islice(self._hand_pays().items(), CALLS_MAX)
        self._to_pay = {
            code: known.get(code)
            or Call(next(self._numbers), ticket.patron, "", ticket.at, ticket.amount, written(code))
            for code, ticket in waiting
        }
        return self._to_pay
