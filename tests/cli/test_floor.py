"""`punto floor`, and what `punto serve` says to options of edges that do not go together."""

import asyncio
import json
from pathlib import Path

import pytest

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
    assert (told["epoch"], told["edges"]) == (3, {})


def test_a_floor_that_does_not_answer_is_told_in_one_line(terminal: Terminal, tmp_path: Path) -> None:
    asyncio.run(taken(tmp_path / "floor.db", times=1))
    for url, says in (("http://127.0.0.1:9", "refused"), ("floor.example", "write http://HOST:PORT")):
        ran = terminal.run("floor", "--database", str(tmp_path / "floor.db"), "--url", url)
        assert ran.code == 2
        assert says in ran.refused
        assert ran.refused.count("\n") == 1


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
