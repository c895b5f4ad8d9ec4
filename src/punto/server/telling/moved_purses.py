"""Purses that a commit has moved, told to their patrons after whatever moved them."""

import asyncio

from punto.server.protocol.floor import Purse
from punto.server.protocol.frames import frame_of
from punto.server.telling.bus import Bus, patron_channel
from punto.server.telling.table_publisher import PatronsOnline

TOLD_AFTER_SECONDS = 0.01  # the table that moved a purse hears of it in the next step of the loop, and tells it first


class MovedPurses:
    def __init__(self, bus: Bus, patrons: PatronsOnline) -> None:
        self._bus = bus
        self._patrons = patrons
        self._moved: dict[str, int] = {}  # patron to balance

    def moved(self, account: str, balance: int) -> None:
        """Called by the store with every purse that a commit has moved."""
        patron = account.split(":", 2)[2]
        if self._bus.has_subscribers(patron_channel(patron)):
            if not self._moved:
                asyncio.get_running_loop().call_later(TOLD_AFTER_SECONDS, self._tell)
            self._moved[patron] = balance

    def _tell(self) -> None:
        moved, self._moved = self._moved, {}
        for patron, balance in moved.items():
            channel = patron_channel(patron)
            if self._bus.has_subscribers(channel):
                self._bus.publish(channel, frame_of(Purse(self._patrons.next_number(patron), balance)))
