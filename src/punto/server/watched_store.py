"""The store as tables and the cashier use it: every purse that a commit moves is known here, and told at once.

Outcomes come back in the order in which they were stored, and each is noted in the very step in which it arrives, so
the last balance noted is the last one stored. It only spares reading: every transaction checks the money again.
"""

from collections.abc import Callable, Sequence
from time import perf_counter

from punto.server.store.interface import (
    EVENTS_READ_AT_ONCE,
    Change,
    Claim,
    Given,
    Outcome,
    Stored,
    StoredEvent,
    StoreIsLost,
)
from punto.server.table_stream import TableStore

PURSES_KNOWN_MAX = 100_000


class WatchedStore:
    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._purses: dict[str, int] = {}
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
            self._purses.clear()  # whether it was stored is unknown
            raise
        for timer in self.timers:
            timer(len(changes), perf_counter() - started)
        for outcome in outcomes:
            if isinstance(outcome, Stored) and outcome.balances:
                self._purses.update(outcome.balances)
                for watcher in self.watchers:
                    for account, balance in outcome.balances.items():
                        watcher(account, balance)
        return outcomes

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        purses = self._purses
        if len(purses) > PURSES_KNOWN_MAX:
            purses.clear()
        unknown = [account for account in accounts if account not in purses]
        if unknown:
            for account, balance in (await self._store.balances(unknown)).items():
                purses.setdefault(account, balance)  # what was stored meanwhile is newer than what was read
        return {account: purses[account] for account in accounts}

    def known(self, account: str) -> int:
        """The last balance that was read or stored; nothing for a purse that nobody has asked about."""
        return self._purses.get(account, 0)
