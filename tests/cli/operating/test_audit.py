"""`punto audit`: what it prints, and with which code it ends."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.cli.terminal import Terminal
from tests.server.keeping.damage import change_rows
from tests.server.rest.played_floor import PlayedFloor, on_a_played_floor


def new_floor(file: Path) -> str:
    asyncio.run(SqliteInProcess(file).close())
    return str(file)


def test_a_floor_without_faults_ends_with_0(terminal: Terminal, tmp_path: Path) -> None:
    ran = terminal.run("audit", "--database", new_floor(tmp_path / "floor.db"))
    assert (ran.code, ran.refused) == (0, "")
    assert ran.printed.endswith("Nothing is wrong.\n")


def test_it_leaves_nothing_beside_a_floor_that_is_closed(terminal: Terminal, tmp_path: Path) -> None:
    floor = Path(new_floor(tmp_path / "floor.db"))
    before, changed_at = floor.read_bytes(), floor.stat().st_mtime_ns
    assert terminal.run("audit", "--database", str(floor)).code == 0
    assert list(tmp_path.iterdir()) == [floor]
    assert (floor.read_bytes(), floor.stat().st_mtime_ns) == (before, changed_at)


def test_it_writes_nothing_into_a_floor_that_was_killed(terminal: Terminal, tmp_path: Path) -> None:
    """What its log holds would be moved into the database by whoever may write and is the last to close it."""
    running = SqliteInProcess(tmp_path / "running.db")
    asyncio.run(running.keep_record("kind", "name", b"only in the log"))
    killed = tmp_path / "killed.db"
    for suffix in ("", "-wal"):
        shutil.copy(f"{tmp_path}/running.db{suffix}", f"{killed}{suffix}")
    asyncio.run(running.close())
    before = killed.read_bytes(), Path(f"{killed}-wal").read_bytes()
    assert terminal.run("audit", "--database", str(killed)).code == 0
    assert (killed.read_bytes(), Path(f"{killed}-wal").read_bytes()) == before


def test_findings_are_lines_or_json_and_end_with_1(terminal: Terminal, tmp_path: Path) -> None:
    async def play(floor: PlayedFloor) -> None:
        await floor.patron()

    on_a_played_floor(tmp_path, play)
    file = tmp_path / "floor.db"
    assert terminal.run("audit", "--database", str(file)).code == 0
    change_rows(file, "update accounts set balance = balance + 1 where account = 'cashier:PLAY'")
    ran = terminal.run("audit", "--database", str(file))
    assert (ran.code, ran.refused) == (1, "")
    first, second, *_, last = ran.printed.splitlines()
    assert first == "the balance of cashier:PLAY says -999999, should say -1000000"
    assert second == "the sum of all accounts says 1, should say 0"
    assert last == "2 things are wrong."
    ran = terminal.run("audit", "--database", str(file), "--json")
    told = json.loads(ran.printed)
    assert (ran.code, told["wrong"]) == (1, 2)
    assert told["findings"][0] == {
        "stream": "",
        "version": None,
        "what": "the balance of cashier:PLAY",
        "says": "-999999",
        "should": "-1000000",
    }
    assert told["inspected"]["accounts"] == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--database", "{folder}/none.db"), "none.db: there is no such file"),
        (("--database", "{folder}"), ": this is a folder, not a file"),
        (("--database", __file__), "file is not a database"),
        (("--database", "postgresql://ann:secret@127.0.0.1:1/x"), "the database: "),
        (("--database", "{floor}", "--archives", "{folder}/none"), "none: there is no such folder"),
        (("--database", "{floor}", "--first", "2026-11-17", "--last", "2026-11-16"), "--last: 2026-11-16 is before"),
        (("--database", "{floor}", "--first", "yesterday"), "yesterday"),
        (("--database", "{floor}", "--config", "{folder}/none.toml"), "none.toml: No such file"),
        (("--database", "{floor}", "--table", "none"), "there is no table 'none'"),
    ],
)
def test_what_cannot_be_read_ends_with_2(
    terminal: Terminal, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    floor = new_floor(tmp_path / "floor.db")
    ran = terminal.run("audit", *(each.format(folder=tmp_path, floor=floor) for each in arguments))
    assert (ran.code, ran.printed) == (2, "")
    assert says in ran.refused
    assert "secret" not in ran.refused
    assert ran.refused.count("\n") == 1
