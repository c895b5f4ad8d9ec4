"""A pit on a copy of the floor's database, where epochs and versions may agree and the holder of the lease does not;
and one with another key, which would seal shoes that the floor cannot open."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.claim.key_check import keep_key_check
from punto.server.floor.open_floor import open_floor
from punto.server.run.serve_floor import now_ms
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.people.desks import KEY
from tests.server.pits.lending_floor import Lending
from tests.server.tables.test_table_door import DEMO, TIMED


@pytest.mark.parametrize(
    ("ours", "key", "moved"),
    [
        (b"this floor", KEY, "lent"),
        (b"another", KEY, "given_up"),  # as it was found: a bet was settled, and lay in the copy alone
        (b"this floor", b"another key".ljust(len(KEY)), "given_up"),
    ],
)
def test_a_pit_gets_tables_only_on_the_floors_own_database_and_with_its_key(
    tmp_path: Path, ours: bytes, key: bytes, moved: str
) -> None:

    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        epoch = await store.take_lease(b"this floor", 0)
        assert epoch is not None
        await keep_key_check(store, KEY)
        floor = await open_floor(replace(DEMO, tables=(TIMED,)), store, KEY, now_ms)
        await floor.start()
        lending = Lending(floor, epoch, ours)
        lending.hire("pit", store, key=key)
        async with asyncio.timeout(20):
            while not lending.moves:
                lending.desk.spread()
                await asyncio.sleep(0.002)
        assert [move.why for move in lending.moves] == [moved]
        lending.desk.leave()
        await floor.stop()
        await store.close()

    asyncio.run(test())


def test_a_pit_never_goes_back_to_a_floor_that_was_suspended(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(replace(DEMO, tables=(TIMED,)), store, KEY, now_ms)
        newer, older = Lending(floor, epoch=7), Lending(floor, epoch=6)
        pit, _ = newer.hire("pit", store)
        async with asyncio.timeout(20):
            while pit.epoch != 7:
                await asyncio.sleep(0.002)
            older.link(pit)
            assert not pit.lost.is_set()
            await pit.lost.wait()
        assert pit.epoch == 7
        for lending in (newer, older):
            lending.desk.leave()
        await floor.stop()
        await store.close()

    asyncio.run(test())
