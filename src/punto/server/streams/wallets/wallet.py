"""The seam between a table and patrons' money.

A table asks its wallet what patrons have, decides, and has each move of money booked with the events that cause it.
Today the one wallet is our own ledger (`ledger_wallet.py`), which books inside the table's transaction; an operator's
wallet will stand here too.
"""

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct

from punto.ledger.accounts import Account
from punto.rules.money import Amount
from punto.table.money import Move
from punto.table.state import Table


class Booking(Struct, frozen=True):
    """What the table's transaction has to store for a move."""

    journal: Mapping[Account, Amount]
    tells: tuple[Account, ...]  # further accounts whose balances the commit has to tell


class Wallet(Protocol):
    async def balances(self, patrons: Collection[str]) -> dict[str, int]:
        """What each has now: for deciding."""

    async def balance(self, patron: str) -> int: ...

    def known_balance(self, patron: str) -> int | None:
        """As far as it is known without asking; None for a patron nobody has asked about. For showing only: without
        what a table has not told yet."""

    async def shown_balance(self, patron: str) -> int:
        """The same, asked for if it is not known."""

    def book(self, table: Table, move: Move) -> Booking:
        """Hold a stake, release it, settle, reverse, take a tip. `table` is the state before the event."""
