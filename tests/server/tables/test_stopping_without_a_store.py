"""A table that stops while its store is lost: what is stored decides, and the next start resumes."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from punto.server.floor.floor import Floor
from punto.server.streams.request import Request, TableAnswer
from punto.table.commands import PlaceWager
from punto.table.state import Betting
from tests.server.held_store import HeldStore
from tests.server.table_behind import task_of
from tests.server.tables.test_table_task import PACE, STAKE, TIMED, a_patron, on_a_floor, until


def test_a_table_that_stops_while_its_store_is_lost_cancels_nothing(tmp_path: Path) -> None:
    async def test(floor: Floor, store: HeldStore) -> None:
        task, patron = task_of(floor, TIMED.id), await a_patron(floor)
        await until(task, Betting)
        answers: list[TableAnswer | None] = []
        store.gate.clear()
        task.submit(Request(PlaceWager(patron, "player", STAKE)), answers.append)
        await asyncio.sleep(0.02)
        task.submit(Request(PlaceWager(patron, "nothing", STAKE)), answers.append)  # refused, with nothing to store
        await asyncio.sleep(0.02)
        stopping = asyncio.create_task(task.stop(finish_by=0))
        await asyncio.sleep(0.02)
        store.is_lost = True
        store.gate.set()
        await stopping
        assert answers == [None, None]
        assert task.out_of_order is None
        store.is_lost = False

    on_a_floor(replace(TIMED, pace=replace(PACE, betting_ms=20_000)), tmp_path, test)
