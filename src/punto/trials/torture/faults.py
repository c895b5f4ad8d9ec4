"""A store whose commits fail the way machines do: before anything is stored, or after, when the answer is lost."""

import random
from collections.abc import Sequence

from punto.server.store.failures import StoreIsLost
from punto.server.store.heads_file import Head
from punto.server.store.interface import Store
from punto.server.store.sqlite.in_process import SqliteInProcess as SqliteInProcess
from punto.server.store.values import EVENTS_READ_AT_ONCE, Change, Claim, Given, Outcome, Stored, StoredEvent

LOST_BEFORE, LOST_AFTER = "lost before the commit", "lost after the commit"


class FaultyStore:
    """Passes every call on, but loses one commit in `odds`, before or after it is made. Keeps the heads of the streams
    as far as they were acknowledged."""

    def __init__(self, store: Store, chance: random.Random, odds: int) -> None:
        self.store = store
        self.heads: dict[str, Head] = {}
        self.fault = ""  # the fault, once there was one
        self._chance = chance
        self._odds = odds

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        fault = self._chance.choice((LOST_BEFORE, LOST_AFTER)) if self._chance.randrange(self._odds) == 0 else ""
        if fault != LOST_BEFORE:
            outcomes = await self.store.commit(changes)
        if fault:
            self.fault = fault
            raise StoreIsLost(fault)
        for change, outcome in zip(changes, outcomes, strict=True):
            if isinstance(outcome, Stored):
                self.heads[change.stream] = Head(outcome.version, outcome.head)
        return outcomes

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        return await self.store.claim(stream, after)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self.store.read(stream, after, limit)

    async def answer_to(self, command: str) -> Given | None:
        return await self.store.answer_to(command)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return await self.store.balances(accounts)
