"""Two tables that are bet on in the same moment do not both give what is left of a limit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.people.limits.own_limits import WantedLimits
from punto.server.store.failures import StoreIsLost
from punto.server.store.values import Change, Outcome
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.server.tables.tell_protection import PlayWatch
from punto.table.commands import ClearAll, PlaceWager
from punto.table.state import Betting
from punto.trials.torture.audit import Auditor
from punto.trials.torture.faults import SqliteInProcess
from punto.trials.torture.floor import CURRENCY, TABLES, Shoes, house_request
from punto.trials.torture.simulation import buy_in
from tests.server.people.desks import NOON, Desks

BET = Request(PlaceWager("p1", "player", 100))


class Slow(SqliteInProcess):
    """Others have their turn while a batch is being stored; sometimes it never is."""

    is_lost = False

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        await asyncio.sleep(0)
        if self.is_lost:
            raise StoreIsLost
        return await super().commit(changes)


class TwoTables(Desks):
    """p1 may stake 150 a day; both tables take bets."""

    async def open(self) -> "TwoTables":
        await super().open()
        await self.protection.change("p1", WantedLimits(stake_a_day=150))
        self._allowances = {
            config.id: Allowances(
                lambda patron: self.protection.room(patron, NOON), self.protection.promises_of(config.id)
            )
            for config, _ in TABLES
        }
        return self

    async def table(self, place: int, store: Slow) -> TableStream:
        """Read from its log, as often as it is asked for."""
        config, book = TABLES[place]
        at_once = replace(config, pace=replace(config.pace, shoe_change_ms=0))
        stream = TableStream(
            store,
            LedgerWallet(store, config.currency),
            await read_log(store, at_once, book),
            observer=PlayWatch(self.protection).happened,
            allowances=self._allowances[config.id],
        )
        while not isinstance(stream.table.phase, Betting):
            await stream.handle([house_request(stream.table, Shoes(1), NOON)], NOON)
        return stream


def at_two_tables(folder: Path, test: Callable[[Slow, TwoTables], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Slow(str(folder / "tables.db"))
        await buy_in(store, Auditor(TABLES, CURRENCY))
        desks = await TwoTables(folder / "people.db").open()
        await test(store, desks)
        await desks.store.close()
        await store.close()

    asyncio.run(run())


async def both(one: TableStream, other: TableStream) -> list[str | None]:
    answers = await asyncio.gather(one.handle([BET], NOON), other.handle([BET], NOON))
    return [answer.refusal for (answer,) in answers]


def test_a_limit_is_given_once_though_two_tables_are_bet_on_at_once(tmp_path: Path) -> None:
    async def test(store: Slow, desks: TwoTables) -> None:
        one, other = await desks.table(0, store), await desks.table(1, store)
        assert await both(one, other) == [None, "own_limit_is_reached"]
        assert (await other.handle([BET], NOON))[0].refusal == "own_limit_is_reached"
        await one.handle([Request(ClearAll("p1"))], NOON)
        assert (await other.handle([BET], NOON))[0].refusal is None, "what was taken back may be staked elsewhere"

    at_two_tables(tmp_path, test)


def test_a_bet_that_may_be_stored_takes_room_until_its_table_has_been_read_again(tmp_path: Path) -> None:
    async def test(store: Slow, desks: TwoTables) -> None:
        one, other = await desks.table(0, store), await desks.table(1, store)
        store.is_lost = True
        with pytest.raises(StoreIsLost):
            await one.handle([BET], NOON)
        store.is_lost = False
        assert (await other.handle([BET], NOON))[0].refusal == "own_limit_is_reached"
        await desks.table(0, store)
        assert (await other.handle([BET], NOON))[0].refusal is None, "it was never stored"

    at_two_tables(tmp_path, test)
