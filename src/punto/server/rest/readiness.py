"""Whether the floor can take patrons, and if not, why."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from punto.server.store.failures import StoreIsLost
from punto.server.store.health import DOES_NOT_ANSWER, StoreHealth
from punto.server.store.interface import Store

STORE_ANSWERS_WITHIN_SECONDS = 2


class _Table(Protocol):
    @property
    def out_of_order(self) -> str | None: ...


class _Floor(Protocol):
    @property
    def is_ready(self) -> bool: ...

    @property
    def health(self) -> StoreHealth: ...

    @property
    def store(self) -> Store: ...

    @property
    def tables(self) -> Mapping[str, _Table]: ...


class Readiness:
    def __init__(self, floor: _Floor) -> None:
        self._floor = floor

    async def why_not(self) -> str:
        """Empty when the floor is ready."""
        floor = self._floor
        if not floor.is_ready:
            return "the floor is opening or closing"
        if floor.health.why_not:
            return floor.health.why_not
        try:
            async with asyncio.timeout(STORE_ANSWERS_WITHIN_SECONDS):
                await floor.store.balances([])
        except (StoreIsLost, TimeoutError):
            return DOES_NOT_ANSWER
        if floor.tables and all(table.out_of_order for table in floor.tables.values()):
            return "every table is out of order"
        return ""
