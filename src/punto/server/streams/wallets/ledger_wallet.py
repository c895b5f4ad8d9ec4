"""Patrons' money in our own ledger: purses in the store, and a journal in the table's own transaction for each move."""

from collections.abc import Callable, Collection

from punto.ledger.accounts import purse
from punto.server.store.interface import Balances
from punto.server.streams.wallets.wallet import Booking
from punto.table.money import Move, escrow_of, journal_of, unmoved_purses
from punto.table.state import Table


def _nothing(_: str) -> None:
    return None


class LedgerWallet:
    def __init__(self, ledger: Balances, currency: str, known: Callable[[str], int | None] = _nothing) -> None:
        """`known` tells the last balance of an account that passed by; a bare store remembers none."""
        self._ledger = ledger
        self._currency = currency
        self._known = known

    async def balances(self, patrons: Collection[str]) -> dict[str, int]:
        accounts = {patron: purse(patron, self._currency) for patron in sorted(patrons)}
        found = await self._ledger.balances(list(accounts.values()))
        return {patron: found[account] for patron, account in accounts.items()}

    async def balance(self, patron: str) -> int:
        return (await self.balances((patron,)))[patron]

    def known_balance(self, patron: str) -> int | None:
        return self._known(purse(patron, self._currency))

    def book(self, table: Table, move: Move) -> Booking:
        return Booking(journal_of(move, escrow_of(table)).lines, unmoved_purses(move, self._currency))
