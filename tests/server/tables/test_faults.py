"""A fault of ours at one table: its coup is cancelled, every stake goes back, and the table waits for somebody."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.ledger.accounts import purse
from punto.server.floor.floor import Floor
from punto.server.tables.table_task import TableTask
from punto.table.commands import PlaceWager
from punto.table.state import Betting
from tests.server.held_store import HeldStore
from tests.server.table_behind import task_of
from tests.server.tables.test_table_task import PACE, STAKE, TIMED, a_patron, on_a_floor, until

SHORT = replace(TIMED, pace=replace(PACE, betting_ms=300))


class Fault(Exception): ...


async def until_it_fails(task: TableTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house acts no more at this table."""
    has_failed = asyncio.Event()

    async def fail(*_: object) -> None:
        has_failed.set()
        raise Fault

    monkeypatch.setattr(task._house, "act", fail)
    await has_failed.wait()


async def credit_of(floor: Floor, patron: str) -> int:
    account = purse(patron, SHORT.currency)
    return (await floor.ledger.balances((account,)))[account]


def test_every_stake_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: Floor, _: HeldStore) -> None:
        task, patron = task_of(floor, SHORT.id), await a_patron(floor)
        before = await credit_of(floor, patron)
        await until(task, Betting)
        assert (await task.ask(PlaceWager(patron, "player", STAKE))).refusal is None
        assert await credit_of(floor, patron) == before - STAKE
        await until_it_fails(task, monkeypatch)
        while task.out_of_order is None:
            await asyncio.sleep(0.005)
        assert await credit_of(floor, patron) == before
        assert str((await task.ask(PlaceWager(patron, "player", STAKE))).refusal) == "table_is_out_of_order"

    on_a_floor(SHORT, tmp_path, test)


def test_every_stake_goes_back_when_a_store_that_was_lost_meanwhile_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, SHORT.id), await a_patron(floor)
        before = await credit_of(floor, patron)
        await until(task, Betting)
        assert (await task.ask(PlaceWager(patron, "player", STAKE))).refusal is None
        store.is_lost = True
        await until_it_fails(task, monkeypatch)
        while store.claims_refused < 3:
            await asyncio.sleep(0.005)
        assert task.out_of_order is None
        store.is_lost = False
        while task.out_of_order is None:
            await asyncio.sleep(0.005)
        assert await credit_of(floor, patron) == before

    on_a_floor(SHORT, tmp_path, test)
