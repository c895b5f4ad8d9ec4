"""All that lies on each field of a table, kept by adding what every change of wagers adds. Bots count apart."""

from punto.ledger.accounts import is_bot
from punto.server.protocol import FieldTotal
from punto.server.table_stream import Happened
from punto.table.events import BettingOpened, CoupCancelled, WagersChanged
from punto.table.state import Table


class FeltTotals:
    def __init__(self) -> None:
        self._fields: dict[str, list[int]] = {}  # bet to stake, patrons, stake of bots, bots
        self.has_changed = False

    def count(self, table: Table) -> None:
        """From the felt itself, when a table is opened."""
        for patron, seat in table.seats.items():
            self._move(patron, {}, dict(seat.stakes))

    def happened(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, WagersChanged):
            self._move(event.patron, dict(happened.before.seat(event.patron).stakes), dict(event.stakes))
        elif isinstance(event, BettingOpened | CoupCancelled) and self._fields:
            self._fields.clear()
            self.has_changed = True

    def _move(self, patron: str, before: dict[str, int], after: dict[str, int]) -> None:
        at = 2 if is_bot(patron) else 0
        for bet in before.keys() | after.keys():
            old, new = before.get(bet, 0), after.get(bet, 0)
            if old != new:
                field = self._fields.setdefault(bet, [0, 0, 0, 0])
                field[at] += new - old
                field[at + 1] += bool(new) - bool(old)
                self.has_changed = True

    @property
    def fields(self) -> tuple[FieldTotal, ...]:
        return tuple(FieldTotal(bet, *numbers) for bet, numbers in sorted(self._fields.items()) if any(numbers))
