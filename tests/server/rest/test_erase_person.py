"""Whatever comes in while a person is erased: nobody who was erased has a bet, money that is owed, or a session."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from punto.server.floor.erase_person import erase_person
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity, Role
from punto.server.people.sign_in.passwords import Passwords
from punto.server.protocol import client as protocol_client
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.run.serve_floor import now_ms
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.commands import ClearAll, PlaceWager
from punto.table.state import Betting
from tests.server.floor.test_removed_tables import TIMED, floor_of, until
from tests.server.people.desks import CHEAP, KEY
from tests.server.rest.small_floor import CONFIG_WITH_TABLE, PASSWORD, Client, SmallFloor
from tests.server.table_behind import task_of

UNHURRIED = replace(TIMED, pace=replace(TIMED.pace, betting_ms=60_000))


def test_a_bet_that_waits_at_its_table_is_seen_and_one_that_comes_later_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        floor = await open_floor(floor_of(UNHURRIED), store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        task, stake = task_of(floor, TIMED.id), TIMED.limits["player"].stake_min
        guest = await floor.accounts.new_guest()
        await floor.cashier.play_credits(guest.id)
        await until(task, Betting)
        bet = asyncio.create_task(task.ask(PlaceWager(guest.id, "player", stake)))
        await asyncio.sleep(0)
        assert not task.table.seats, "it waits"
        assert await erase_person(floor, guest.id) is PeopleRefusal.BETS_LIE
        assert (await bet).refusal is None

        await floor.sessions.begin(guest)
        (session,) = floor.sessions._sessions
        identity = Identity(account=guest.id, role=Role.PATRON, session=session, is_guest=True)
        placed = protocol_client.PlaceWager(id="1", table=TIMED.id, bet="player", stake=stake)
        assert floor.admission.refusal_of(placed, identity, now_ms()) is None, "nothing was done"
        await task.ask(ClearAll(guest.id))
        erasing = asyncio.create_task(erase_person(floor, guest.id))
        await asyncio.sleep(0)
        assert floor.admission.refusal_of(placed, identity, now_ms()) == "table_is_busy"
        assert await erasing is None
        assert floor.admission.refusal_of(placed, identity, now_ms()) == "sign_in_again"
        await floor.stop()
        await store.close()

    asyncio.run(test())


class SlowStore:
    """Others have their turn before and after each call, as with a store in another process."""

    def __init__(self, store: SqliteInProcess) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: object, **options: object) -> Any:
            await asyncio.sleep(0)
            answer = await getattr(self._store, name)(*arguments, **options)
            await asyncio.sleep(0)
            return answer

        return call


class SlowFloor(SmallFloor):
    def __init__(self, path: Path) -> None:
        super().__init__(path, replace(CONFIG_WITH_TABLE, play_credits=None))
        self.store = cast(SqliteInProcess, SlowStore(self.store))
        self.accounts = Accounts(self.store, self.clock, KEY, self.config.safety, Passwords(CHEAP))


@pytest.mark.parametrize("deed", ["buy_in", "login"])
def test_an_erased_person_has_neither_money_nor_a_session_whenever_they_came(tmp_path: Path, deed: str) -> None:
    async def at_step(floor: SlowFloor, step: int) -> tuple[bool, bool]:
        """The deed begins, and some steps later the erasing. Whether each was done."""
        ann, amy = Client(floor), await floor.client(Role.ATTENDANT)
        name = {"name": f"Ann {step}", "password": PASSWORD}
        patron = (await ann.post("/api/register", name)).body["id"]
        await ann.post("/api/logout", {})
        asked = (
            amy.post("/api/buy-in", {"id": "1", "patron": patron, "amount": 500})
            if deed == "buy_in"
            else ann.post("/api/login", name)
        )
        doing = asyncio.create_task(asked)
        for _ in range(step):
            await asyncio.sleep(0)
        refusal = await erase_person(floor, str(patron))
        done = await doing
        assert refusal in (None, PeopleRefusal.PURSE_IS_NOT_EMPTY)
        if refusal is None:
            assert await floor.cashier.balance(str(patron)) == 0
            assert (await ann.get("/api/me")).refusal == "not_signed_in"
        return done.status == 200, refusal is None

    async def test() -> set[tuple[bool, bool]]:
        floor = SlowFloor(tmp_path / "floor.db")
        await floor.open()
        found = {await at_step(floor, step) for step in range(0, 60, 2)}
        await floor.store.close()
        return found

    found = asyncio.run(test())
    assert (False, True) in found, "the erasing was first"
    assert (True, deed == "login") in found, "the deed was first"
