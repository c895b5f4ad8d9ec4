"""Patrons' own tables across a restart: no bet on them is overlooked, though they are read in the background."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.on_demand_tables import OnDemandTables
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.run.serve_floor import now_ms
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.commands import PlaceWager
from punto.table.config import TableKind
from punto.table.state import Betting
from tests.server.people.desks import KEY
from tests.server.seated import seated

DEMO = demo_floor()
ALONE = next(table for table in DEMO.tables if table.kind is TableKind.ON_DEMAND)
FLOOR = replace(DEMO, bots=False, simulated_dealers=frozenset(), tables=(ALONE,))


async def nobody_reads(_: OnDemandTables) -> None:
    """The background has not come to it yet."""


async def bet_left_on_an_own_table(store: SqliteInProcess) -> tuple[str, int]:
    """A patron whose bet lies when the floor stops, and the purse beside it."""
    floor = await open_floor(FLOOR, store, KEY, now_ms)
    start_jobs(floor)
    await floor.start()
    patron = (await floor.accounts.new_guest()).id
    await floor.cashier.play_credits(patron)
    task = await seated(floor, ALONE.id, patron)
    async with asyncio.timeout(20):
        while not isinstance(task.table.phase, Betting):
            await asyncio.sleep(0.01)
    stake = ALONE.limits["player"].stake_min
    assert (await task.ask(PlaceWager(patron, "player", stake))).refusal is None
    await floor.stop()
    return patron, await floor.cashier.balance(patron)


@pytest.mark.parametrize("background", ["has not come to it", "reads"])
def test_a_cash_out_before_the_table_is_read_sees_the_bet_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, background: str
) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, purse = await bet_left_on_an_own_table(store)
        if background != "reads":
            monkeypatch.setattr(OnDemandTables, "read_all", nobody_reads)
        floor = await open_floor(FLOOR, store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        assert (await floor.cashier.cash_out(patron, "c1")).refusal == "bets_lie"
        assert await floor.cashier.balance(patron) == purse
        assert list(floor.tables) == [f"{ALONE.id}~{patron}"]
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_an_own_table_that_cannot_be_read_keeps_the_money_and_closes_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise AssertionError("the log contradicts itself")

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        patron, _ = await bet_left_on_an_own_table(store)
        floor = await open_floor(FLOOR, store, KEY, now_ms)
        with monkeypatch.context() as patch:
            patch.setattr(floor.places.on_demand, "_open_table", broken)
            assert await floor.places.on_demand.read_of(patron) is False
            assert (await floor.cashier.cash_out(patron, "c1")).refusal == "bets_lie"
            assert await floor.has_bets("somebody else") is False
        assert await floor.places.on_demand.read_of(patron) is True, "once it is mended"
        await floor.stop()
        await store.close()

    asyncio.run(test())
