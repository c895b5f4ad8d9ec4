"""A store that can be held up, and lost, under the tables on it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Claim, Outcome


class HeldStore(SqliteInProcess):
    """Stores what a table decides while its gate is open. While it is lost, tables cannot be claimed either."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_lost = False
        self.claims_refused = 0

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        if changes[0].stream.startswith("table:"):
            await self.gate.wait()
            if self.is_lost:
                raise StoreIsLost
        return await super().commit(changes)

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        if self.is_lost:
            self.claims_refused += 1
            raise StoreIsLost
        return await super().claim(stream, after)
