"""Two servers and one floor, as real processes on both engines: one runs it, the other is told so or takes it over.

A server that was displaced says so, tells its patrons, writes nothing more and ends with a code of its own.
"""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import msgspec
import pytest

from punto.cli.operating.serve import FLOOR_IS_HELD, FLOOR_WAS_TAKEN
from punto.server.claim.key_check import KEY_CHECK
from punto.server.protocol.client import PlaceWager
from punto.server.protocol.closing_codes import MOVED
from punto.server.protocol.table_opened import TableOpened
from punto.server.protocol.table_private import Answer, Seat
from punto.server.run.open_store import open_store
from punto.server.run.serve_floor import now_ms
from punto.server.staff.staff_events import StaffActed
from punto.server.staff.staff_log import StaffLog
from punto.server.tables.house.shoe_secrets import SHOE
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.server_process import ServerDidNotStart, ServerProcess
from tests.server.real_server import FLOOR, Patron, run, table

QUICK = table("quick", "betting_ms = 60_000, hurry_ms = 200, card_ms = 10, result_ms = 60, shoe_change_ms = 100")


class House:
    """A floor's file, its database, and every server that a test starts on it."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.database = database
        self.config = folder / "floor.toml"
        self.config.write_text(FLOOR + QUICK, encoding="utf-8")
        self.servers: list[ServerProcess] = []

    def server(self, *more: str, port: int | None = None) -> ServerProcess:
        server = ServerProcess(self.config, self.database, self.folder, port, more=more)
        self.servers.append(server)
        return server

    def started(self, *more: str) -> ServerProcess:
        server = self.server(*more)
        server.start()
        return server

    def another_key(self) -> str:
        file = self.folder / "another.key"
        file.write_text("ab" * 32)
        file.chmod(0o600)
        return str(file)

    def epochs(self) -> dict[str, int]:
        """Of every stream: whoever has claimed one has changed it."""

        async def epochs() -> dict[str, int]:
            store = await open_store(self.database)
            try:
                return {stream: claim.epoch for stream, claim in (await store.streams()).items()}
            finally:
                await store.close()

        return asyncio.run(epochs())


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    if request.param == "postgres":
        yield request.getfixturevalue("postgres_house")
        return
    with _ended(House(tmp_path, str(tmp_path / "floor.db"))) as house:
        yield house


@pytest.fixture
def postgres_house(tmp_path: Path, postgres_address: str) -> Iterator[House]:
    name = f"test_{uuid4().hex}"
    asyncio.run(_make_database(postgres_address, name))
    with _ended(House(tmp_path, postgres_address.replace("/postgres?", f"/{name}?"))) as house:
        yield house


@contextmanager
def _ended(house: House) -> Iterator[House]:
    try:
        yield house
    finally:
        for server in house.servers:
            server.kill()


async def _make_database(address: str, name: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(f"create database {name}")
    await connection.close()


def last_line(server: ServerProcess) -> str:
    return server.log.decode().strip().splitlines()[-1]


def test_a_second_server_or_a_wrong_key_is_refused_and_leaves_the_floor_alone(house: House) -> None:
    """A wrong key also in a store that an earlier version has written, where a sealed shoe gives it away."""
    first = house.started()
    before = house.epochs()
    second = refused(house, code=FLOOR_IS_HELD)
    assert f"process {first.pid} on " in last_line(second)
    assert "--take-over" in last_line(second)
    for has_check_value in (True, False):
        if not has_check_value:
            asyncio.run(_forget_check_value(house.database))
        with_another_key = refused(house, "--key-file", house.another_key(), code=2)
        assert "this is not the key of this floor" in last_line(with_another_key)
        assert b"Traceback" not in with_another_key.log
    assert house.epochs() == before
    assert first.is_ready()
    assert first.trouble == []
    assert first.stop() == 0
    house.started().stop()  # a floor that was given back is opened without more ado
    assert asyncio.run(_records(house.database, KEY_CHECK)) == 1


def test_a_server_whose_tables_play_another_book_displaces_nobody(house: House) -> None:
    first = house.started()
    house.config.write_text(FLOOR + QUICK.replace('"interblock"', '"seven-luck"'), encoding="utf-8")
    for option in ("--take-over", "--standby"):
        assert "another id" in last_line(refused(house, option, code=2))
    assert first.is_ready()
    assert first.stop() == 0


def test_a_server_that_stands_by_opens_the_floor_by_the_last_file_that_fits_it(house: House) -> None:
    """It has been changed so that it does not, long after it was read."""
    old, new = house.started(), house.server("--standby")

    async def play() -> None:
        guest = await _bets_and_another_stands_by(old, new)
        house.config.write_text(FLOOR + QUICK.replace('"interblock"', '"seven-luck"'), encoding="utf-8")
        await asyncio.to_thread(old.stop)
        await _has_bet_at(new, guest)

    run(play())
    assert b'"floor_file_is_wrong"' in new.log
    assert new.stop() == 0


def test_a_server_that_stands_by_stops_when_it_is_told_to(house: House) -> None:
    """By a handler of its own: the first process of a container is sent no signal that it does not handle."""
    first, second = house.started(), house.server("--standby")

    async def play() -> None:
        await _bets_and_another_stands_by(first, second)

    run(play())
    second.signal(signal.SIGTERM)
    assert second.wait() == 0
    assert b"Traceback" not in second.log
    assert first.is_ready()


def refused(house: House, *options: str, code: int) -> ServerProcess:
    server = house.server(*options)
    with pytest.raises(ServerDidNotStart):
        server.start()
    assert server.wait() == code
    return server


def test_of_two_servers_started_in_the_same_instant_one_runs_the_floor(house: House) -> None:
    """When it is killed, the floor is opened again at once."""
    both = [house.server(), house.server()]
    for server in both:
        server.launch()
    while all(server.is_alive for server in both):
        asyncio.run(asyncio.sleep(0.02))
    [loser] = [server for server in both if not server.is_alive]
    [winner] = [server for server in both if server is not loser]
    assert loser.wait() == FLOOR_IS_HELD, loser.log.decode()
    while not winner.is_ready():
        assert winner.is_alive, winner.log.decode()
    assert winner.trouble == []
    winner.kill()
    again = house.started()
    assert b"taken_over" not in again.log
    assert again.trouble == []


async def _forget_check_value(database: str) -> None:
    store = await open_store(database)
    assert await store.records(SHOE)
    await store.forget_record(KEY_CHECK, "floor")
    await store.close()


async def _records(database: str, kind: str) -> int:
    store = await open_store(database)
    try:
        return len(await store.records(kind))
    finally:
        await store.close()


@pytest.mark.parametrize("is_asleep", [False, True])
def test_a_displaced_server_says_so_tells_its_patrons_and_ends(house: House, *, is_asleep: bool) -> None:
    """Also one that was stopped in its tracks and wakes up when the floor is long another's."""
    old = house.started()

    async def play() -> None:
        [guest] = await let_in(old.address, 1)
        patron = await Patron(guest).come(old.address, "quick")
        await _bet(patron)
        if is_asleep:
            old.signal(signal.SIGSTOP)
        new = await asyncio.to_thread(house.started, "--take-over")
        after = await asyncio.to_thread(house.epochs)
        if is_asleep:
            patron.say(PlaceWager(id="2", table="quick", bet="player", stake=100))
            old.signal(signal.SIGCONT)
        async with asyncio.timeout(30):
            await patron.client.closed
        assert patron.client.close_code == MOVED
        assert await asyncio.to_thread(old.wait) == FLOOR_WAS_TAKEN
        assert await asyncio.to_thread(house.epochs) == after, "nothing is claimed back"
        again = await Patron(guest).come(new.address, "quick")
        own = await again.hears(lambda each: isinstance(each, Seat))
        assert isinstance(own, Seat)
        assert own.seat.stakes == (("player", 100),)
        assert new.trouble == []

    run(play())
    _assert_it_was_said(house, old)


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_server_that_stands_by_plays_on_when_the_other_is_gone(house: House, *, is_killed: bool) -> None:
    """On the same address: nobody has to know which of them runs the floor."""
    old = house.started()
    new = house.server("--standby", port=old.address.port)

    async def play() -> None:
        guest = await _bets_and_another_stands_by(old, new)
        await asyncio.to_thread(old.kill if is_killed else old.stop)
        await _has_bet_at(new, guest)

    run(play())
    assert new.trouble == []
    assert new.stop() == 0


