"""A whole floor with quick tables, a supervisor's browser and patrons with money, for tests of supervising."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import httpx
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import FloorConfig
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.people.sign_in.passwords import Passwords
from punto.server.run.app import create_app
from punto.server.run.serve_floor import now_ms
from punto.server.safety.cookies import COOKIE
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.tables.table_task import TableTask
from punto.table.commands import EnterCard, OpenShoe, PlaceWager
from punto.table.config import Pace, TableKind
from punto.table.state import Betting, Dealing, Phase, ShowingResult
from tests.server.people.desks import CHEAP, KEY
from tests.server.table_behind import task_of

DEMO = replace(demo_floor(), bots=False, simulated_dealers=frozenset())
QUICK = Pace(betting_ms=300, hurry_ms=100, card_ms=1, result_ms=200, shoe_change_ms=0)


def _first(kind: TableKind, pace: Pace) -> Any:
    return replace(next(table for table in DEMO.tables if table.kind is kind), pace=pace)


TIMED = _first(TableKind.TIMED, QUICK)
LIVE = replace(_first(TableKind.LIVE, QUICK), video_delay_ms=0, has_squeeze=False, whep_url=None, hls_url=None)
OWN = _first(TableKind.ON_DEMAND, QUICK)
CONFIG = replace(DEMO, tables=(TIMED, LIVE, OWN), second_person_above=1_000_000)
BANKER_WINS, PLAYER_WINS, FILLER = "2h 4d 3c 5d", "4h 2d 5c 3d", "9s 8s Ts Js"


class Browser:
    """A signed-in session that sends its request token."""

    def __init__(self, floor: Floor, token: str, request_token: str, account: str) -> None:
        transport = httpx.ASGITransport(app=cast(Any, create_app(floor)), client=("10.0.0.1", 50_000))
        self._http = httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies={COOKIE: token})
        self._headers = {"X-Punto-Token": request_token}
        self.account = account

    async def get(self, path: str) -> Any:
        response = await self.raw("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    async def send(self, method: str, path: str, body: object) -> Any:
        response = await self.raw(method, path, body)
        assert response.is_success, response.text
        return response.json()

    async def raw(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self._http.request(method, path, json=body, headers=self._headers)

    async def refusal(self, method: str, path: str, body: object) -> str:
        return str((await self.raw(method, path, body)).json()["name"])


class Supervised:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    async def staff(self, role: Role, name: str) -> Browser:
        made = await self.floor.accounts.create_staff(name, role)
        assert isinstance(made, Made), made
        token = await self.floor.sessions.begin(replace(made.account, must_change_password=False))
        identity = await self.floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
        assert identity is not None
        return Browser(self.floor, token, self.floor.sessions.request_token(identity.session), made.account.id)

    async def patron(self, credit: int = 100_000) -> str:
        patron = (await self.floor.accounts.new_guest()).id
        await self.floor.cashier.buy_in(patron, credit, by="amy", id=patron)
        return patron

    def task(self, table: str) -> TableTask:
        return task_of(self.floor, table)

    async def until(self, table: str, phase: type[Phase]) -> None:
        while not isinstance(self.task(table).table.phase, phase):
            await asyncio.sleep(0.002)

    async def coup(self, *wagers: PlaceWager, cards: str = BANKER_WINS) -> None:
        """One round at the live table. Where betting has closed without a bet, that round is dealt first."""
        task = self.task(LIVE.id)
        if task.table.shoe == 0:
            fingerprint = await self.floor.fingerprints.of(task.book)
            assert (await task.ask(OpenShoe("", fingerprint))).refusal is None
            assert (await task.ask(EnterCard("7h"))).refusal is None
        if isinstance(task.table.phase, Dealing):
            await self._deal(FILLER)
        await self.until(LIVE.id, Betting)
        for wager in wagers:
            assert (await task.ask(wager)).refusal is None, wager
        await self.until(LIVE.id, Dealing)
        await self._deal(cards)
        await self.floor.record.flush()

    async def _deal(self, cards: str) -> None:
        for card in cards.split():
            assert (await self.task(LIVE.id).ask(EnterCard(card))).refusal is None, card
        await self.until(LIVE.id, ShowingResult)


async def opened(folder: Path, config: FloorConfig = CONFIG) -> Supervised:
    store = SqliteInProcess(folder / "floor.db")
    floor = await open_floor(config, store, KEY, now_ms, passwords=Passwords(CHEAP))
    start_jobs(floor)
    await floor.start()
    return Supervised(floor)


async def closed(supervised: Supervised) -> None:
    await supervised.floor.stop()
    await supervised.floor.store.close()


def on_a_floor(folder: Path, test: Callable[[Supervised], Awaitable[None]], config: FloorConfig = CONFIG) -> None:
    async def run() -> None:
        supervised = await opened(folder, config)
        async with asyncio.timeout(60):
            await test(supervised)
        await closed(supervised)

    asyncio.run(run())
