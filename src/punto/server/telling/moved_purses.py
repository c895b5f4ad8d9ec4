"""Purses that a commit has moved, told to their patrons after whatever moved them."""

import asyncio
from typing import Protocol

from punto.server.protocol.floor import Purse
from punto.server.protocol.frames import frame_of
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.telling.bus import Bus, patron_channel
from punto.server.telling.table_publisher import PatronsOnline

TOLD_AFTER_SECONDS = 0.01  # the table that moved a purse hears of it in the next step of the loop, and tells it first


class ShownPurses(Protocol):
    @property
    def untold(self) -> UntoldReturns: ...

    def shown(self, account: str) -> int | None: ...


class MovedPurses:
    def __init__(self, bus: Bus, patrons: PatronsOnline, purses: ShownPurses) -> None:
        self._bus = bus
        self._patrons = patrons
        self._purses = purses
        self._moved: dict[str, str] = {}  # account to patron

    def moved(self, account: str, _balance: int = 0) -> None:
        """Called by the store with every purse that a commit has moved, and again when a table has told it."""
        patron = account.split(":", 2)[2]
        if self._bus.has_subscribers(patron_channel(patron)):
            if not self._moved:
                asyncio.get_running_loop().call_later(TOLD_AFTER_SECONDS, self._tell)
            self._moved[account] = patron

    def _tell(self) -> None:
        """A purse that a table has not told of yet is told with it."""
        moved, self._moved = self._moved, {}
        for account, patron in moved.items():
            channel, balance = patron_channel(patron), self._purses.shown(account)
            if balance is not None and self._bus.has_subscribers(channel) and not self._purses.untold.holds(account):
                self._bus.publish(channel, frame_of(Purse(self._patrons.next_number(patron), balance)))
