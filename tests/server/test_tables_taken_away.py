"""A copy is restored under a floor that runs: each table says once that it is closed, and the log is left alone."""

import asyncio
from pathlib import Path

import structlog
from msgspec.structs import replace

from punto.server.demo_floor import demo_floor
from punto.server.floor import Floor
from punto.server.run_server import now_ms
from punto.server.store.sqlite_in_process import SqliteInProcess
from punto.server.table_stream import stream_of
from punto.table.config import Pace, TableKind
from tests.server.people.desks import KEY

SWIFT = Pace(betting_ms=150, hurry_ms=100, card_ms=20, result_ms=100, shoe_change_ms=100)
DEMO = demo_floor()
TABLES = tuple(replace(table, pace=SWIFT) for table in DEMO.tables if table.kind is not TableKind.ON_DEMAND)


def test_each_table_is_named_once_and_its_dealer_leaves(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await Floor.open(replace(DEMO, tables=TABLES, bots=False), store, KEY, now_ms)
        with structlog.testing.capture_logs() as logged:
            await floor.start()
            for table in TABLES:
                await store.claim(stream_of(table.id))
            async with asyncio.timeout(20):
                while not all(task.out_of_order for task in floor.tables.values()):
                    await asyncio.sleep(0.01)
            dealers = [each for each in floor._tasks if each.get_name() == "dealer"]
            assert dealers
            await asyncio.wait_for(asyncio.gather(*dealers), timeout=20)
            await floor.stop()
        closed = [line for line in logged if line["event"] == "table_is_out_of_order"]
        assert sorted(line["table"] for line in closed) == sorted(table.id for table in TABLES)
        assert {line["log_level"] for line in closed} == {"error"}
        assert [line for line in logged if line["log_level"] != "info" and line not in closed] == []
        await store.close()

    asyncio.run(test())
