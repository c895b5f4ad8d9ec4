"""Patrons' money in our own ledger: purses in the store, and a journal in the table's own transaction for each move.

`WatchedStore` is the store as tables and the cashier use it, with a cache of purses: watchers hear of every balance
that moves. Outcomes of one process arrive in the order in which they were stored and are noted at once. Another process
may have moved a purse after a commit of ours and be heard of before its outcome: such a purse is not remembered. The
cache only saves reading: every transaction checks the money again.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from time import perf_counter

from punto.ledger.accounts import PURSE, purse
from punto.server.store.failures import StoreIsLost
from punto.server.store.gathered_calls import GatheredCalls
from punto.server.store.interface import Balances, TableStore
from punto.server.store.values import (
    EVENTS_READ_AT_ONCE,
    Change,
    Claim,
    Given,
    Outcome,
    Refused,
    Stored,
    StoredEvent,
    StoreRefusal,
)
from punto.server.streams.wallets.untold_returns import UntoldReturns
from punto.server.streams.wallets.wallet import Booking
from punto.table.money import Move, escrow_of, journal_of, unmoved_purses
from punto.table.state import Table

PURSES_KNOWN_MAX = 50_000  # in each of two generations


def _nothing(_: str) -> None:
    return None


class LedgerWallet:
    def __init__(self, ledger: Balances, currency: str, shown: Callable[[str], int | None] = _nothing) -> None:
        """`shown` tells the last balance of an account that passed by, as screens may show it; a bare store remembers
        none."""
        self._ledger = ledger
        self._currency = currency
        self._shown = shown

    async def balances(self, patrons: Collection[str]) -> dict[str, int]:
        accounts = {patron: purse(patron, self._currency) for patron in sorted(patrons)}
        found = await self._ledger.balances(list(accounts.values()))
        return {patron: found[account] for patron, account in accounts.items()}

    async def balance(self, patron: str) -> int:
        return (await self.balances((patron,)))[patron]

    def known_balance(self, patron: str) -> int | None:
        return self._shown(purse(patron, self._currency))

    async def shown_balance(self, patron: str) -> int:
        balance = await self.balance(patron)
        shown = self.known_balance(patron)
        return balance if shown is None else shown

    def book(self, table: Table, move: Move) -> Booking:
        return Booking(journal_of(move, escrow_of(table)).lines, unmoved_purses(move, self._currency))


class WatchedStore:
    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._purses: dict[str, int] = {}  # when full, it becomes the older generation
        self._older: dict[str, int] = {}
        self._forgotten = 0  # how often purses were dropped
        self._under_way: dict[object, set[str]] = {}  # by commit, the purses forgotten since it was sent
        self._reading = GatheredCalls(store.balances)
        self.times_forgotten = 0  # all of them
        self.watchers: list[Callable[[str, int], None]] = []  # each gets account and balance
        self.on_doubt: list[Callable[[Collection[str]], None]] = []  # each gets accounts
        self.untold = UntoldReturns()
        self.timers: list[Callable[[int, float], None]] = []  # each gets how many changes took how long

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        return await self._store.claim(stream, after)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._store.read(stream, after, limit)

    async def answer_to(self, command: str) -> Given | None:
        return await self._store.answer_to(command)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        started, all_forgotten, commit = perf_counter(), self.times_forgotten, object()
        forgotten = self._under_way[commit] = set()
        try:
            outcomes = await self._store.commit(changes)
        except StoreIsLost:
            self.forget_purses()  # nobody knows whether it was stored
            self.doubt({account for each in changes for account in each.journal if account.startswith(PURSE)})
            raise
        finally:
            del self._under_way[commit]
        for timer in self.timers:
            timer(len(changes), perf_counter() - started)
        for outcome in outcomes:
            if isinstance(outcome, Stored) and outcome.balances:
                self.moved(outcome.balances)
            elif isinstance(outcome, Refused) and outcome.reason is StoreRefusal.BALANCE_IS_SHORT:
                self._drop((outcome.account,))  # somebody else has moved it: whoever decides again reads it
        if forgotten or all_forgotten != self.times_forgotten:  # whoever moved them may have done so after this commit
            self._drop(forgotten if all_forgotten == self.times_forgotten else None)
        return outcomes

    def moved(self, balances: Mapping[str, int]) -> None:
        """A commit has left these, here or in a pit."""
        self._note(balances)
        for watcher in self.watchers:
            for account, balance in balances.items():
                watcher(account, balance)

    def doubt(self, accounts: Collection[str]) -> None:
        """Somebody who can no longer say so may have moved them."""
        self.forget_purses(accounts)
        for hear in self.on_doubt:
            hear(accounts)

    def forget_purses(self, accounts: Collection[str] | None = None) -> None:
        """Somebody else may have moved them. None: all."""
        if accounts is None:
            self.times_forgotten += 1
        else:
            for forgotten in self._under_way.values():
                forgotten.update(accounts)
        self._drop(accounts)

    def _drop(self, accounts: Collection[str] | None) -> None:
        self._forgotten += 1
        if accounts is None:
            self._purses, self._older = {}, {}
            return
        for account in accounts:
            self._purses.pop(account, None)
            self._older.pop(account, None)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Purses may be dropped from the cache while we wait, so take from it before and after. Other accounts are
        not kept: commits do not report them."""
        known = self._known(accounts)
        if len(known) == len(accounts):
            return known
        unknown = [account for account in accounts if account not in known]
        forgotten = self._forgotten
        found = await self._reading.of_all(unknown)
        read = {each: found[each] for each in unknown} | self._known(unknown)  # a balance stored meanwhile is newer
        if forgotten == self._forgotten:  # else this may be older than a balance that was dropped
            self._note({account: balance for account, balance in read.items() if account.startswith(PURSE)})
        return known | read | self._known(accounts)

    def _known(self, accounts: Sequence[str]) -> dict[str, int]:
        purses, older = self._purses, self._older
        return {
            each: purses[each] if each in purses else older[each]
            for each in accounts
            if each in purses or each in older
        }

    def _note(self, balances: Mapping[str, int]) -> None:
        if len(self._purses) >= PURSES_KNOWN_MAX:
            self._older, self._purses = self._purses, {}
            self._forgotten += 1
        self._purses.update(balances)

    def known(self, account: str) -> int | None:
        """The last balance that was read or stored; None for a purse nobody has asked about."""
        return self._purses[account] if account in self._purses else self._older.get(account)

    def shown(self, account: str) -> int | None:
        """The same, without what a table has not told yet."""
        balance = self.known(account)
        return None if balance is None else balance - self.untold.of(account)
