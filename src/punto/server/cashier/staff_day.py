"""What each member of staff has taken in and paid out in the gaming day, which is limited."""

from msgspec import Struct

from punto.ledger.cashier_events import BoughtIn, CashierEvent, PurseAdjusted, TicketPaid, TipsPaid
from punto.server.config.floor_config import FloorConfig
from punto.server.config.gaming_day import gaming_day_bounds
from punto.table.state import Instant


class DaySums(Struct, frozen=True):
    """For snapshots."""

    start: Instant = 0
    moved: dict[str, int] = {}


class StaffDay:
    def __init__(self, config: FloorConfig) -> None:
        self._zone, self._day_start = config.zone, config.day_start
        self._start = self._end = 0
        self._moved: dict[str, int] = {}

    def moved(self, by: str, now: Instant) -> int:
        return self._moved.get(by, 0) if now < self._end else 0

    def note(self, event: CashierEvent) -> None:
        """A reversal gives no allowance back: booking and reversing moves money too."""
        match event:
            case BoughtIn(amount=amount, by=by, at=at) if by:
                self._add(by, amount, at)
            case TicketPaid(amount=amount, by=str() as by, at=at) | TipsPaid(amount=amount, by=by, at=at):
                self._add(by, amount, at)
            case PurseAdjusted(amount=amount, by=by, at=at):
                self._add(by, abs(amount), at)

    def _add(self, by: str, amount: int, at: Instant) -> None:
        if at >= self._end:  # a clock set back does not restart the day
            self._start, self._end = gaming_day_bounds(at, self._zone, self._day_start)
            self._moved = {}
        self._moved[by] = self._moved.get(by, 0) + amount

    @property
    def kept(self) -> DaySums:
        return DaySums(self._start, dict(self._moved))

    def recall(self, kept: DaySums) -> None:
        self._start, self._end = gaming_day_bounds(kept.start, self._zone, self._day_start)
        self._moved = dict(kept.moved)
