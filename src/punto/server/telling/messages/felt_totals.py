"""The total stakes on each field, updated with every change of wagers. Bots are counted separately."""

from punto.ledger.accounts import is_bot
from punto.server.protocol.parts import FieldTotal
from punto.server.streams.happened import Happened
from punto.table.events import BettingOpened, CoupCancelled, ShoeEnded, StakeList, WagersChanged
from punto.table.state import Table


class FeltTotals:
    def __init__(self) -> None:
        self._fields: dict[str, list[int]] = {}  # bet to stake, patrons, stake of bots, bots
        self.has_changed = False

    def count(self, table: Table) -> None:
        """From the felt itself, when a table is opened."""
        for patron, seat in table.seats.items():
            self._move(patron, (), seat.stakes)

    def happened(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, WagersChanged):
            self._move(event.patron, happened.before.seat(event.patron).stakes, event.stakes)
        elif isinstance(event, BettingOpened | CoupCancelled | ShoeEnded) and self._fields:
            self._fields.clear()
            self.has_changed = True

    def _move(self, patron: str, before: StakeList, after: StakeList) -> None:
        at, gone = 2 if is_bot(patron) else 0, dict(before)
        for bet, stake in after:
            old = gone.pop(bet, 0)
            if stake != old:
                self._add(bet, at, stake - old, not old)
        for bet, stake in gone.items():
            self._add(bet, at, -stake, -1)

    def _add(self, bet: str, at: int, stake: int, patrons: int) -> None:
        field = self._fields.setdefault(bet, [0, 0, 0, 0])
        field[at] += stake
        field[at + 1] += patrons
        self.has_changed = True

    @property
    def fields(self) -> tuple[FieldTotal, ...]:
        return tuple(FieldTotal(bet, *numbers) for bet, numbers in sorted(self._fields.items()) if any(numbers))