def test_a_server_that_hangs_is_displaced_by_one_that_stands_by(postgres_house: House) -> None:
    """Told by its heartbeats, which PostgreSQL times. When it wakes up, it finds that it has lost the floor."""
    old, new = postgres_house.started(), postgres_house.server("--standby")

    async def play() -> None:
        guest = await _bets_and_another_stands_by(old, new)
        old.signal(signal.SIGSTOP)
        await _has_bet_at(new, guest)
        old.signal(signal.SIGCONT)
        assert await asyncio.to_thread(old.wait) == FLOOR_WAS_TAKEN

    run(play())
    _assert_it_was_said(postgres_house, old)


def test_a_database_that_lost_its_end_meanwhile_is_not_opened_by_one_that_stood_by(postgres_house: House) -> None:
    """On a machine of its own: its heads file knows nothing of the floor that was played."""
    file = postgres_house.folder / "another.heads"
    old, new = postgres_house.started(), postgres_house.server("--standby", "--heads-file", str(file))

    async def play() -> None:
        await _bets_and_another_stands_by(old, new)
        old.signal(signal.SIGSTOP)
        await _lose_the_last_event(postgres_house.database, "table:quick")
        assert await asyncio.to_thread(new.wait) == 2

    run(play())
    assert b"it has lost its end: table:quick lacks event" in new.log
    old.kill()
    command = [sys.executable, "-m", "punto", "accept-loss", "--database", postgres_house.database]
    accepted = subprocess.run([*command, "--heads-file", str(file)], capture_output=True, text=True, check=True)
    assert "it has lost its end: table:quick lacks event" in accepted.stdout
    postgres_house.started("--heads-file", str(file))


