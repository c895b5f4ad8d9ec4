"""What a session's end, and its lock, mean for its open sockets and for those that are just being opened."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from punto.server.config.demo_floor import demo_floor
from punto.server.edges.scopes import socket_scope
from punto.server.floor.open_floor import open_floor
from punto.server.people.account import Account
from punto.server.people.identity import Identity, Role
from punto.server.people.new_accounts import Made
from punto.server.protocol.client import ClientMessage, OpenTable, PlaceWager, WatchLobby
from punto.server.protocol.closing_codes import POLICY
from punto.server.protocol.floor import Problem
from punto.server.protocol.frames import frame_of
from punto.server.protocol.links.edge_link import Accepted, Asking, Refused
from punto.server.protocol.refusals import PeopleRefusal
from punto.server.protocol.server_message import ServerMessage
from punto.server.run.app import create_app, socket_services
from punto.server.safety.cookies import COOKIE
from punto.server.sockets.far_socket import FarSocket
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.people.desks import KEY, NOON, PASSWORD

DEMO = demo_floor()
QUIET = replace(DEMO, bots=False, simulated_dealers=frozenset(), tables=DEMO.tables[:1])
TABLE = QUIET.tables[0].id
LOCKED = Problem("sign_in_again", "this session is locked")


class Ear:
    """A socket that remembers what was written to it."""

    ended: tuple[int, str] | None = None

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes, _: int) -> bool:
        self.written += data
        return True

    def end(self, code: int, reason: str) -> None:
        self.ended = code, reason

    def hears(self, message: ServerMessage) -> bool:
        return frame_of(message) in self.written


class Hall:
    """A floor on which nobody deals, and somebody with a name, a session and a socket."""

    async def open(self, folder: Path) -> "Hall":
        self.store = SqliteInProcess(folder / "floor.db")
        self.floor = await open_floor(QUIET, self.store, KEY, lambda: NOON)
        self.floor.is_ready = True
        return self

    async def patron(self) -> tuple[Account, str]:
        account = await self.floor.accounts.register("Ann", PASSWORD, None)
        assert not isinstance(account, PeopleRefusal)
        return account, await self.floor.sessions.begin(account)

    async def identity(self, token: str) -> Identity:
        identity = await self.floor.sessions.identify(cookie(token))
        assert identity is not None
        return identity

    async def connected(self, token: str) -> tuple[Connection, Ear]:
        ear = Ear()
        return Connection(socket_services(self.floor), cast(Socket, ear), await self.identity(token), ""), ear


def cookie(token: str) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", f"{COOKIE}={token}".encode())]


def in_a_hall(folder: Path, test: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = await Hall().open(folder)
        try:
            await test(hall)
        finally:
            await hall.store.close()

    asyncio.run(run())


async def said(connection: Connection, *messages: ClientMessage) -> None:
    for message in messages:
        connection.receive(msgspec.json.encode(message))
    while connection._asking:
        await asyncio.sleep(0)
    connection.flush()


@pytest.mark.parametrize("change", ["password", "suspended", "erased", "role"])
def test_a_changed_account_loses_its_open_sockets_at_once(tmp_path: Path, change: str) -> None:
    async def test(hall: Hall) -> None:
        accounts = hall.floor.accounts
        account, token = await hall.patron()
        if change == "role":
            made = await accounts.create_staff("Dee", Role.DEALER)
            assert isinstance(made, Made)
            account, token = made.account, await hall.floor.sessions.begin(made.account)
        _, ear = await hall.connected(token)
        changes: dict[str, Callable[[], Awaitable[object]]] = {
            "password": lambda: accounts.reset_password(account.id),
            "suspended": lambda: accounts.suspend(account.id, is_suspended=True),
            "erased": lambda: accounts.erase(account.id),
            "role": lambda: accounts.change_role(account.id, Role.ATTENDANT),
        }
        await changes[change]()
        assert ear.ended == (POLICY, "signed out")
        assert await hall.floor.sessions.identify(cookie(token)) is None

    in_a_hall(tmp_path, test)


def test_a_socket_whose_session_ends_while_it_opens_is_not_let_in(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        account, token = await hall.patron()
        sent: list[MutableMapping[str, Any]] = []
        read_of = hall.floor.places.on_demand.read_of

        async def ended_meanwhile(patron: str) -> bool:
            await hall.floor.accounts.reset_password(account.id)
            return await read_of(patron)

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        hall.floor.places.on_demand.read_of = ended_meanwhile  # type: ignore[method-assign]
        origin = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": "/ws",
            "headers": [*cookie(token), *origin],
            "scheme": "ws",
        }
        scope |= {"query_string": b"", "client": ("127.0.0.1", 1), "server": ("localhost", 80), "extensions": {}}
        await create_app(hall.floor)(cast(Any, scope), cast(Any, receive), cast(Any, send))
        assert sent[0]["status"] == 401
        assert hall.floor.online.connections == 0

    in_a_hall(tmp_path, test)


def test_nobody_is_let_in_while_nothing_can_be_stored_and_who_was_open_is_not_counted_again(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        _, token = await hall.patron()
        app, posted = create_app(hall.floor), list[Struct]()
        limit = hall.floor.config.safety.address_upgrades_a_minute

        async def shown() -> None:
            """Once more by an edge that has held it since the floor before."""
            socket = FarSocket(1, cast(Any, None), posted.append, was_open=True)
            origin = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
            head = [*cookie(token), *origin]
            asking = Asking("GET", "ws", "1.1", "/ws", b"/ws", b"", head, ("10.1.1.1", 1), ("localhost", 80))
            serving = asyncio.ensure_future(app(socket_scope(asking, {SOCKET: socket}), socket.receive, socket.send))
            await asyncio.sleep(0)
            while not serving.done() and not any(isinstance(each, Accepted) for each in posted):
                await asyncio.sleep(0)
            socket.gone()
            await serving

        hall.floor.health.failed("the disk is full")
        for _ in range(limit + 1):
            await shown()
        assert {each.status for each in posted if isinstance(each, Refused)} == {503}
        posted.clear()
        hall.floor.health.has_written()
        await shown()
        assert isinstance(posted[0], Accepted), posted

    in_a_hall(tmp_path, test)


def test_an_open_socket_of_a_locked_session_gets_no_table(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        _, token = await hall.patron()
        connection, ear = await hall.connected(token)
        await hall.floor.sessions.lock(connection.identity.session)
        await said(connection, OpenTable(TABLE), WatchLobby())
        assert ear.hears(LOCKED)
        assert b"table_opened" not in ear.written
        assert b'"lobby"' in ear.written, "the lobby is for everybody"
        assert not connection.tables

    in_a_hall(tmp_path, test)


def test_a_session_that_is_locked_while_a_table_is_read_gets_none(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        _, token = await hall.patron()
        connection, ear = await hall.connected(token)
        connection.receive(msgspec.json.encode(OpenTable(TABLE)))
        await hall.floor.sessions.lock(connection.identity.session)
        await said(connection)
        assert ear.hears(LOCKED)
        assert not connection.tables

    in_a_hall(tmp_path, test)


def test_a_table_that_was_open_plays_on_under_a_lock_but_tells_no_figures(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        _, token = await hall.patron()
        connection, ear = await hall.connected(token)
        await said(connection, OpenTable(TABLE))
        assert b'"fields"' in ear.written
        await hall.floor.sessions.lock(connection.identity.session)
        ear.written = b""
        wager = PlaceWager(id="b1", table=TABLE, bet="player", stake=500)
        await said(connection, OpenTable(TABLE))
        assert ear.hears(LOCKED)
        assert hall.floor.admission.refusal_of(wager, connection.identity, NOON) == "sign_in_again"
        assert b'"fields"' not in ear.written
        assert list(connection.tables) == [TABLE], "the seat is kept"

    in_a_hall(tmp_path, test)
