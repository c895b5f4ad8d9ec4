"""Tells the protection desk of a live table: what a round gave counts once patrons are told of it.

A patron's own figures (today, the session, what is left of a limit) would otherwise show a result before its picture.
Until then the stakes of the round still count as lying, so that no limit is given out twice.
"""

from collections import Counter

from punto.ledger.accounts import is_bot
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.tables.tell_protection import count_again, without_bots
from punto.table.events import CoupCancelled, CoupCorrected, CoupSettled, CoupVoided, WagersChanged, total_of


class HeldPlayWatch:
    def __init__(self, desk: ProtectionDesk) -> None:
        self._desk = desk
        self._lying: dict[str, int] = {}  # patron to stakes on the felt
        self._untold: Counter[str] = Counter()  # patron to stakes of rounds that are over and not told
        self._counted_up_to: int | None = None  # version of the stream; None: nothing has been read yet

    def read(self, log: ReadLog) -> None:
        """For the first time, stakes that lie are counted; later, what a lost store had stored and nobody was told."""
        missed = None if self._counted_up_to is None else log.after(self._counted_up_to)
        for happened in missed or ():
            self.happened(happened)
        if missed is None:
            self._untold.clear()
            self._lying = {patron: seat.staked for patron, seat in log.table.seats.items() if not is_bot(patron)}
            for patron in self._lying:
                self._tell(patron, log.table.config.id)
        self._counted_up_to = log.version

    def happened(self, happened: Happened) -> None:
        """As soon as it is stored."""
        self._counted_up_to = happened.version
        match happened.event:
            case WagersChanged(patron=patron, stakes=stakes) if not is_bot(patron):
                self._lying[patron] = total_of(stakes)
                self._tell(patron, happened.after.config.id)
            case CoupSettled() | CoupCancelled():
                self._untold.update(self._lying)
                self._lying.clear()

    def told(self, happened: Happened) -> None:
        match happened.event:
            case CoupSettled(at=at) as event:
                for patron, own in without_bots(event.by_patron):
                    self._is_over(patron, own.staked, happened)
                    self._desk.settled(patron, staked=own.staked, returned=own.returned, at=at)
            case CoupCancelled(returned=amounts):
                for patron, staked in amounts:
                    if not is_bot(patron):
                        self._is_over(patron, staked, happened)
            case CoupVoided() | CoupCorrected() as event:
                count_again(self._desk, happened.before, event)

    def _is_over(self, patron: str, staked: int, happened: Happened) -> None:
        self._untold[patron] -= staked
        if self._untold[patron] <= 0:  # below: it ended before the last start
            del self._untold[patron]
        self._tell(patron, happened.after.config.id)

    def _tell(self, patron: str, table: str) -> None:
        self._desk.staked_on_table(patron, table, self._lying.get(patron, 0) + self._untold.get(patron, 0))
