"""The whole floor with every route, for tests that go over all of them: a real store and running tables."""

from pathlib import Path
from time import time_ns

import msgspec
from litestar.types import ASGIApp
from msgspec.structs import replace

from punto.ledger.accounts import Account as LedgerAccount
from punto.ledger.accounts import may_be_negative
from punto.server.config.demo_floor import demo_floor
from punto.server.config.floor_config import Safety
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.account import ACCOUNT, Account, new_id
from punto.server.people.identity import Role
from punto.server.people.sign_in.passwords import Passwords
from punto.server.rest.every_route import EVERY_ROUTE
from punto.server.rest.guards import Access, access_of
from punto.server.rest.install import PreparedRoutes
from punto.server.run.app import create_app
from punto.server.safety.cookies import COOKIE
from punto.server.store.interface import Store
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import TableKind
from tests.server.people.desks import CHEAP, KEY
from tests.server.served_floor import ServedFloor

PURSE = 1_000_000
UNHURRIED = Safety(
    requests_a_minute=1_000_000, address_requests_a_minute=1_000_000, guests_an_hour=1_000_000, failures_max=1_000_000
)


class WholeFloor:
    """Made by `open_whole_floor`."""

    def __init__(self, floor: Floor, routes: dict[tuple[str, str], Access]) -> None:
        self.floor = floor
        self.app = create_app(floor)
        self.routes = routes
        self.people: dict[Role, Account] = {}
        self.known: dict[str, object] = {}  # what a path may name: a table, a patron, a ticket

    def roles_of(self, method: str, path: str) -> frozenset[Role]:
        return self.routes[method.upper(), path].roles

    async def account(self, role: Role) -> Account:
        account = Account(id=new_id(), role=role, created_at=0, password="no password has this hash")
        await self.floor.store.keep_record(ACCOUNT, account.id, msgspec.json.encode(account))
        if role is Role.PATRON:
            await self.floor.cashier.buy_in(account.id, PURSE, by="amy", id=account.id)
        return account

    async def session(self, account: Account, *, is_locked: bool = False) -> tuple[str, str]:
        """The cookie's token and the request token."""
        token = await self.floor.sessions.begin(account)
        identity = await self.floor.sessions.identify([(b"cookie", f"{COOKIE}={token}".encode())])
        assert identity is not None
        if is_locked:
            await self.floor.sessions.lock(identity.session)
        return token, self.floor.sessions.request_token(identity.session)

    async def make_known(self) -> None:
        """Something that every path with a parameter can find, and somebody of each role."""
        self.people = {role: await self.account(role) for role in Role}
        patron = await self.account(Role.PATRON)
        ticket = await self.floor.cashier.cash_out(patron.id, id="known")
        table = next(table for table in self.floor.config.tables if table.kind is TableKind.TIMED)
        numbers = {
            "shoe": 1,
            "coup": 1,
            "number": 1,
            "call_id": 1,
            "line": 1,
            "session": "none",
            "device": "0123456789",
            "day": "2026-01-02",
        }
        self.known = {"table": table.id, "book": table.book, "patron": patron.id, "code": ticket.code, **numbers}

    async def audit(self) -> None:
        """Whatever was sent, no money was made or lost."""
        balances = await self.floor.store.every_balance()
        assert sum(balances.values()) == 0
        assert all(balance >= 0 or may_be_negative(LedgerAccount(account)) for account, balance in balances.items())

    async def close(self) -> None:
        await self.floor.stop()
        await self.floor.store.close()


async def open_whole_floor(folder: Path, postgres: str = "") -> WholeFloor:
    """On a file in the folder, or on a PostgreSQL server."""
    demo = demo_floor()
    tables = {table.kind: table for table in reversed(demo.tables)}  # one of each kind is enough
    books = {table.book: demo.book_of(table) for table in tables.values()}
    config = replace(
        demo,
        bots=False,
        simulated_dealers=frozenset(),
        safety=UNHURRIED,
        tables=tuple(tables.values()),
        books=tuple(books.values()),
    )
    store: Store = await PostgresStore.open(postgres, "fuzz") if postgres else SqliteInProcess(folder / "floor.db")
    floor = await open_floor(config, store, KEY, lambda: time_ns() // 1_000_000, passwords=Passwords(CHEAP))
    start_jobs(floor)
    await floor.start()
    whole = WholeFloor(floor, await _routes_of(floor))
    await whole.make_known()
    return whole


def serve_whole_floor(folder: Path, postgres: str = "") -> ServedFloor[WholeFloor]:
    async def opened() -> tuple[WholeFloor, ASGIApp]:
        whole = await open_whole_floor(folder, postgres)
        return whole, whole.app

    return ServedFloor(opened, WholeFloor.close)


async def _routes_of(floor: Floor) -> dict[tuple[str, str], Access]:
    """Method and path, as the OpenAPI document writes it, to who may call it."""
    prepared = PreparedRoutes(EVERY_ROUTE, floor.config.base_path)
    await prepared.put_together()
    return {
        (method, route.path_format): access_of(handler)
        for route in prepared.serve(floor).litestar.routes
        for handler in getattr(route, "route_handlers", ())
        for method in handler.http_methods
        if method != "OPTIONS"
    }
