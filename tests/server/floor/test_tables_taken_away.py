"""A stream that somebody else has claimed is the floor's again while it holds the lease, and never after."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import structlog
from msgspec.structs import replace

from punto.server.claim.floor_lease import FloorLease, take_floor
from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.keeping.backup import back_up, restore
from punto.server.run.serve_floor import now_ms
from punto.server.store.floor_lock import FileLock
from punto.server.store.sqlite.client import SqliteClient
from punto.server.streams.happened import stream_of
from punto.table.config import Pace, TableKind
from tests.server.people.desks import KEY

SWIFT = Pace(betting_ms=150, hurry_ms=100, card_ms=20, result_ms=100, shoe_change_ms=100)
DEMO = demo_floor()
TABLES = tuple(replace(table, pace=SWIFT) for table in DEMO.tables if table.kind is not TableKind.ON_DEMAND)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)


async def opened(file: Path) -> tuple[SqliteClient, FloorLease, Floor]:
    store = await SqliteClient.open(file)
    lease = await take_floor(store, FileLock(str(file)))
    return store, lease, await open_floor(replace(DEMO, tables=TABLES, bots=False), store, KEY, now_ms)


def test_the_holder_of_the_floor_claims_a_stream_back_and_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        store, lease, floor = await opened(tmp_path / "floor.db")
        with structlog.testing.capture_logs() as logged:
            start_jobs(floor)
            await floor.start()
            for table in TABLES:
                await store.claim(stream_of(table.id))
            versions = {name: claim.version for name, claim in (await store.streams()).items()}
            tables = [stream_of(table.id) for table in TABLES]
            moved: set[str] = set()
            async with asyncio.timeout(30):
                while moved != set(tables):
                    streams = await store.streams()
                    moved = {each for each in tables if streams[each].version > versions[each]}
            await floor.stop()
        assert [line for line in logged if line["log_level"] in ("error", "critical")] == []
        await lease.give_back()
        await store.close()

    asyncio.run(test())


def test_a_copy_restored_under_a_floor_that_runs_fences_the_whole_floor(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "floor.db"
        store, lease, floor = await opened(file)
        await back_up(str(file), tmp_path / "copy.db")
        with structlog.testing.capture_logs() as logged:
            start_jobs(floor)
            await floor.start()
            await asyncio.to_thread(asyncio.run, restore(tmp_path / "copy.db", str(file), replaces=True))
            await asyncio.wait_for(lease.lost.wait(), timeout=30)
            before = await store.streams()
            floor.fence()
            assert not floor.is_ready
            await floor.stop()
        assert [line for line in logged if line["log_level"] in ("error", "critical")] == []
        assert await store.streams() == before, "nothing is parked, claimed or written any more"
        assert await lease.new_holder() == "nobody: the store was replaced by a copy"
        await lease.give_back()
        await store.close()

    asyncio.run(test())
