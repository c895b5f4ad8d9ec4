"""The store as tables and the cashier use it: every purse that a commit moves is known here, and told at once.

Outcomes come back in the order in which they were stored, and each is noted in the very step in which it arrives, so
the last balance noted is the last one stored. It only spares reading: every transaction checks the money again.
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
        self._purses: dict[str, int] = {}  # once full, the older generation: so what has long not moved is forgotten
        self._older: dict[str, int] = {}
        self._forgotten = 0  # how often some or all of them were
        self.watchers: list[Callable[[str, int], None]] = []  # each is told account and balance
        self.timers: list[Callable[[int, float], None]] = []  # each is told how many changes took how many seconds

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
            self._purses, self._older = {}, {}  # whether it was stored is unknown
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
        """What is known here may be forgotten while we wait: nothing is looked up that was not read before."""
        known = self._known(accounts)
        unknown = [account for account in accounts if account not in known]
        if not unknown:
            return known
        forgotten = self._forgotten
        read = await self._store.balances(unknown) | self._known(unknown)  # what was stored meanwhile is newer
        if forgotten == self._forgotten:  # else what was read may be older than what we have forgotten
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

    def known(self, account: str) -> int:
        """The last balance that was read or stored; nothing for a purse that nobody has asked about."""
        return self._purses[account] if account in self._purses else self._older.get(account, 0)