async def _lose_the_last_event(database: str, stream: str) -> None:
    connection = await asyncpg.connect(database, server_settings={"search_path": "punto"})
    async with connection.transaction():
        place, version = await connection.fetchrow("select id, version from streams where stream = $1", stream)
        await connection.execute("delete from events where stream = $1 and version = $2", place, version)
        head = await connection.fetchval(
            "select head from events where stream = $1 and version = $2", place, version - 1
        )
        await connection.execute("update streams set version = $2, head = $3 where id = $1", place, version - 1, head)
    await connection.close()


async def _bets_and_another_stands_by(old: ServerProcess, new: ServerProcess) -> Guest:
    [guest] = await let_in(old.address, 1)
    await _bet(await Patron(guest).come(old.address, "quick"))
    new.launch()
    while b'"standing_by"' not in new.log:
        assert new.is_alive, new.log.decode()
        await asyncio.sleep(0.02)
    return guest


async def _has_bet_at(new: ServerProcess, guest: Guest) -> None:
    while not await asyncio.to_thread(new.is_ready):
        assert new.is_alive, new.log.decode()
    own = await (await Patron(guest).come(new.address, "quick")).hears(lambda each: isinstance(each, Seat))
    assert isinstance(own, Seat)
    assert own.seat.stakes == (("player", 100),)


async def _bet(patron: Patron) -> None:
    """Once the first shoe is in."""
    await patron.hears(lambda each: isinstance(each, TableOpened))
    outcome = ""
    while outcome != "accepted":
        heard = len(patron.heard)
        patron.say(PlaceWager(id=uuid4().hex, table="quick", bet="player", stake=100))
        answer = await patron.hears(lambda each: isinstance(each, Answer), since=heard)
        assert isinstance(answer, Answer)
        outcome = answer.outcome


def _assert_it_was_said(house: House, old: ServerProcess) -> None:
    new = house.servers[-1]
    said = [line for line in old.log.splitlines() if b'"floor_is_fenced"' in line]
    assert len(said) == 1
    assert f"process {new.pid} on " in msgspec.json.decode(said[0])["held_by"]
    assert old.trouble == said, "and nothing else went wrong"
    assert f"process {old.pid} on ".encode() in new.log
    assert f"process {new.pid} on " in last_line(old)
    new.stop()

    async def staff_log() -> list[str]:
        store = await open_store(house.database)
        events = await (await StaffLog.open(store, now_ms)).events(after=0, limit=100)
        await store.close()
        return [event.action for _, event in events if isinstance(event, StaffActed)]

    assert "take_over_floor" in asyncio.run(staff_log())
