"""Purses that several processes move: the floor shows the newest, whatever crosses."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from punto.server.pits.far_pit import FarPit
from punto.server.pits.purses_of_pits import PursesOfPits
from punto.server.streams.wallets.ledger_wallet import WatchedStore

ANN = "purse:EUR:ann"


class SlowStore:
    """Answers when the test says so, with what was there when it was asked."""

    def __init__(self) -> None:
        self.balance = 100
        self.asked: list[asyncio.Future[None]] = []

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        found = dict.fromkeys(accounts, self.balance)
        self.asked.append(asyncio.get_running_loop().create_future())
        await self.asked[-1]
        return found


class Knows:
    patrons = frozenset({"ann"})

    def __init__(self) -> None:
        self.forgotten: list[list[str]] = []

    def forget(self, accounts: list[str]) -> None:
        self.forgotten.append(accounts)


async def answered(store: SlowStore) -> None:
    for _ in range(5):
        await asyncio.sleep(0)
    for each in store.asked:
        if not each.done():
            each.set_result(None)
    for _ in range(5):
        await asyncio.sleep(0)


def test_of_two_reads_that_cross_the_newer_one_counts() -> None:
    async def test() -> None:
        store, here, there = SlowStore(), Knows(), Knows()
        ledger = WatchedStore(cast(Any, store))
        pits = cast(tuple[FarPit, FarPit], (here, there))
        purses = PursesOfPits(ledger, pits)
        for balance, pit in ((90, pits[0]), (80, pits[1])):
            store.balance = balance
            purses.moved({ANN: balance}, pit)
            await asyncio.sleep(0)
        await answered(store)
        await answered(store)
        assert ledger.shown(ANN) == 80

    asyncio.run(test())


def test_what_a_dead_pit_may_have_moved_is_forgotten_by_the_others() -> None:
    async def test() -> None:
        ledger, pit = WatchedStore(cast(Any, SlowStore())), Knows()
        pits = (cast(FarPit, pit),)
        PursesOfPits(ledger, pits)
        ledger.moved({ANN: 100})
        pit.forgotten.clear()
        ledger.doubt([ANN, "purse:EUR:bob"])
        assert (pit.forgotten, ledger.shown(ANN)) == ([[ANN]], None)

    asyncio.run(test())
