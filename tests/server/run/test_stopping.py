"""A floor that is told to stop while bets are being stored."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import time_ns

from msgspec.structs import replace

from punto.ledger.accounts import purse
from punto.server.config.demo_floor import demo_floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Outcome
from punto.server.streams.happened import stream_of
from punto.table.commands import PlaceWager
from punto.table.config import TableKind
from punto.table.events import Paused, WagersChanged
from punto.table.state import Betting
from punto.table.stored.event_codec import decode_event
from tests.server.people.desks import KEY
from tests.server.table_behind import task_of

SECONDS_TO_STORE = 0.1


class SlowStore(SqliteInProcess):
    """Says what it has stored a little later."""

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        outcomes = await super().commit(changes)
        await asyncio.sleep(SECONDS_TO_STORE)
        return outcomes


def test_a_bet_on_its_way_to_the_store_is_neither_lost_nor_in_the_way(tmp_path: Path) -> None:
    asyncio.run(_stop_while_a_bet_is_stored(tmp_path))


async def _stop_while_a_bet_is_stored(tmp_path: Path) -> None:
    demo = demo_floor()
    table = next(table for table in demo.tables if table.kind is TableKind.TIMED)
    table = replace(table, pace=replace(table.pace, shoe_change_ms=0))
    config = replace(demo, bots=False, simulated_dealers=frozenset(), tables=(table,), books=(demo.book_of(table),))
    store = SlowStore(tmp_path / "floor.db")
    floor = await open_floor(config, store, KEY, lambda: time_ns() // 1_000_000)
    start_jobs(floor)
    await floor.start()
    await floor.cashier.buy_in("p1", 1_000_000, by="amy", id="buy-in")
    task = task_of(floor, table.id)
    async with asyncio.timeout(30):
        while not isinstance(task.table.phase, Betting):
            await asyncio.sleep(0.01)
    chip = min(table.units)
    bet = asyncio.create_task(task.ask(PlaceWager("p1", "player", table.limits["player"].stake_min // chip * chip)))
    await asyncio.sleep(SECONDS_TO_STORE / 2)

    await floor.stop()

    assert (await bet).refusal is None
    *_, last = events = [decode_event(each.body) for each in await store.read(stream_of(table.id))]
    assert isinstance(last, Paused)
    assert any(isinstance(event, WagersChanged) for event in events)
    account = purse("p1", table.currency)
    assert (await store.balances([account]))[account] < 1_000_000
    await store.close()
