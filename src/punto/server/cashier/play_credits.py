"""Play credits: a guest starts with them and can top them up once an hour."""

from collections import OrderedDict
from collections.abc import Callable, Mapping

from punto.ledger.cashier_events import BoughtIn, CashierEvent
from punto.server.protocol.refusals import PlayCreditsRefusal
from punto.table.state import Instant

REFILL_EVERY_MS = 60 * 60_000


class PlayCredits:
    def __init__(self, grant: int | None, clock: Callable[[], Instant]) -> None:
        self.refilled_at: OrderedDict[str, Instant] = OrderedDict()  # in the last hour, oldest first
        self._grant = grant  # None: money is real
        self._clock = clock

    def wait_ms(self, patron: str) -> int:
        """Time until the patron's next top-up; 0: now."""
        refilled_at = self.refilled_at.get(patron)
        return 0 if refilled_at is None else max(0, refilled_at + REFILL_EVERY_MS - self._clock())

    def decide(self, patron: str, credit: int, now: Instant) -> tuple[CashierEvent, ...] | PlayCreditsRefusal:
        if self._grant is None:
            return PlayCreditsRefusal.NOT_OFFERED
        if credit >= self._grant:
            return PlayCreditsRefusal.PURSE_IS_FULL
        if self.wait_ms(patron):
            return PlayCreditsRefusal.COME_HOURLY
        return (BoughtIn(patron, self._grant - credit, at=now),)

    def note(self, event: CashierEvent) -> None:
        """A buy-in without a cashier is a top-up."""
        if isinstance(event, BoughtIn) and not event.by:
            self.refilled_at[event.patron] = event.at
            self.refilled_at.move_to_end(event.patron)
            while next(iter(self.refilled_at.values())) < event.at - REFILL_EVERY_MS:
                self.refilled_at.popitem(last=False)

    def recall(self, refilled_at: Mapping[str, Instant]) -> None:
        """At startup. A clock that was set back makes nobody wait longer."""
        now = self._clock()
        self.refilled_at = OrderedDict(
            (patron, min(at, now)) for patron, at in sorted(refilled_at.items(), key=lambda each: each[1])
        )
