"""Tells the protection desk what patrons stake and get back. Bots have no limits of their own and are left out."""

from collections.abc import Iterator, Mapping

from punto.ledger.accounts import is_bot
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.table.events import (
    CoupCancelled,
    CoupCorrected,
    CoupSettled,
    CoupVoided,
    TakenBack,
    WagersChanged,
    total_of,
)
from punto.table.settled_wagers import NO_WAGERS, OwnWagers, by_patron
from punto.table.state import Table
from punto.table.taken_back import taken_back


class PlayWatch:
    def __init__(self, desk: ProtectionDesk) -> None:
        self._desk = desk
        self._counted_up_to: int | None = None  # version of the stream; None: nothing has been read yet

    def read(self, log: ReadLog) -> None:
        """For the first time, stakes that lie are counted; rounds are in the play record. Later, what a lost store had
        stored and nobody was told of."""
        missed = None if self._counted_up_to is None else log.after(self._counted_up_to)
        for happened in missed or ():
            self.happened(happened)
        if missed is None:
            for patron, seat in log.table.seats.items():
                if not is_bot(patron):
                    self._desk.staked_on_table(patron, log.table.config.id, seat.staked)
        self._counted_up_to = log.version

    def happened(self, happened: Happened) -> None:
        self._counted_up_to = happened.version
        table = happened.after.config.id
        match happened.event:
            case WagersChanged(patron=patron, stakes=stakes) if not is_bot(patron):
                self._desk.staked_on_table(patron, table, total_of(stakes))
            case CoupSettled(at=at) as event:
                for patron, own in without_bots(event.by_patron):
                    self._desk.staked_on_table(patron, table, 0)
                    self._desk.settled(patron, staked=own.staked, returned=own.returned, at=at)
            case CoupCancelled(returned=amounts):
                for patron, _ in amounts:
                    if not is_bot(patron):
                        self._desk.staked_on_table(patron, table, 0)
            case CoupVoided() | CoupCorrected() as event:
                count_again(self._desk, happened.before, event)


def count_again(desk: ProtectionDesk, before: Table, event: TakenBack) -> None:
    """A settlement was reversed or corrected: the desk hears of the difference."""
    again = by_patron(event.wagers) if isinstance(event, CoupCorrected) else {}
    for patron, own in without_bots(by_patron(taken_back(before, event).wagers)):
        now = again.get(patron, NO_WAGERS)
        desk.settled(patron, staked=now.staked - own.staked, returned=now.returned - own.returned, at=event.at)


def without_bots(settled: Mapping[str, OwnWagers]) -> Iterator[tuple[str, OwnWagers]]:
    return ((patron, own) for patron, own in settled.items() if not is_bot(patron))
