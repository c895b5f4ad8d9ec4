"""The store as tables and the cashier use it, with a cache of purses: watchers hear of every balance that moves.

Outcomes arrive in the order in which they were stored and are noted at once, so the last balance noted is the last one
stored. The cache only saves reading: every transaction checks the money again.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter

from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import TableStore
from punto.server.store.values import EVENTS_READ_AT_ONCE, Change, Claim, Given, Outcome, Stored, StoredEvent

PURSES_KNOWN_MAX = 50_000  # in each of two generations


class WatchedStore:
    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._purses: dict[str, int] = {}  # when full, it becomes the older generation
        self._older: dict[str, int] = {}
        self._forgotten = 0  # how often purses were dropped
        self.watchers: list[Callable[[str, int], None]] = []  # each gets account and balance
        self.timers: list[Callable[[int, float], None]] = []  # each gets how many changes took how long

    async def claim(self, stream: str) -> Claim:
        return await self._store.claim(stream)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._store.read(stream, after, limit)

    async def answer_to(self, command: str) -> Given | None:
        return await self._store.answer_to(command)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        started = perf_counter()
        try:
            outcomes = await self._store.commit(changes)
        except StoreIsLost:
            self._purses, self._older = {}, {}  # nobody knows whether it was stored
            self._forgotten += 1
            raise
        for timer in self.timers:
            timer(len(changes), perf_counter() - started)
        for outcome in outcomes:
            if isinstance(outcome, Stored) and outcome.balances:
                self._note(outcome.balances)
                for watcher in self.watchers:
                    for account, balance in outcome.balances.items():
                        watcher(account, balance)
        return outcomes

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Purses may be dropped from the cache while we wait, so take from it before and after."""
        known = self._known(accounts)
        unknown = [account for account in accounts if account not in known]
        if not unknown:
            return known
        forgotten = self._forgotten
        read = await self._store.balances(unknown) | self._known(unknown)  # a balance stored meanwhile is newer
        if forgotten == self._forgotten:  # else this may be older than a balance that was dropped
            self._note(read)
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
