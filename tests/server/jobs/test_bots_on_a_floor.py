"""Bots on a real floor bet from purses of their own, in nobody's figures; the house's accounts never feel them."""

import asyncio
import time
from pathlib import Path

from msgspec.structs import replace

from punto.ledger.accounts import is_bot
from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import Pace
from tests.server.table_behind import task_of

KEY = bytes(range(32))
FAST = Pace(
    betting_ms=1_200, hurry_ms=500, card_ms=5, result_ms=50, shoe_change_ms=50, squeeze_ms=50, third_squeeze_ms=50
)
DEMO = demo_floor()
FLOOR = replace(
    DEMO,
    bots=True,
    tables=tuple(
        replace(table, pace=FAST, video_delay_ms=0) for table in DEMO.tables if table.id in ("pearl", "lotus")
    ),
    simulated_dealers=frozenset({"lotus"}),
)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def _until_rounds(floor: Floor, rounds: int) -> None:
    async with asyncio.timeout(40):
        while min([(await door.look()).coup for door in floor.tables.values()]) <= rounds:
            await asyncio.sleep(0.05)


def test_bots_play_with_money_of_their_own_and_count_nowhere(tmp_path: Path) -> None:
    async def play() -> tuple[dict[str, int], str]:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(FLOOR, store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        await _until_rounds(floor, 2)
        await floor.stop()
        seats = [patron for table_id in floor.tables for patron in task_of(floor, table_id).table.seats]
        assert seats
        assert all(map(is_bot, seats))
        balances, page = await store.every_balance(), floor.metrics.page().decode()
        await store.close()
        return balances, page

    balances, page = asyncio.run(play())
    assert sum(balances.values()) == 0
    assert balances["cashier:PLAY:bots"] < 0
    assert {"house:PLAY", "cashier:PLAY"} & balances.keys() == set()  # patrons' alone, and no patron was here
    assert all(account.split(":")[2].startswith("bot") for account in balances if account.startswith("purse:"))
    assert 'punto_bot_bets_total{table="lotus"}' in page
    assert 'punto_bot_bets_total{table="pearl"}' in page
    assert "punto_bets_total{" not in page
    assert "punto_staked_units{" not in page
