"""A whole floor, and patrons who send a command again long after: the first answer, and nothing is paid twice."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.account import Account
from punto.server.people.limits.own_limits import WantedLimits
from punto.server.protocol.client import Action, ClearAll, GiveTip, KeepBetsOn, OpenTable, PlaceWager, RaiseDispute
from punto.server.protocol.table_private import Answer
from punto.server.run.app import socket_services
from punto.server.run.serve_floor import now_ms
from punto.server.safety.cookies import COOKIE
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import stream_of
from punto.server.tables.table_task import TableTask
from punto.table.config import Pace, TableKind
from punto.table.events import CoupSettled, WagersChanged
from punto.table.state import Betting
from punto.table.stored.event_codec import decode_event
from tests.server.people.desks import HOUR, KEY

DEMO = demo_floor()
PACE = Pace(betting_ms=250, hurry_ms=50, card_ms=1, result_ms=20, shoe_change_ms=0)
TIMED = replace(
    next(table for table in DEMO.tables if table.kind is TableKind.TIMED), pace=PACE, cut_card=400, has_squeeze=False
)
OWN = replace(next(table for table in DEMO.tables if table.kind is TableKind.ON_DEMAND), pace=PACE)
CONFIG = replace(DEMO, bots=False, simulated_dealers=frozenset(), tables=(TIMED, OWN))
STAKE = TIMED.limits["player"].stake_min
DAY = 24 * HOUR


class Line:
    """A socket whose messages are read as a client would."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []

    def write(self, frames: bytes, _: int) -> bool:
        for each in frames.split(b'{"type":"answer"')[1:]:
            body = b'{"type":"answer"' + each[: each.index(b"}") + 1]
            self.answers.append(msgspec.json.decode(body, type=Answer))
        return True

    def hold(self) -> None: ...

    def resume(self) -> None: ...

    def end(self, code: int, reason: str) -> None: ...


class House:
    """A floor that runs, with a clock that can be moved, and a patron at it."""

    ahead = 0

    async def open(self, file: Path) -> "House":
        self.store = SqliteInProcess(file)
        self.floor = await open_floor(CONFIG, self.store, KEY, lambda: now_ms() + self.ahead)
        start_jobs(self.floor)
        await self.floor.start()
        return self

    async def close(self) -> None:
        await self.floor.stop()
        await self.store.close()

    async def guest(self) -> str:
        patron = (await self.floor.accounts.new_guest()).id
        await self.floor.cashier.play_credits(patron, "credits")
        return patron

    async def sit_down(self, patron: str, table: str) -> TableTask:
        token = await self.floor.sessions.begin(await self._account(patron))
        identity = await self.floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
        assert identity is not None
        self.line = Line()
        self.connection = Connection(socket_services(self.floor), cast(Socket, self.line), identity, "")
        self.connection.receive(msgspec.json.encode(OpenTable(table)))
        while not self.connection.tables:
            await asyncio.sleep(0.001)
        [task] = self.connection.tables.values()
        assert isinstance(task, TableTask)
        return task

    async def _account(self, patron: str) -> Account:
        account = await self.floor.accounts.account(patron)
        assert account is not None
        return account

    async def says(self, action: Action) -> str | None:
        """The refusal, if there is one."""
        heard = len(self.line.answers)
        self.connection.receive(msgspec.json.encode(action))
        while len(self.line.answers) == heard:
            await asyncio.sleep(0.001)
        return self.line.answers[-1].refusal

    async def has_passed(self, passed_ms: int) -> None:
        """Not by the clock alone."""
        self.ahead += passed_ms
        await self.floor.kept_answers.forget_old(self.floor.clock(), passed_ms)


