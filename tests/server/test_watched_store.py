"""The store's purses as tables know them."""

import asyncio
from pathlib import Path

import pytest

from punto.server.store.sqlite_in_process import SqliteInProcess
from punto.server.torture.audit import Auditor
from punto.server.torture.floor import CURRENCY, TABLES
from punto.server.torture.simulation import buy_in
from punto.server.watched_store import WatchedStore


def test_purses_that_are_forgotten_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.watched_store.PURSES_KNOWN_MAX", 1)

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))
        watched = WatchedStore(store)
        known = ["purse:EUR:p1", "purse:EUR:p2"]
        await watched.balances(known)
        assert await watched.balances([*known, "purse:EUR:p3"]) == dict.fromkeys([*known, "purse:EUR:p3"], 2_000)
        await store.close()

    asyncio.run(test())
