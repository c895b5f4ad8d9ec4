"""The cache of purses."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome, Stored
from punto.server.streams.wallets.ledger_wallet import WatchedStore
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import CURRENCY, TABLES
from punto.trials.torture.simulation import buy_in


def test_dropped_purses_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.streams.wallets.ledger_wallet.PURSES_KNOWN_MAX", 1)

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))
        watched = WatchedStore(store)
        known = ["purse:EUR:p1", "purse:EUR:p2"]
        await watched.balances(known)
        assert await watched.balances([*known, "purse:EUR:p3"]) == dict.fromkeys([*known, "purse:EUR:p3"], 2_000)
        await store.close()

    asyncio.run(test())


class Held(SqliteInProcess):
    """Balances are told when a test lets them go; a commit stores what the test says, or is lost."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.is_let_go = asyncio.Event()
        self.stores: dict[str, int] | None = None

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        await self.is_let_go.wait()
        return dict.fromkeys(accounts, 2_000)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        if self.stores is None:
            raise StoreIsLost
        return [Stored(len(changes), b"", self.stores)]


async def _lose(store: Held, watched: WatchedStore) -> None:
    store.stores = None
    with pytest.raises(StoreIsLost):
        await watched.commit([])


async def _crowd_out(store: Held, watched: WatchedStore) -> None:
    store.stores = {"purse:EUR:p8": 8, "purse:EUR:p9": 9}
    await watched.commit([])


@pytest.mark.parametrize("forget", [_lose, _crowd_out])
def test_purses_dropped_while_others_are_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[Held, WatchedStore], Awaitable[None]]
) -> None:
    """A table died of it: it looked up what had been there before it waited."""
    monkeypatch.setattr("punto.server.streams.wallets.ledger_wallet.PURSES_KNOWN_MAX", 2)

    async def test() -> None:
        store = Held(tmp_path / "floor.db")
        watched = WatchedStore(store)
        store.stores = {"purse:EUR:p1": 100}
        await watched.commit([])
        asked = asyncio.create_task(watched.balances(["purse:EUR:p1", "purse:EUR:p2"]))
        await asyncio.sleep(0)
        await forget(store, watched)
        store.is_let_go.set()
        assert await asked == {"purse:EUR:p1": 100, "purse:EUR:p2": 2_000}
        await store.close()

    asyncio.run(test())


def test_a_balance_stored_while_it_is_read_is_the_newer_one_and_stays_known(tmp_path: Path) -> None:
    async def test() -> None:
        store = Held(tmp_path / "floor.db")
        watched = WatchedStore(store)
        asked = asyncio.create_task(watched.balances(["purse:EUR:p1"]))
        await asyncio.sleep(0)
        store.stores = {"purse:EUR:p1": 1_500}
        await watched.commit([])
        store.is_let_go.set()
        assert await asked == {"purse:EUR:p1": 1_500}
        assert watched.shown("purse:EUR:p1") == 1_500
        await store.close()

    asyncio.run(test())


def test_a_balance_read_before_the_cache_was_dropped_is_not_cached(tmp_path: Path) -> None:
    """It may be older than what was forgotten."""

    async def test() -> None:
        store = Held(tmp_path / "floor.db")
        watched = WatchedStore(store)
        asked = asyncio.create_task(watched.balances(["purse:EUR:p1"]))
        await asyncio.sleep(0)
        store.stores = {"purse:EUR:p1": 1_500}
        await watched.commit([])
        await _lose(store, watched)
        store.is_let_go.set()
        await asked
        assert watched.shown("purse:EUR:p1") is None
        await store.close()

    asyncio.run(test())


class Slow(SqliteInProcess):
    """A commit has stored what it moves; its outcome comes when a test lets it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.is_let_go = asyncio.Event()

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        stored: list[Outcome] = [Stored(1, b"", {"purse:EUR:p1": 1_500, "purse:EUR:p2": 700}) for _ in changes]
        await self.is_let_go.wait()
        return stored


@pytest.mark.parametrize("accounts", [["purse:EUR:p1"], None])
def test_a_purse_that_somebody_moved_before_our_outcome_came_is_not_remembered(
    tmp_path: Path, accounts: list[str] | None
) -> None:
    """A pit remembered for good what its own bet had left, though the purse had been filled since."""

    async def test() -> None:
        store = Slow(tmp_path / "floor.db")
        watched = WatchedStore(store)
        bet = asyncio.create_task(watched.commit([Change("table:a", 1, 0, ())]))
        await asyncio.sleep(0)
        watched.forget_purses(accounts)
        store.is_let_go.set()
        await bet
        assert watched.shown("purse:EUR:p1") is None
        assert watched.shown("purse:EUR:p2") == (None if accounts is None else 700)
        await watched.commit([Change("table:a", 1, 1, ())])
        assert watched.shown("purse:EUR:p1") == 1_500, "what is sent after that is newer"
        await store.close()

    asyncio.run(test())
