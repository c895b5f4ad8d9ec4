"""A floor whose database was damaged, truncated or replaced while it was down refuses to start and changes nothing."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import asyncpg  # type: ignore[import-untyped]
import pytest

from punto.server.keeping.backup import back_up, restore
from punto.server.protocol.client import PlaceWager
from punto.server.protocol.table_private import Answer
from punto.server.protocol.table_public import BettingOpened
from punto.server.staff.set_back import FLOOR_WAS_SET_BACK
from punto.server.store.heads_file import read_heads
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.events import CardDealt, CoupSettled, Event, ShoeAbandoned, ShoeOpened, ShoeRevealed
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerDidNotStart, ServerProcess
from tests.server.real_server import FLOOR, Patron, run, stored_events, table
from tests.server.store.postgres_server import running_postgres

QUICK = table("quick", "betting_ms = 150, hurry_ms = 100, card_ms = 2, result_ms = 20, shoe_change_ms = 50")
SECONDS_TO_WAIT = 60
ROUNDS = 4


class Folder:
    """Where a floor lives: its file, its database and what stands beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "floor.db"
        self.log = path / "floor.db-wal"
        self.heads = path / "floor.db.heads"

    def server(self, database: str = "") -> ServerProcess:
        (self.path / "floor.toml").write_text(FLOOR + QUICK, encoding="utf-8")
        return ServerProcess(self.path / "floor.toml", database or str(self.database), self.path)

    def serve(self) -> subprocess.CompletedProcess[str]:
        """A start that is refused."""
        config, key = str(self.path / "floor.toml"), str(self.path / "floor.key")
        return self.punto("serve", "--config", config, "--key-file", key, "--port", "0")

    def punto(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "punto", *arguments, "--database", str(self.database)]
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_TO_WAIT, check=False)

    @property
    def content(self) -> dict[str, bytes]:
        """Of everything that may not change when a start is refused."""
        files = (self.database, self.log, self.heads)
        return {each.name: each.read_bytes() for each in files if each.exists() and each.stat().st_size}

    def version(self) -> int:
        heads = read_heads(self.heads)
        return heads.streams["table:quick"].version if heads and "table:quick" in heads.streams else 0


