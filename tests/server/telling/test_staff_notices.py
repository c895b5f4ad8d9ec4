"""Supervisors who are connected hear of a dispute at once; nobody else does."""

import asyncio
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.identity import Identity, Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.floor import DisputeNotice
from punto.server.protocol.frames import frame_of
from punto.server.run.app import socket_services
from punto.server.safety.cookies import COOKIE
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.commands import Command, DismissDispute, EnterCard, OpenShoe, PlaceWager, RaiseDispute, Tick, VoidCoup
from punto.table.config import TableKind
from punto.table.state import Betting
from tests.server.people.desks import KEY, NOON
from tests.server.table_behind import task_of

DEMO = demo_floor()
LIVE = next(table for table in DEMO.tables if table.kind is TableKind.LIVE)
STAKE = LIVE.limits["player"].stake_min


class Ear:
    """A socket that remembers what was written to it."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes, _: int) -> bool:
        self.written += data
        return True

    def end(self, code: int, reason: str) -> None:
        pass

    def hears(self, notice: DisputeNotice) -> bool:
        return frame_of(notice) in self.written


class Hall:
    """A floor with one live table, whose clock is set by hand."""

    now = NOON

    async def open(self, folder: Path) -> "Hall":
        config = replace(DEMO, bots=False, simulated_dealers=frozenset(), tables=(LIVE,))
        self.store = SqliteInProcess(folder / "floor.db")
        self.floor = await open_floor(config, self.store, KEY, lambda: self.now)
        start_jobs(self.floor)
        await self.floor.start()
        return self

    async def close(self) -> None:
        self.now += LIVE.video_delay_ms  # a table that stops tells patrons the end of its round first
        await self.floor.stop()
        await self.store.close()

    async def member(self, role: Role, *, is_locked: bool = False) -> Ear:
        made = await self.floor.accounts.create_staff(f"{role} {is_locked}", role)
        assert isinstance(made, Made)
        token = await self.floor.sessions.begin(made.account)
        identity = await self.floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
        assert identity is not None
        if is_locked:
            await self.floor.sessions.lock(identity.session)
        return self._ear(identity)

    async def patron(self) -> tuple[str, Ear]:
        account = await self.floor.accounts.new_guest()
        await self.floor.cashier.play_credits(account.id)
        return account.id, self._ear(Identity(account=account.id, role=Role.PATRON, session="s", is_guest=True))

    def _ear(self, identity: Identity) -> Ear:
        ear = Ear()
        Connection(socket_services(self.floor), cast(Socket, ear), identity, "")
        return ear

    async def do(self, *commands: Command) -> None:
        for command in commands:
            answer = await task_of(self.floor, LIVE.id).ask(command)
            assert answer.refusal is None, (command, answer)
        for _ in range(3):
            await asyncio.sleep(0)  # what is said in one step is written at its end

    async def coup(self, patron: str) -> None:
        table = task_of(self.floor, LIVE.id)
        await self.do(OpenShoe("", "f1"), EnterCard("7h"))
        self.now += LIVE.video_delay_ms
        await self.do(Tick(), PlaceWager(patron, "player", STAKE))
        assert isinstance(table.table.phase, Betting)
        self.now = table.table.phase.closes_at or 0
        await self.do(Tick(), *map(EnterCard, ["9h", "2d", "Tc", "Td"]))


def test_supervisors_hear_of_a_dispute_and_of_its_end(tmp_path: Path) -> None:
    async def test() -> None:
        hall = await Hall().open(tmp_path)
        ann, anns_ear = await hall.patron()
        supervisor, admin = await hall.member(Role.SUPERVISOR), await hall.member(Role.ADMIN)
        others = [anns_ear, await hall.member(Role.DEALER), await hall.member(Role.SUPERVISOR, is_locked=True)]
        await hall.coup(ann)
        told = []
        for decision in (DismissDispute("sue"), VoidCoup("sue", "dispute")):
            await hall.do(RaiseDispute(ann))
            told.append(DisputeNotice(LIVE.id, 1, 1, "raised", 1))
            await hall.do(decision)
        told += [DisputeNotice(LIVE.id, 1, 1, "dismissed", 0), DisputeNotice(LIVE.id, 1, 1, "voided", 0)]
        assert all(ear.hears(notice) for ear in (supervisor, admin) for notice in told)
        assert not any(b"dispute_notice" in ear.written for ear in others)
        await hall.close()

    asyncio.run(test())


def test_a_void_of_what_nobody_disputes_is_no_notice(tmp_path: Path) -> None:
    async def test() -> None:
        hall = await Hall().open(tmp_path)
        ann, _ = await hall.patron()
        supervisor = await hall.member(Role.SUPERVISOR)
        await hall.coup(ann)
        await hall.do(VoidCoup("sue", "malfunction"))
        assert b"dispute_notice" not in supervisor.written
        await hall.close()

    asyncio.run(test())
