"""The board in the store: written when it says something new, read by a terminal, and its moves by the next floor."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from punto.server.floor.kept_nodes import FLOOR, KEPT_ANYWAY_EVERY, NODES, KeptNodes, kept_nodes
from punto.server.protocol.nodes import Move, TableOwner, WhyMoved
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.closed_places import ClosedPlaces
from punto.server.watching.node_board import MOVES_MAX, NodeBoard
from tests.server.edges.virtual_time import run
from tests.server.watching.supervised_floor import CONFIG, LIVE, OWN, TIMED


class Kept:
    def __init__(self, store: SqliteInProcess, closed: ClosedPlaces) -> None:
        self.now = self.sockets = 0
        self.tables = {TIMED.id, LIVE.id}
        self.board = NodeBoard(lambda: CONFIG, self.tables, closed, lambda: self.sockets, lambda: self.now)
        self.nodes = KeptNodes(store, self.board)


@asynccontextmanager
async def kept_in(folder: Path) -> AsyncIterator[tuple[SqliteInProcess, Kept]]:
    store = SqliteInProcess(folder / "floor.db")
    yield store, Kept(store, await ClosedPlaces.open(store))
    await store.close()


def test_an_owner_that_is_gone_is_kept_at_once_and_sockets_now_and_then(tmp_path: Path) -> None:
    async def test() -> None:
        async with kept_in(tmp_path) as (store, kept):
            assert await kept_nodes(store) is None
            await kept.nodes.keep()
            kept.now, kept.sockets = 1, 40
            for _ in range(KEPT_ANYWAY_EVERY - 1):
                await kept.nodes.keep()
                seen = await kept_nodes(store)
                assert seen is not None
                assert (seen.server_time, seen.nodes[0].sockets) == (0, 0)
            await kept.nodes.keep()
            assert await kept_nodes(store) == kept.board.look()
            kept.now = 2
            kept.tables.discard(LIVE.id)
            await kept.nodes.keep()
            assert await kept_nodes(store) == kept.board.look()

    asyncio.run(test())


def test_nothing_new_is_not_written_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with kept_in(tmp_path) as (store, kept):
            for kept.now in range(3 * KEPT_ANYWAY_EVERY):
                await kept.nodes.keep()
            seen = await kept_nodes(store)
            assert seen is not None
            assert seen.server_time == 0

    asyncio.run(test())


def test_the_next_floor_shows_the_moves_before_it(tmp_path: Path) -> None:
    move = Move(TIMED.id, "jade-7", "jade-9", 5, "died")

    async def test() -> None:
        async with kept_in(tmp_path) as (_, kept):
            kept.board.moved(move)
            await kept.nodes.keep()
        async with kept_in(tmp_path) as (store, kept):
            running = asyncio.create_task(kept.nodes.run())
            await asyncio.sleep(1.5)
            running.cancel()
            seen = await kept_nodes(store)
            assert seen is not None
            assert (seen.moves, list(kept.board.moves)) == ((move,), [move])
            assert kept.board.moves_by_reason == {}, "another process counted it"

    run(test())


@pytest.mark.parametrize("why", ["handed_over", "died"])
def test_tables_of_the_floor_before_have_moved_to_the_next_one(tmp_path: Path, why: WhyMoved) -> None:
    """As it was found: only moves from and to pits were listed, so after a hand-over nothing seemed to have moved."""

    async def test() -> None:
        async with kept_in(tmp_path) as (_, kept):
            kept.board.id = "jade-7"
            kept.tables.add(OWN.id)
            kept.board.owner_of = lambda it: TableOwner(it, "pit-1") if it == OWN.id else kept.board.floor_owns(it)
            await kept.nodes.keep()
        async with kept_in(tmp_path) as (store, kept):
            kept.tables.add(OWN.id)
            kept.board.came_by = why
            running = asyncio.create_task(kept.nodes.run())
            await asyncio.sleep(1.5)
            running.cancel()
            seen = await kept_nodes(store)
            assert seen is not None
            assert {(move.table, move.from_node, move.to_node, move.why) for move in seen.moves} == {
                (table, "jade-7", kept.board.id, why) for table in (TIMED.id, LIVE.id)
            }
            assert kept.board.moves_by_reason == {why: 2}

    run(test())


def test_a_full_list_of_moves_loses_the_oldest_when_those_before_are_recalled(tmp_path: Path) -> None:
    async def test() -> None:
        async with kept_in(tmp_path) as (_, kept):
            for at in range(MOVES_MAX):
                kept.board.moved(Move(TIMED.id, "pit-1", "pit-2", at, "left"))
            await kept.nodes.keep()
        async with kept_in(tmp_path) as (_, kept):
            kept.board.moved(Move(TIMED.id, "pit-2", "pit-1", 99, "died"))
            running = asyncio.create_task(kept.nodes.run())
            await asyncio.sleep(1.5)
            running.cancel()
            assert [move.at for move in kept.board.moves] == [99, *range(MOVES_MAX - 1, 0, -1)]

    run(test())


def test_a_record_of_another_version_is_passed_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with kept_in(tmp_path) as (store, _):
            await store.keep_record(NODES, FLOOR, b'{"server_time": 1}')
            assert await kept_nodes(store) is None

    asyncio.run(test())