def wait_until(is_so: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + SECONDS_TO_WAIT
    while not is_so():
        assert time.monotonic() < give_up_at
        time.sleep(0.01)


def events_of(folder: Folder) -> list[Event]:
    return asyncio.run(stored_events(folder.server(), "quick"))


def rounds(folder: Folder) -> int:
    return sum(isinstance(event, CoupSettled) for event in events_of(folder))


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A floor that was killed in the middle of its first shoe, with bets that were acknowledged."""
    folder = Folder(tmp_path_factory.mktemp("killed"))
    server = folder.server()
    server.start()
    try:
        run(_bets(server))
        before = folder.version()
        wait_until(lambda: folder.version() > before + 20)
    finally:
        server.kill()
    assert folder.log.stat().st_size > 100_000
    return folder


async def _bets(server: ServerProcess) -> None:
    patrons = [await Patron(guest).come(server.address, "quick") for guest in await let_in(server.address, 3)]
    for number in range(ROUNDS):
        for patron in patrons:
            heard = len(patron.heard)
            await patron.hears(lambda message: isinstance(message, BettingOpened), heard)
            patron.say(PlaceWager(id=f"{number}", table="quick", bet="player", stake=100))
            await patron.hears(lambda message: isinstance(message, Answer), heard)


@pytest.fixture
def folder(killed: Folder, tmp_path: Path) -> Folder:
    shutil.copytree(killed.path, tmp_path / "floor")
    return Folder(tmp_path / "floor")


def wal_with_eight_bytes_flipped(folder: Folder) -> None:
    content = bytearray(folder.log.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 8] = bytes(255 - byte for byte in content[middle : middle + 8])
    folder.log.write_bytes(content)


def wal_with_a_zeroed_header(folder: Folder) -> None:
    folder.log.write_bytes(bytes(32) + folder.log.read_bytes()[32:])


def wal_cut_in_the_middle(folder: Folder) -> None:
    os.truncate(folder.log, folder.log.stat().st_size // 2)


def wal_deleted(folder: Folder) -> None:
    folder.log.unlink()


def database_deleted(folder: Folder) -> None:
    folder.database.unlink()
    folder.log.unlink()


def database_emptied(folder: Folder) -> None:
    os.truncate(folder.database, 0)
    folder.log.unlink()


def header_zeroed(folder: Folder) -> None:
    _fold_in(folder.database)
    folder.database.write_bytes(bytes(100) + folder.database.read_bytes()[100:])


def old_file_copied_back(folder: Folder) -> None:
    """A copy that was made an hour ago with `cp`, both files of it."""
    wal_cut_in_the_middle(folder)
    _fold_in(folder.database)


def _fold_in(database: Path) -> None:
    connection = apsw.Connection(str(database))
    connection.pragma("wal_checkpoint", "truncate")
    connection.close()


FAULTS: dict[Callable[[Folder], None], str] = {
    wal_with_eight_bytes_flipped: "it has lost its end: ",
    wal_with_a_zeroed_header: "it has lost its end: ",
    wal_cut_in_the_middle: "it has lost its end: ",
    wal_deleted: "it has lost its end: ",
    database_deleted: "it is missing or empty, and a floor has been played in it",
    database_emptied: "it is missing or empty, and a floor has been played in it",
    header_zeroed: "floor.db is not a database",
    old_file_copied_back: "it has lost its end: ",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_store_that_lost_its_end_is_not_opened(folder: Folder, fault: Callable[[Folder], None]) -> None:
    fault(folder)
    before = folder.content
    ran = folder.serve()
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert ran.stderr.count("\n") == 1
    assert FAULTS[fault] in ran.stderr
    if "lost its end" in FAULTS[fault]:
        assert "table:quick lacks events " in ran.stderr
        assert f" to {folder.version()}" in ran.stderr
    if fault is not header_zeroed:
        accept = f"punto accept-loss --database {folder.database} --heads-file {folder.heads}"
        assert ran.stderr.endswith(f"{accept}\n")
    assert folder.content == before, "nothing was touched, so whatever was mislaid can be put back"


def test_putting_back_a_mislaid_log_restores_everything(folder: Folder, tmp_path: Path) -> None:
    kept = folder.log.rename(tmp_path / "mislaid")
    assert folder.serve().returncode == 2
    shutil.copy(kept, folder.log)
    server = folder.server()
    server.start()
    assert server.stop() == 0
    assert not [event for event in events_of(folder) if isinstance(event, ShoeAbandoned)]


def test_a_killed_floor_starts_as_usual(folder: Folder) -> None:
    server = folder.server()
    server.start()
    wait_until(lambda: folder.version() > 0)
    assert server.stop() == 0
    assert b"heads" not in server.log
    heads = read_heads(folder.heads)
    stored = asyncio.run(_streams(folder.database))
    assert heads is not None
    assert {stream: head.version for stream, head in heads.streams.items()} == stored, "all of it, once it is closed"


async def _streams(database: Path) -> dict[str, int]:
    store = SqliteInProcess(database)
    try:
        return {stream: claim.version for stream, claim in (await store.streams()).items() if claim.version}
    finally:
        await store.close()


@pytest.mark.parametrize("fault", [wal_with_eight_bytes_flipped, database_deleted], ids=lambda fault: fault.__name__)
def test_a_loss_is_accepted_on_purpose(folder: Folder, fault: Callable[[Folder], None]) -> None:
    fault(folder)
    ran = folder.punto("accept-loss")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Accepted: it ")
    server = folder.server()
    server.start()
    wait_until(lambda: folder.version() > 50)
    assert server.stop() == 0
    assert f'"event": "{FLOOR_WAS_SET_BACK}"'.encode() in server.log
    events = events_of(folder)
    abandoned = [(event.shoe, event.reason) for event in events if isinstance(event, ShoeAbandoned)]
    assert abandoned == ([(1, FLOOR_WAS_SET_BACK)] if fault is not database_deleted else [])
    ran = folder.punto("accept-loss")
    assert ran.returncode == 2
    assert "has everything" in ran.stderr


def pages_overwritten(folder: Folder) -> None:
    _fold_in(folder.database)
    with folder.database.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 20_000)


@pytest.mark.parametrize("fault", [header_zeroed, pages_overwritten], ids=lambda fault: fault.__name__)
def test_a_file_that_cannot_be_read_is_no_loss_to_accept(folder: Folder, fault: Callable[[Folder], None]) -> None:
    fault(folder)
    before = folder.content
    ran = folder.punto("accept-loss")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.stderr
    assert f"accept-loss: {folder.database} is " in ran.stderr
    assert "Move it away and restore a copy" in ran.stderr
    assert folder.content == before


def test_a_file_of_a_later_version_is_archived_by_that_alone(folder: Folder) -> None:
    _fold_in(folder.database)
    connection = apsw.Connection(str(folder.database))
    connection.pragma("user_version", 99)
    connection.close()
    ran = folder.punto("archive", str(folder.path / "archive"))
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.stderr
    assert "has schema 99" in ran.stderr


def test_a_heads_file_that_cannot_be_read_is_refused_by_name_and_one_that_is_gone_is_said(folder: Folder) -> None:
    folder.heads.write_bytes(b"dear diary")
    ran = folder.serve()
    assert ran.returncode == 2
    assert f"{folder.heads}: its first line cannot be read" in ran.stderr
    assert "remove this file" in ran.stderr
    folder.heads.unlink()
    server = folder.server()
    server.start()
    assert server.stop() == 0
    assert b"heads_are_written_anew" in server.log
    assert folder.version() > 0
    assert not [event for event in events_of(folder) if isinstance(event, ShoeAbandoned)]


def test_a_database_restored_by_other_means_without_its_heads_is_set_back_on_demand(folder: Folder) -> None:
    """As on a new machine, to which only a base backup and the archive of PostgreSQL came."""
    old_file_copied_back(folder)
    folder.heads.unlink()
    before = folder.content
    ran = folder.punto("accept-loss")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "add --without-heads" in ran.stderr
    assert folder.content == before
    ran = folder.punto("accept-loss", "--without-heads")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"Accepted: {folder.heads} is gone, so nobody knows what is lost.")
    restored = len(events_of(folder))
    server = folder.server()
    server.start()
    wait_until(lambda: folder.version() > restored + 10)
    assert server.stop() == 0
    abandoned = [event for event in events_of(folder)[restored:] if isinstance(event, ShoeAbandoned)]
    assert [(event.shoe, event.reason) for event in abandoned] == [(1, FLOOR_WAS_SET_BACK)]


def test_known_cards_do_not_come_again_after_punto_restore(folder: Folder) -> None:
    """As it was found: back up in mid-shoe, play three rounds, restore, start."""
    server, copy = folder.server(), folder.path / "copy.db"
    server.start()
    try:
        before = rounds(folder)
        wait_until(lambda: rounds(folder) >= before + 2)
        ran = folder.punto("backup", str(copy))
        assert ran.returncode == 0, ran.stderr
        at_copy = rounds(folder)
        wait_until(lambda: rounds(folder) >= at_copy + 3)
    finally:
        server.kill()
    known = cards_by_shoe(events_of(folder))
    ran = folder.punto("restore", str(copy), "--replace")
    assert ran.returncode == 0, ran.stderr
    restored = events_of(folder)
    in_play = max(event.shoe for event in restored if isinstance(event, ShoeOpened))
    server.start()
    try:
        wait_until(lambda: rounds(folder) >= sum(isinstance(event, CoupSettled) for event in restored) + 3)
    finally:
        server.stop()
    after = events_of(folder)[len(restored) :]
    assert [(event.shoe, event.reason) for event in after if isinstance(event, ShoeAbandoned)] == [
        (in_play, FLOOR_WAS_SET_BACK)
    ]
    assert in_play in [event.shoe for event in after if isinstance(event, ShoeRevealed)]
    fresh = cards_by_shoe(events_of(folder))
    assert fresh[in_play] == known[in_play][: len(fresh[in_play])]
    assert len(fresh[in_play]) < len(known[in_play]), "cards were dealt of it that the copy does not know"
    assert len(fresh[in_play + 1]) >= 12
    dealt_on = known[in_play][len(fresh[in_play]) :]
    assert fresh[in_play + 1][: len(dealt_on)] != dealt_on


async def _rewound(address: str, copy: Path) -> None:
    """To what it was when the copy was made, as a failover does it: nobody has restored anything."""
    connection = await asyncpg.connect(address)
    log_id = await connection.fetchval("select body from punto.records where kind = 'store' and id = 'log_id'")
    await restore(copy, address, replaces=True)
    await connection.execute("update punto.records set body = $1 where kind = 'store' and id = 'log_id'", log_id)
    await connection.execute("delete from punto.records where kind = 'store' and id = 'renewal'")
    await connection.close()


def test_a_floor_on_postgresql_keeps_its_heads_beside_the_key(tmp_path: Path) -> None:
    """A server that is behind, as after a failover to one that had not heard of the last commits."""
    folder = Folder(tmp_path)
    folder.heads = tmp_path / "floor.key.heads"
    with running_postgres() as address:
        server = folder.server(address)
        server.start()
        try:
            wait_until(lambda: folder.version() > 30)
            asyncio.run(back_up(address, tmp_path / "copy.db"))
            before = folder.version()
            wait_until(lambda: folder.version() > before + 20)
        finally:
            server.kill()
        asyncio.run(_rewound(address, tmp_path / "copy.db"))
        with pytest.raises(ServerDidNotStart, match=r"it has lost its end: table:quick lacks events \d+ to \d+ .by"):
            server.start()
        key = str(tmp_path / "floor.key")
        command = [sys.executable, "-m", "punto", "accept-loss", "--database", address, "--key-file", key]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_TO_WAIT, check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
        before = folder.version()
        server.start()
        try:
            wait_until(lambda: folder.version() > before + 10)
        finally:
            assert server.stop() == 0
        assert b'"shoe_is_abandoned"' in server.log


def cards_by_shoe(events: list[Event]) -> dict[int, list[str]]:
    cards: dict[int, list[str]] = {}
    shoe = 0
    for event in events:
        if isinstance(event, ShoeOpened):
            shoe = event.shoe
        elif isinstance(event, CardDealt):
            cards.setdefault(shoe, []).append(event.card)
    return cards