def on_a_floor(folder: Path, test: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        house = await House().open(folder / "floor.db")
        async with asyncio.timeout(20):
            await test(house)
        await house.close()

    asyncio.run(run())


async def betting(task: TableTask, after: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The round, once bets are taken in a later one."""
    while not isinstance(task.table.phase, Betting) or (task.table.shoe, task.table.coup) <= after:
        await asyncio.sleep(0.001)
    return task.table.shoe, task.table.coup


async def a_new_shoe(task: TableTask) -> tuple[int, int]:
    shoe = task.table.shoe
    while task.table.shoe == shoe:
        await asyncio.sleep(0.001)
    return await betting(task)


async def accepted(house: House, task: TableTask, kind: str) -> Action:
    """A command that was stored. One of a round that ends meanwhile is sent in the next, as anybody would."""
    before = (0, 0)
    while True:
        before = await betting(task, before)
        action: Action = (
            GiveTip(id="x", table=task.id, round=before, amount=STAKE)
            if kind == "tip"
            else PlaceWager(id="x", table=task.id, round=before, bet="player", stake=STAKE)
        )
        if await house.says(action) is None:
            return action


@pytest.mark.parametrize("kind", ["wager", "tip"])
def test_a_command_sent_again_after_the_shoe_gets_its_first_answer_and_pays_nothing(tmp_path: Path, kind: str) -> None:
    async def test(house: House) -> None:
        patron = await house.guest()
        task = await house.sit_down(patron, TIMED.id)
        action = await accepted(house, task, kind)
        await a_new_shoe(task)
        purse = await house.floor.cashier.balance(patron)
        assert await house.says(action) is None
        assert await house.floor.cashier.balance(patron) == purse
        without_round = replace(action, round=None)
        assert await house.says(without_round) == "id_was_used"
        house.ahead += 2 * DAY  # the clock leaps, and no time has passed
        await house.floor.kept_answers.forget_old(house.floor.clock(), 1_000)
        assert await house.says(action) is None
        await house.has_passed(DAY // 4)
        assert await house.says(action) is None
        await house.has_passed(DAY)
        task = await house.sit_down(patron, TIMED.id)
        await betting(task)
        assert await house.says(action) == "betting_is_closed"
        assert house.line.answers[-1].outcome == "too_late"
        assert await house.floor.cashier.balance(patron) == purse

    on_a_floor(tmp_path, test)


def test_another_command_under_a_used_id_is_refused_by_name(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        patron = await house.guest()
        task = await house.sit_down(patron, TIMED.id)
        action = await accepted(house, task, "wager")
        for other in (
            replace(action, stake=2 * STAKE),
            replace(action, bet="banker"),
            ClearAll(id="x", table=task.id, round=action.round),  # type: ignore[union-attr]
            GiveTip(id="x", table=task.id, round=action.round, amount=STAKE),  # type: ignore[union-attr]
            RaiseDispute(id="x", table=task.id),
        ):
            assert await house.says(other) == "id_was_used"
        bodies = [event.body for event in await house.store.read(stream_of(task.id))]
        done = [decode_event(body) for body in bodies if patron.encode() in body]
        assert [type(event) for event in done if not isinstance(event, CoupSettled)] == [WagersChanged]
        own = await house.sit_down(patron, OWN.id)
        assert await house.says(KeepBetsOn(id="x", table=own.id, on=True)) is None, "an id is one table's"

    on_a_floor(tmp_path, test)


def test_an_id_is_known_after_a_restart_and_after_ones_own_table_was_put_away(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        patron = await house.guest()
        task = await house.sit_down(patron, OWN.id)
        round_ = await betting(task)
        tip = GiveTip(id="t1", table=OWN.id, round=round_, amount=STAKE)
        tip = replace(tip, table=task.id)
        assert await house.says(tip) is None
        purse = await house.floor.cashier.balance(patron)
        house.connection.closed()
        while house.floor.tables.get(task.id):
            await house.floor.places.on_demand.put_away_left()
        again = await house.sit_down(patron, OWN.id)
        assert again is not task
        assert await house.says(tip) is None
        assert await house.says(replace(tip, amount=2 * STAKE)) == "id_was_used"
        house.connection.closed()
        await house.close()
        await house.open(tmp_path / "floor.db")
        await house.sit_down(patron, OWN.id)
        assert await house.says(tip) is None
        assert await house.says(replace(tip, amount=2 * STAKE)) == "id_was_used"
        assert await house.floor.cashier.balance(patron) == purse

    on_a_floor(tmp_path, test)


def test_a_bet_that_was_accepted_is_still_accepted_when_its_patron_may_not_play_any_more(tmp_path: Path) -> None:
    """What the house has against a bet now says nothing about one that is stored."""

    async def test(house: House) -> None:
        patron = await house.guest()
        task = await house.sit_down(patron, TIMED.id)
        action = await accepted(house, task, "wager")
        await house.floor.protection.change(patron, WantedLimits(session_minutes=1))
        await house.floor.protection.cool_off(patron, 1)
        assert await house.says(action) is None
        assert await house.says(replace(action, id="y")) == "cool_off"

    on_a_floor(tmp_path, test)
