"""What patrons are told by the house itself, without having asked for anything."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.housekeeping import tell_of_play
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.identity import Identity, Role
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.protocol.floor import PlayIsOver
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.run.app import socket_services
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.commands import ChooseSqueeze
from tests.server.people.desks import KEY, MINUTE, NOON
from tests.server.table_behind import task_of

DEMO = demo_floor()
QUIET = replace(DEMO, bots=False, simulated_dealers=frozenset(), tables=DEMO.tables[:1])


class Ear:
    """A socket that remembers what was written to it."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes, _: int) -> bool:
        self.written += data
        return True

    def end(self, code: int, reason: str) -> None:
        self.ended = code, reason

    def times(self, message: ServerMessage) -> int:
        return self.written.count(frame_of(message))


class Hall:
    """A floor whose clock is set by hand, with nobody dealing."""

    now = NOON

    async def open(self, folder: Path) -> "Hall":
        self.store = SqliteInProcess(folder / "floor.db")
        self.floor = await open_floor(QUIET, self.store, KEY, lambda: self.now)
        return self

    async def guest(self) -> tuple[str, Ear]:
        account = await self.floor.accounts.new_guest()
        identity = Identity(account=account.id, role=Role.PATRON, session="s", is_guest=True)
        ear = Ear()
        Connection(socket_services(self.floor), cast(Socket, ear), identity, "")
        self.floor.protection.came(account.id, self.now)
        return account.id, ear

    async def second(self) -> None:
        self.now += 1_000
        tell_of_play(self.floor.protection, self.floor.bus, self.now)
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def in_a_hall(folder: Path, test: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = await Hall().open(folder)
        try:
            await test(hall)
        finally:
            await hall.store.close()

    asyncio.run(run())


def test_a_session_limit_that_runs_out_is_told_by_itself_and_once(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        ann, ear = await hall.guest()
        _, other = await hall.guest()
        await hall.floor.protection.change(ann, WantedLimits(session_minutes=10))
        over = PlayIsOver("session_limit_is_reached")
        hall.now += 10 * MINUTE - 1_001
        await hall.second()
        assert (ear.times(over), other.times(over)) == (0, 0)
        for _ in range(3):
            await hall.second()
        assert (ear.times(over), other.times(over)) == (1, 0)

    in_a_hall(tmp_path, test)


def test_a_patron_who_comes_while_play_is_over_is_told_at_the_door(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        ann, ear = await hall.guest()
        await hall.floor.protection.cool_off(ann, 1)
        await hall.second()
        assert ear.times(PlayIsOver("cool_off")) == 1
        assert hall.floor.protection.came(ann, hall.now) == "cool_off"
        await hall.second()
        assert ear.times(PlayIsOver("cool_off")) == 1, "at the door and not again"

    in_a_hall(tmp_path, test)


def test_a_patron_who_left_without_a_word_is_noted_as_gone(tmp_path: Path) -> None:
    """As after a kill: the seat is there, and no socket ever says that its patron went."""

    async def test(hall: Hall) -> None:
        start_jobs(hall.floor)
        await hall.floor.start()
        task = task_of(hall.floor, next(iter(hall.floor.tables)))
        here, _ = await hall.guest()
        for patron in ("p-gone", here):
            assert (await task.ask(ChooseSqueeze(patron, on=False))).refusal is None
        await task.follow(here, None)
        task.attendance.note_gone(at_most=100)
        await task.ask(ChooseSqueeze(here, on=False))
        assert {patron: seat.is_away for patron, seat in task.table.seats.items()} == {"p-gone": True, here: False}
        await hall.floor.stop()

    in_a_hall(tmp_path, test)
