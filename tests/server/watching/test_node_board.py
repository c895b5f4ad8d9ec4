"""The board of nodes: who runs which table, with and without other nodes, and what moved."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from punto.server.config.table_ids import own_table
from punto.server.people.identity import Role
from punto.server.protocol.nodes import Move, NodeSeen, PlaceOwner, TableOwner
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.closed_places import ClosedPlaces, Closing
from punto.server.watching import ownerless_tables
from punto.server.watching.node_board import MOVES_MAX, NodeBoard
from tests.server.watching.supervised_floor import CONFIG, LIVE, OWN, TIMED, Supervised, on_a_floor

NOW = 1_000_000
PATRON, OTHER = "p2345abcdefghijkl", "p2345abcdefghijkm"


class Board:
    def __init__(self, folder: Path) -> None:
        self.tables = {TIMED.id, LIVE.id}
        self.closed = asyncio.run(ClosedPlaces.open(SqliteInProcess(folder / "floor.db")))
        self.sockets = 0
        self.nodes = NodeBoard(lambda: CONFIG, self.tables, self.closed, lambda: self.sockets, lambda: NOW)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def pit(name: str) -> NodeSeen:
    return NodeSeen(id=name, role="pit", version="1.0", since=NOW, epoch=7, lag_ms=0.5)


def test_without_other_nodes_the_floor_runs_every_open_table_in_the_epoch_of_its_lease(board: Board) -> None:
    board.nodes.epoch = 3
    seen = board.nodes.look()
    assert [(each.table, each.node, each.epoch, each.since) for each in seen.owners] == [
        (TIMED.id, board.nodes.id, 3, NOW),
        (LIVE.id, board.nodes.id, 3, NOW),
    ]
    (floor,) = seen.nodes
    assert (floor.role, floor.epoch, floor.lag_ms, floor.tables) == ("floor", 3, None, 2)


def test_a_table_that_nobody_runs_stands_first_unless_staff_has_closed_it(board: Board) -> None:
    board.tables.discard(LIVE.id)
    assert board.nodes.look().owners[0] == PlaceOwner(LIVE.id, LIVE.title, None, None, None, 1)
    asyncio.run(board.closed.close(LIVE.id, Closing("sue", "other", NOW)))
    assert [each.table for each in board.nodes.look().owners] == [TIMED.id]


def test_tables_of_patrons_count_under_their_place_by_node_and_name_nobody(board: Board) -> None:
    own, other = own_table(OWN.id, PATRON), own_table(OWN.id, OTHER)
    board.tables.update((own, other))
    assert [each.tables for each in board.nodes.look().owners if each.table == OWN.id] == [2]
    owners = {own: TableOwner(own, "pit-1", 7, NOW), other: TableOwner(other, "pit-2", 9, NOW)}
    board.nodes.owner_of = lambda table: owners.get(table) or board.nodes.floor_owns(table)
    board.nodes.node_sources.append(lambda: [pit("pit-2"), pit("pit-1")])
    board.nodes.moved(Move(own, "pit-2", "pit-1", NOW, "joined"))
    seen = board.nodes.look()
    assert {(each.node, each.epoch, each.tables) for each in seen.owners if each.table == OWN.id} == {
        ("pit-1", 7, 1),
        ("pit-2", 9, 1),
    }
    assert [(node.id, node.tables) for node in seen.nodes] == [(board.nodes.id, 2), ("pit-1", 1), ("pit-2", 1)]
    assert PATRON not in msgspec.json.encode(seen).decode()


def test_sockets_of_edges_are_not_the_floors(board: Board) -> None:
    board.sockets = 12
    board.nodes.node_sources.append(
        lambda: [NodeSeen(id="edge-1", role="edge", version="1.0", since=NOW, lag_ms=1.0, sockets=9)]
    )
    assert [(node.role, node.sockets) for node in board.nodes.look().nodes] == [("floor", 3), ("edge", 9)]


def test_the_last_moves_are_kept_newest_first_and_all_are_counted(board: Board) -> None:
    for number in range(MOVES_MAX + 2):
        board.nodes.moved(Move(TIMED.id, "pit-1", "pit-2", number, "died" if number % 2 else "left"))
    assert [move.at for move in board.nodes.look().moves] == list(range(MOVES_MAX + 1, 1, -1))
    assert board.nodes.moves_by_reason == {"died": MOVES_MAX // 2 + 1, "left": MOVES_MAX // 2 + 1}


def test_supervisors_see_the_nodes_and_other_staff_does_not(tmp_path: Path) -> None:
    async def test(floor: Supervised) -> None:
        sue, amy = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), await floor.staff(Role.ATTENDANT, "Amy Desk")
        floor.floor.supervising.nodes.epoch = 5
        seen = await sue.get("/api/staff/nodes")
        assert [(node["role"], node["epoch"]) for node in seen["nodes"]] == [("floor", 5)]
        assert [each["table"] for each in seen["owners"]] == [TIMED.id, LIVE.id]
        assert (await amy.raw("GET", "/api/staff/nodes")).status_code == 403

    on_a_floor(tmp_path, test)


def test_a_table_without_an_owner_is_an_alarm_on_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownerless_tables, "NO_OWNER_MS", -1)

    async def test(floor: Supervised) -> None:
        sue, nodes = await floor.staff(Role.SUPERVISOR, "Sue Supervisor"), floor.floor.supervising.nodes
        nodes.owner_of = lambda table: None if table == LIVE.id else nodes.floor_owns(table)
        watch = await sue.get("/api/staff/floor")
        assert [(each["kind"], each["about"], each["table"]) for each in watch["waiting"]] == [
            ("alarm", "owner", LIVE.id)
        ]
        assert {tile["table"]: tile["level"] for tile in watch["tables"]}[LIVE.id] == "alarm"
        assert "punto_tables_without_owner 1.0" in floor.floor.metrics.page().decode()

    on_a_floor(tmp_path, test)
