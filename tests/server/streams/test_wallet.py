"""The contract of every wallet, on every engine. `WALLETS` lists the kinds there are; an operator's adds one."""

from collections.abc import Awaitable, Callable

import pytest

from punto.server.store.interface import Store
from punto.server.store.values import Change, Stored
from punto.server.streams.event_stream import EventStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.streams.wallets.wallet import Wallet
from punto.table.events import Adjustment
from punto.table.money import Hold, Move, Release, Reverse, Settle, Tip
from punto.table.settled_wagers import SettledWager, by_patron
from punto.table.state import Table
from punto.trials.torture.floor import TABLES
from tests.server.store.engines import Engine

CONFIG, BOOK = TABLES[0]
TABLE = Table(CONFIG, BOOK, shoe=1, coup=1)


WalletOn = Callable[[WatchedStore], Wallet]


def our_ledger(store: WatchedStore) -> Wallet:
    return LedgerWallet(store, CONFIG.currency, store.shown)


WALLETS: list[WalletOn] = [our_ledger]


class Purses:
    """Ann and Bob with 1,000 each, and a stream whose moves are stored one after the other."""

    def __init__(self, store: WatchedStore, wallet_on: WalletOn) -> None:
        self.wallet = wallet_on(store)
        self.store = store
        self._stream = EventStream(store, "table:jade")

    async def open(self) -> None:
        await self._stream.skip_to_end()
        start = {f"purse:{CONFIG.currency}:{patron}": 1_000 for patron in ("ann", "bob")}
        await self._commit({**start, f"cashier:{CONFIG.currency}": -2_000}, ())

    async def move(self, move: Move) -> Stored:
        booking = self.wallet.book(TABLE, move)
        return await self._commit(dict(booking.journal.items()), booking.tells)

    async def _commit(self, journal: dict[str, int], tells: tuple[str, ...]) -> Stored:
        stream = self._stream
        change = Change(stream.name, stream.epoch, stream.version, (b"e",), journal, tells=tells)
        (outcome,) = await stream.commit([change])
        assert isinstance(outcome, Stored)
        stream.version = outcome.version
        return outcome

    async def have(self) -> tuple[int, int]:
        found = await self.wallet.balances({"ann", "bob"})
        assert found == {patron: await self.wallet.balance(patron) for patron in found}
        assert found == {patron: self.wallet.known_balance(patron) for patron in found}
        return found["ann"], found["bob"]


WithPurses = Callable[[Callable[[Purses], Awaitable[None]]], None]


@pytest.fixture(params=WALLETS, ids=lambda wallet_on: wallet_on.__name__)
def with_purses(request: pytest.FixtureRequest, engine: Engine) -> WithPurses:
    def run_with(test: Callable[[Purses], Awaitable[None]]) -> None:
        async def run(store: Store) -> None:
            purses = Purses(WatchedStore(store), request.param)
            await purses.open()
            await test(purses)
            assert sum((await store.every_balance()).values()) == 0

        engine.run(run)

    return run_with


def test_a_stake_is_held_and_released(with_purses: WithPurses) -> None:
    async def test(purses: Purses) -> None:
        await purses.move(Hold("ann", 300))
        assert await purses.have() == (700, 1_000)
        await purses.move(Release((("ann", 100),)))
        assert await purses.have() == (800, 1_000)

    with_purses(test)


def test_a_settled_coup_pays_and_a_loser_is_told_too(with_purses: WithPurses) -> None:
    async def test(purses: Purses) -> None:
        await purses.move(Hold("ann", 300))
        await purses.move(Hold("bob", 200))
        settled = await purses.move(
            Settle(by_patron((SettledWager("ann", "player", 300, "1", 600), SettledWager("bob", "tie", 200, "-1", 0))))
        )
        assert await purses.have() == (1_300, 800)
        told = {account.rsplit(":", 1)[1]: balance for account, balance in settled.balances.items()}
        assert told == {"ann": 1_300, "bob": 800}

    with_purses(test)


def test_a_settlement_is_reversed_and_a_tip_leaves_the_purse(with_purses: WithPurses) -> None:
    async def test(purses: Purses) -> None:
        await purses.move(Reverse((Adjustment("ann", -300), Adjustment("bob", 200))))
        assert await purses.have() == (700, 1_200)
        await purses.move(Tip("bob", 50, "attendants"))
        assert await purses.have() == (700, 1_150)

    with_purses(test)


def test_a_purse_nobody_has_used_is_empty_and_one_nobody_asked_about_shows_nothing(with_purses: WithPurses) -> None:
    async def test(purses: Purses) -> None:
        fresh = LedgerWallet(purses.store, CONFIG.currency)
        assert await fresh.balances(()) == {}
        assert await fresh.balance("cid") == 0
        assert fresh.known_balance("ann") is None, "this one remembers nothing"

    with_purses(test)
