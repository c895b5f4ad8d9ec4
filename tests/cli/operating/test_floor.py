"""`punto floor`, and what `punto serve` says to options of edges that do not go together."""

import asyncio
import csv
import io
import json
from pathlib import Path

import msgspec
import polars
import pytest

from punto.server.floor.kept_nodes import FLOOR, NODES
from punto.server.protocol.nodes import Move, NodeSeen, NodeWatch, PlaceOwner
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.cli.terminal import Terminal


async def taken(database: Path, times: int) -> None:
    store = SqliteInProcess(database)
    for after in range(times):
        await store.take_lease(json.dumps({"host": "jade", "process": 7, "since": 0}).encode(), after)
    await store.close()


def test_it_says_who_runs_a_floor_and_in_which_epoch(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(taken(database, times=3))
    ran = terminal.run("floor", "--database", str(database))
    assert (ran.code, ran.refused) == (0, "")
    assert ran.printed == "Run by process 7 on jade, since 1970-01-01 00:00:00 UTC. Epoch 3.\n"
    told = json.loads(terminal.run("floor", "--database", str(database), "--json").printed)
    assert (told["epoch"], told["nodes"], told["owners"], told["moves"]) == (3, [], [], [])


TOLD = NodeWatch(
    server_time=1_000,
    nodes=(
        NodeSeen(id="jade-7", role="floor", version="1.4", since=0, epoch=2, tables=1),
        NodeSeen(id="jade-9", role="edge", version="1.4", since=0, epoch=2, lag_ms=0.42, sockets=1_200),
    ),
    owners=(PlaceOwner("coral", "Coral", None, None, None, 1), PlaceOwner("amber", "Amber", "jade-7", 2, 0, 1)),
    moves=(Move("amber", "jade-5", "jade-7", 500, "handed_over"),),
)


async def told(database: Path, watch: NodeWatch = TOLD) -> None:
    store = SqliteInProcess(database)
    await store.keep_record(NODES, FLOOR, msgspec.json.encode(watch))
    await store.close()


def test_it_shows_nodes_with_their_lag_owners_with_their_epochs_and_moves(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(taken(database, times=2))
    asyncio.run(told(database))
    printed = terminal.run("floor", "--database", str(database)).printed
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in printed.splitlines() if "│" in line]
    assert rows == [
        ["jade-7", "floor", "1.4", "1970-01-01 00:00:00 UTC", "2", "–", "0", "1"],
        ["jade-9", "edge", "1.4", "1970-01-01 00:00:00 UTC", "2", "0.4 ms", "1,200", "0"],
        ["coral", "NOBODY", "–", "–"],
        ["amber", "jade-7", "2", "1970-01-01 00:00:00 UTC"],
        ["1970-01-01 00:00:00 UTC", "amber", "jade-5", "jade-7", "handed over"],
    ]
    assert "Nodes, last changed at 1970-01-01 00:00:01 UTC" in printed
    shown = json.loads(terminal.run("floor", "--database", str(database), "--json").printed)
    assert msgspec.convert({**shown, "server_time": shown["told_at"]}, NodeWatch) == TOLD


def test_tables_of_patrons_own_are_counted_under_their_place_and_it_says_which_are_left_out(
    terminal: Terminal, tmp_path: Path
) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(taken(database, times=2))
    owners = (PlaceOwner("amber", "Amber", "jade-7", 2, 0, 1), PlaceOwner("ruby", "Ruby", "jade-7", 2, 0, 12))
    asyncio.run(told(database, msgspec.structs.replace(TOLD, owners=owners)))
    printed = " ".join(terminal.run("floor", "--database", str(database)).printed.split())
    assert "│ ruby │ jade-7 │ 2 │ 1970-01-01 00:00:00 UTC │ 12 │" in printed
    assert "Patrons' own tables count under their place; a place where nobody has one is not listed." in printed


def test_its_three_tables_are_one_file_for_programs(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(taken(database, times=2))
    asyncio.run(told(database))
    rows = list(csv.DictReader(io.StringIO(terminal.run("floor", "--database", str(database), "--csv").printed)))
    assert [(row["about"], row["id"] or row["table"]) for row in rows] == [
        ("node", "jade-7"),
        ("node", "jade-9"),
        ("owner", "coral"),
        ("owner", "amber"),
        ("move", "amber"),
    ]
    assert (rows[1]["lag_ms"], rows[0]["lag_ms"], rows[4]["why"]) == ("0.42", "", "handed_over")
    written = tmp_path / "floor.parquet"
    assert terminal.run("floor", "--database", str(database), "--parquet", str(written)).code == 0
    assert polars.read_parquet(written)["epoch"].to_list() == [2, 2, None, 2, None]


def test_nodes_of_a_floor_before_this_one_are_not_shown_but_its_moves_are(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(taken(database, times=3))
    asyncio.run(told(database))
    shown = json.loads(terminal.run("floor", "--database", str(database), "--json").printed)
    assert (shown["told_at"], shown["nodes"], shown["owners"], len(shown["moves"])) == (None, [], [], 1)


def test_a_mistyped_database_is_refused_and_not_made(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "typo.db"
    ran = terminal.run("floor", "--database", str(database))
    assert (ran.code, ran.refused) == (2, f"punto: floor: {database}: there is no such file\n")
    assert list(tmp_path.iterdir()) == []
    ran = terminal.run("floor", "--database", str(tmp_path))
    assert (ran.code, ran.refused) == (2, f"punto: floor: {tmp_path}: this is a folder, not a file\n")


def test_a_floor_that_nobody_runs_has_no_nodes(terminal: Terminal, tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    asyncio.run(told(database))
    ran = terminal.run("floor", "--database", str(database))
    assert ran.printed.startswith("Run by nobody. Epoch 0.\nMoves, the last one first")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--edge",), "add --bus nats://HOST:4222"),
        (("--edge", "--bus", "nats://here:4222", "--database", "floor.db"), "leave out --database"),
        (("--edge", "--bus", "nats://here:4222", "--standby"), "--standby"),
        (("--bus", "http://here:4222"), "is no address of a NATS server"),
        (("--bus", "nats://one:4222,two:4222"), "is no address of a NATS server"),
    ],
)
def test_options_that_do_not_go_together_are_refused_with_what_to_write(
    terminal: Terminal, options: tuple[str, ...], says: str
) -> None:
    ran = terminal.run("serve", *options)
    assert ran.code == 2
    assert says in ran.refused


def test_a_password_of_the_bus_is_not_repeated(terminal: Terminal) -> None:
    ran = terminal.run("serve", "--bus", "amqp://ann:secret@here")
    assert "secret" not in ran.refused
