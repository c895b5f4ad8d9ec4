"""A floor small enough for a test: real desks on a real store, one real table, and the application around them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx
import msgspec
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from punto.server.cashier.desk import CashierDesk
from punto.server.cashier.liabilities import HouseOwes
from punto.server.config.floor_config import FloorConfig
from punto.server.days.day_book import DayBook
from punto.server.days.day_desk import DayDesk
from punto.server.days.day_ends import DayEnds
from punto.server.dealing.dealing import Dealing
from punto.server.figures.book_fingerprints import KnownFingerprints
from punto.server.figures.book_odds import KnownOdds
from punto.server.figures.metrics import Metrics
from punto.server.floor.digests import Digests
from punto.server.floor.supervising import Supervising
from punto.server.people.account import ACCOUNT, Account, new_id
from punto.server.people.identity import Role
from punto.server.people.new_accounts import Made
from punto.server.picture.picture_delays import PictureDelays
from punto.server.picture.studio import Studio
from punto.server.record.play_record import PlayRecord
from punto.server.rest.consoles.supervisor import staff_log
from punto.server.rest.gate import Gate
from punto.server.rest.routes import (
    accounts,
    admin,
    attendants,
    cage,
    cashier,
    protection,
    saved_bets,
    settled_rounds,
    staff,
)
from punto.server.safety.cookies import COOKIE
from punto.server.staff.attendant_calls import AttendantCalls
from punto.server.staff.staff_failures import StaffFailures
from punto.server.staff.staff_log import StaffLog
from punto.server.staff.stations import Stations
from punto.server.store.health import StoreHealth
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.server.talk.mutes import Mutes
from punto.server.talk.table_talk import TableTalk
from punto.server.talk.talk_record import TalkRecord
from punto.server.telling.bus import InProcessBus
from punto.server.telling.lobby import Lobby
from punto.table.commands import AutoRepeat
from punto.trials.torture.floor import TABLES
from tests.server.people.desks import CONFIG, KEY, PASSWORD, Desks
from tests.server.rest.one_table import OneTable
from tests.server.rest.shared_routes import install_shared

Result = TypeVar("Result")

TABLE_CONFIG, BOOK = TABLES[0]
JADE = replace(TABLE_CONFIG, currency="PLAY", pace=replace(TABLE_CONFIG.pace, shoe_change_ms=0))
CONFIG_WITH_TABLE = replace(CONFIG, tables=(JADE,), books=(BOOK,))
HOST = "http://localhost"
ROUTES: list[ControllerRouterHandler] = [
    *accounts.ROUTES,
    *protection.ROUTES,
    *cashier.ROUTES,
    *cage.ROUTES,
    *attendants.ROUTES,
    *staff.ROUTES,
    *saved_bets.ROUTES,
    *settled_rounds.ROUTES,
    *admin.ROUTES,
    *staff_log.ROUTES,
]


class SmallFloor(Desks):
    health = StoreHealth()
    is_ready = True
    supervising = cast(Supervising, None)  # nobody supervises it: see test_supervising.py

    async def open(self) -> "SmallFloor":
        await super().open()
        self.bus = InProcessBus()
        self.lobby, self.odds = Lobby(self.bus), KnownOdds()
        self.metrics = Metrics(self.config, self.odds)
        self.staff_log = await StaffLog.open(self.store, self.clock)
        self.staff_failures = StaffFailures(self.staff_log, self.clock)
        self.digests = Digests(
            self.store, self.staff_log, KnownFingerprints(self.store), lambda: self.config, self.clock
        )
        await self.reopen_calls()
        self.cashier = await CashierDesk.open(self.store, self.clock, self.config, self)
        self.stations = await Stations.open(self.store, self.clock)
        self.house_owes = HouseOwes(self.store, lambda: self.cashier.state, self.clock)
        self.day_ends = DayEnds(self.store, self.house_owes, lambda: self.config, self.clock)
        self.record = PlayRecord(self.store, self.config)
        self.days = DayDesk(
            self.store,
            lambda: self.config,
            self.odds,
            lambda: self.cashier,
            await DayBook.open(self.store, self.clock),
            self.day_ends,
            lambda: self.record.flush(),
            self.clock,
        )
        self.studio = Studio(self.clock)
        self.pictures = PictureDelays(lambda: self.config, self.clock)
        self.wallet = LedgerWallet(self.store, self.config.currency)
        self.jade = OneTable(await TableStream.open(self.store, JADE, BOOK), self.clock)
        self.tables = {"jade": self.jade}
        self.dealing = await Dealing.open(
            self.store, KEY, self.clock, self.accounts, self.bus, self.tables, lambda: self.config, {}
        )
        self.record = PlayRecord(self.store, self.config)
        mutes = await Mutes.open(self.store, self.clock)
        said = TalkRecord(self.store, self.metrics.talk_lost)
        self.talk = TableTalk(InProcessBus(), self.clock, lambda: self.config, mutes, str, said, self.accounts.leaving)
        self.install_routes()
        return self

    def install_routes(self) -> None:
        """Again for a test that replaces a desk: routes keep the desks that they were installed with."""
        self.app = install_shared(self.routes(), self)

    def routes(self) -> list[ControllerRouterHandler]:
        return ROUTES

    async def reopen_calls(self) -> None:
        self.calls = await AttendantCalls.recalled(self.store, self.clock)
        self.calls.hand_pays = lambda: self.cashier.hand_pays()

    async def reopen_cashier(self) -> None:
        """As after a restart."""
        self.cashier = await CashierDesk.open(self.store, self.clock, self.config, self)

    async def client_of(self, client: "Client") -> "Client":
        """The same member of staff in a new session."""
        account = await self.accounts.account(client.id)
        assert account is not None
        again = Client(self)
        await again.take(await self.sessions.begin(replace(account, must_change_password=False)), account.id)
        return again

    def find(self, table_id: str) -> OneTable | None:
        return self.tables.get(table_id)

    async def end_auto_repeat(self, patron: str) -> None:
        for table in self.tables.values():
            if table.table.seat(patron).repeats:
                await table.ask(AutoRepeat(patron, on=False))

    async def has_bets(self, patron: str) -> bool:
        return any(table.table.seat(patron).stakes for table in self.tables.values())

    async def open_betting(self) -> None:
        while type(self.jade.table.phase).__name__ != "Betting":
            await self.jade.next()

    async def client(self, role: Role | None = None) -> "Client":
        """Somebody who is signed in with a role, or a visitor."""
        client = Client(self)
        if role is Role.PATRON:
            account: Account = await self.accounts.new_guest()
            account = replace(account, password="hash")
            await self.store.keep_record(ACCOUNT, account.id, msgspec.json.encode(account))
            await client.take(await self.sessions.begin(account), account.id)
        elif role is not None:
            made = await self.accounts.create_staff(f"{role} {new_id()[-8:]}", role)
            assert isinstance(made, Made)
            await client.take(
                await self.sessions.begin(replace(made.account, must_change_password=False)), made.account.id
            )
        return client


class Client:
    """A browser: it keeps its cookie, and sends the token it was told."""

    def __init__(self, floor: SmallFloor, address: str = "10.0.0.1") -> None:
        self._floor = floor
        self._address = address
        self._http = self._browser(floor.app)
        self.id = ""
        self.token = ""

    def use(self, app: Gate) -> None:
        """The same browser before another application."""
        cookies, self._http = self._http.cookies, self._browser(app)
        self._http.cookies.update(cookies)

    def _browser(self, app: Gate) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=cast(Any, app), client=(self._address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=HOST)

    @property
    def cookie(self) -> str:
        return self._http.cookies[COOKIE]

    async def take(self, session_token: str, patron: str) -> None:
        self._http.cookies.set(COOKIE, session_token)
        identity = await self._floor.who(session_token)
        assert identity is not None
        self.id, self.token = patron, self._floor.sessions.request_token(identity.session)

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> "Reply":
        sent = {"X-Punto-Token": self.token} if self.token else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if content is not None:
            sent.setdefault("Content-Type", "application/json")
        response = await self._http.request(method, path, content=content, headers=sent)
        answer = Reply(response)
        if response.is_success and "request_token" in answer.body:
            self.token, self.id = str(answer.body["request_token"]), str(answer.body["id"])
        return answer

    async def get(self, path: str) -> "Reply":
        return await self.ask("GET", path)

    async def post(self, path: str, body: object = None) -> "Reply":
        return await self.ask("POST", path, body)

    async def put(self, path: str, body: object = None) -> "Reply":
        return await self.ask("PUT", path, body)

    async def patch(self, path: str, body: object = None) -> "Reply":
        return await self.ask("PATCH", path, body)


class Reply:
    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.text = response.text
        is_json = "json" in response.headers.get("content-type", "")
        self.body: dict[str, object] = response.json() if response.content and is_json else {}

    @property
    def refusal(self) -> str | None:
        """The name of the problem, which comes as a problem document or not at all."""
        if self.status < 400:
            return None
        assert self.headers["content-type"] == "application/problem+json"
        assert self.body["status"] == self.status
        return str(self.body["name"])


def on_a_floor(
    folder: Path, test: Callable[[SmallFloor], Awaitable[Result]], config: FloorConfig = CONFIG_WITH_TABLE
) -> Result:
    async def run() -> Result:
        floor = await SmallFloor(folder / "floor.db", config).open()
        try:
            return await test(floor)
        finally:
            await floor.store.close()

    return asyncio.run(run())


__all__ = ["PASSWORD", "Client", "Reply", "SmallFloor", "on_a_floor"]
