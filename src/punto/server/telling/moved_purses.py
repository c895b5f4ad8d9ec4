"""Purses that a commit has moved, told to their patrons after whatever moved them.

A table that has told an event has its purses told in the same step, so that both leave in one write. What the cashier
moves, and what nobody has told for another reason, is told a moment later.
"""

import asyncio
from typing import Protocol

from punto.server.protocol.floor import Purse
from punto.server.protocol.frames import frame_of
from punto.server.streams.happened import Happened
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.telling.bus import Bus, patron_channel
from punto.server.telling.table_publisher import PatronsOnline
from punto.table.money import move_of

TOLD_AFTER_SECONDS = 0.01  # the table that moved a purse hears of it in the next step of the loop, and tells it before


class ShownPurses(Protocol):
    @property
    def untold(self) -> UntoldReturns: ...

    def shown(self, account: str) -> int | None: ...


class MovedPurses:
    def __init__(self, bus: Bus, patrons: PatronsOnline, purses: ShownPurses) -> None:
        self._bus = bus
        self._patrons = patrons
        self._purses = purses
        self._moved: set[str] = set()  # accounts
        self._waited: set[str] = set()  # those of them that have waited a moment already
        self._is_timed = False

    def moved(self, account: str, _balance: int = 0) -> None:
        """Called by the store with every purse that a commit has moved, and again when a table has told it."""
        self._moved.add(account)
        self._waited.discard(account)
        if not self._is_timed:
            self._wait()

    def told(self, happened: Happened) -> None:
        """A table has told an event. A purse that has moved again since is told with what came after, and one that a
        later event of the same command has moved, with that."""
        if move_of(happened.event) is None:
            return
        for account, balance in happened.balances.items():
            if account in self._moved and self._purses.shown(account) == balance:
                self._moved.discard(account)
                self._waited.discard(account)
                self._tell(account, balance)

    def _wait(self) -> None:
        self._is_timed = bool(self._moved)
        if self._is_timed:
            asyncio.get_running_loop().call_later(TOLD_AFTER_SECONDS, self._tell_waited)

    def _tell_waited(self) -> None:
        """Not what has moved only just now: its table may be about to tell why."""
        waited, self._moved = self._waited, self._moved - self._waited
        self._waited = set(self._moved)
        for account in waited:
            balance = self._purses.shown(account)
            if balance is not None:
                self._tell(account, balance)
        self._wait()

    def _tell(self, account: str, balance: int) -> None:
        """A purse that a table has not told of yet is told with it."""
        patron = account.split(":", 2)[2]
        channel = patron_channel(patron)
        if self._bus.has_subscribers(channel) and not self._purses.untold.holds(account):
            self._bus.publish(channel, frame_of(Purse(self._patrons.next_number(patron), balance)))
