"""A table that nobody runs becomes an alarm after three seconds: once in the log, on the page until somebody does."""

import asyncio
from pathlib import Path

import pytest
import structlog.testing

from punto.server.protocol.nodes import TableOwner
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.closed_places import ClosedPlaces
from punto.server.watching.node_board import NodeBoard
from punto.server.watching.ownerless_tables import NO_OWNER_MS, OwnerlessTables
from tests.server.watching.supervised_floor import CONFIG, LIVE, TIMED


class Watched:
    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        self.owned = {TIMED.id}
        closed = asyncio.run(ClosedPlaces.open(SqliteInProcess(folder / "floor.db")))
        board = NodeBoard(lambda: CONFIG, {TIMED.id, LIVE.id}, closed, lambda: 0, lambda: self.now)
        board.owner_of = lambda table: TableOwner(table, "pit-1", 2, self.now) if table in self.owned else None
        self.tables = OwnerlessTables(board, lambda: self.now)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_a_table_that_moves_in_less_than_three_seconds_alarms_nobody(watched: Watched) -> None:
    assert watched.tables.look() == []
    watched.now += NO_OWNER_MS
    assert watched.tables.look() == []
    watched.owned.add(LIVE.id)
    assert watched.tables.look() == []
    watched.owned.discard(LIVE.id)
    watched.now += NO_OWNER_MS
    assert watched.tables.look() == [], "it begins anew"


def test_a_table_that_nobody_takes_waits_for_staff_until_somebody_runs_it(watched: Watched) -> None:
    began = watched.now
    with structlog.testing.capture_logs() as logs:
        watched.tables.look()
        for _ in range(3):
            watched.now += NO_OWNER_MS + 1
            (item,) = asyncio.run(watched.tables.waiting())
            assert (item.kind, item.about, item.table, item.since) == ("alarm", "owner", LIVE.id, began)
        watched.owned.add(LIVE.id)
        assert asyncio.run(watched.tables.waiting()) == []
    assert [(line["event"], line["table"]) for line in logs] == [
        ("table_has_no_owner", LIVE.id),
        ("table_has_an_owner_again", LIVE.id),
    ]
