"""A patron's own limits, while bets are being stored and others are decided on what these will lead to."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.limits.own_limits import WantedLimits
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.store.failures import StoreIsLost
from punto.server.store.values import Change
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.ledger_wallet import LedgerWallet, WatchedStore
from punto.server.tables.tell_protection import PlayWatch
from punto.table.commands import ClearAll, PlaceWager
from punto.table.state import Betting
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import CURRENCY, TABLES, Shoes, house_request
from punto.trials.torture.simulation import buy_in
from tests.server.held_store import HeldStore
from tests.server.people.desks import CONFIG, NOON

JADE, BOOK = TABLES[0]


class Limited:
    """p1 with 2,000 and a limit of their own, at a table whose betting is open."""

    def __init__(self, store: HeldStore, desk: ProtectionDesk) -> None:
        self.store = store
        self.desk = desk
        self.ledger = WatchedStore(store)
        self.promises = desk.promises_of(JADE.id)
        self.stream: TableStream

    async def open(self) -> None:
        config = replace(JADE, pace=replace(JADE.pace, shoe_change_ms=0))
        self.stream = TableStream(
            self.ledger,
            LedgerWallet(self.ledger, config.currency),
            await read_log(self.ledger, config, BOOK),
            observer=PlayWatch(self.desk).happened,
            allowances=Allowances(lambda patron: self.desk.room(patron, NOON, JADE.id), self.promises),
        )
        while not isinstance(self.stream.table.phase, Betting):
            await self.stream.handle([house_request(self.stream.table, Shoes(1), NOON)], NOON)

    async def begin(self, *commands: PlaceWager | ClearAll) -> None:
        await self.stream.begin([Request(command) for command in commands], NOON)

    async def finished(self) -> list[str | None]:
        refusals: list[str | None] = []
        while self.stream.is_under_way:
            refusals += [answer.refusal for answer in await self.stream.finish()]
        return refusals

    def room(self) -> int | None:
        return self.desk.room("p1", NOON)


def with_a_limit(limit: int, folder: Path, test: Callable[[Limited], Awaitable[None]]) -> None:
    async def run() -> None:
        store = HeldStore(folder / "floor.db")
        await buy_in(store, Auditor(TABLES, CURRENCY))
        desk = await ProtectionDesk.open(store, lambda: NOON, CONFIG)
        await desk.change("p1", WantedLimits(stake_a_day=limit))
        limited = Limited(store, desk)
        await limited.open()
        await test(limited)
        await store.close()

    asyncio.run(run())


def bet(field: str, stake: int) -> PlaceWager:
    return PlaceWager("p1", field, stake)


def test_money_that_comes_in_meanwhile_is_not_staked_beyond_the_limit(tmp_path: Path) -> None:
    """The limit was as large as the purse, and held nothing back when the first bets were decided."""

    async def test(limited: Limited) -> None:
        await limited.ledger.balances(["purse:EUR:p1"])
        limited.store.gate.clear()
        await limited.begin(bet("player", 1_000), bet("banker", 1_000))
        claim = await limited.store.claim("elsewhere")
        won = {"purse:EUR:p1": 2_000, "house:EUR": -2_000}
        await limited.ledger.commit([Change("elsewhere", claim.epoch, 0, (b"{}",), won)])
        await limited.begin(bet("tie", 1_000))
        limited.store.gate.set()
        assert await limited.finished() == [None, None, "own_limit_is_reached"]

    with_a_limit(2_000, tmp_path, test)


def test_what_is_being_cleared_may_be_staked_on_another_field(tmp_path: Path) -> None:
    async def test(limited: Limited) -> None:
        await limited.begin(bet("player", 200))
        await limited.finished()
        await limited.begin(ClearAll("p1"))
        await limited.begin(bet("banker", 200))
        assert await limited.finished() == [None, None]
        assert limited.room() == 0

    with_a_limit(200, tmp_path, test)


def test_bets_that_were_lost_with_the_store_take_no_room(tmp_path: Path) -> None:
    async def test(limited: Limited) -> None:
        limited.store.is_lost = True
        await limited.begin(bet("player", 100))
        await limited.begin(bet("player", 100))
        with pytest.raises(StoreIsLost):
            await limited.stream.finish()
        limited.store.is_lost = False
        await limited.open()  # as after any loss; what was begun with the old one is nobody's
        assert limited.room() == 1_000
        await limited.begin(bet("player", 100))
        assert await limited.finished() == [None]
        assert limited.room() == 900

    with_a_limit(1_000, tmp_path, test)


def test_a_batch_that_is_settled_early_and_lost_is_given_up_once(tmp_path: Path) -> None:
    async def test(limited: Limited) -> None:
        known = Request(PlaceWager("p2", "player", 100), "p2:1")
        await limited.stream.handle([known], NOON)
        await limited.stream.begin([known], NOON)  # it was answered before, so it has to be looked at again
        limited.store.gate.clear()
        await limited.begin(bet("player", 100))
        limited.store.is_lost = True
        limited.store.gate.set()
        for _ in range(2):
            with pytest.raises(StoreIsLost):
                await limited.stream.finish()
        limited.store.is_lost = False
        await limited.open()
        await limited.begin(bet("player", 100))
        await limited.begin(ClearAll("p1"))
        await limited.finished()
        assert limited.room() == 1_000

    with_a_limit(1_000, tmp_path, test)
