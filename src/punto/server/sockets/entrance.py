"""How a socket is opened: who may come in, what they are told first, and the connection that then serves them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.types import Receive, Scope, Send

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.on_demand_tables import OnDemandTables
from punto.server.people.accounts import Accounts
from punto.server.people.identity import Identity
from punto.server.protocol.closing_codes import POLICY
from punto.server.protocol.floor import PlayIsOver, Purse, Welcome, WhyAway
from punto.server.protocol.parts import PROTOCOL
from punto.server.safety.address import address_of
from punto.server.safety.headers import RETRY_SECONDS
from punto.server.safety.hosts import host_of, is_ours, our_names
from punto.server.safety.origin import origin_is_ours
from punto.server.safety.socket_bounds import SocketBounds
from punto.server.sockets.far_socket import FarConnection, FarSocket
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.socket_services import SocketServices
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.store.failures import StoreIsLost
from punto.server.streams.wallets.wallet import Wallet

if TYPE_CHECKING:
    from litestar.types import WebSocketScope

SOCKETS = "/ws"
PROBLEM = [(b"content-type", b"application/problem+json")]
RETRY = (b"retry-after", RETRY_SECONDS.encode())


@dataclass(frozen=True)
class Entrance:
    services: SocketServices
    bounds: SocketBounds
    accounts: Accounts
    wallet: Wallet
    on_demand: OnDemandTables
    boot: str  # of this server's run: a client that sees another one starts afresh
    config: Callable[[], FloorConfig]
    is_ready: Callable[[], bool]
    store_is_well: Callable[[], bool]

    async def open(self, scope: "WebSocketScope", receive: Receive, send: Send) -> None:
        """Unless its address has opened, or has open, too many."""
        send = self._counted(send)
        await receive()
        with self.bounds.one_more(address_of(scope), was_open=_was_open(scope)) as may_open:
            if may_open:
                await self._serve(scope, receive, send)
            else:
                await refuse(send, HTTPStatus.TOO_MANY_REQUESTS)

    async def _serve(self, scope: "WebSocketScope", receive: Receive, send: Send) -> None:
        try:
            comes = await self._let_in(scope)
        except StoreIsLost:
            await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, "store")
            return
        if isinstance(comes, HTTPStatus):
            await refuse(send, comes, "floor" if self.store_is_well() else "store")
            return
        identity, shown_name, name = comes
        far = scope["extensions"].get(SOCKET)  # type: ignore[union-attr]
        if isinstance(far, FarSocket):
            far.patron = identity.account
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        socket = scope["extensions"].pop(SOCKET, None)  # type: ignore[union-attr]
        if not isinstance(socket, Socket | FarSocket):  # it went while it was being accepted
            return
        services = self.services
        if not services.sessions.is_live(identity.session):  # it has ended while the socket was being accepted
            socket.end(POLICY, "signed out")
            return
        if isinstance(socket, Socket):
            connection = Connection(services, socket, identity, shown_name)
            self._guard(socket)
        else:
            connection = FarConnection(services, socket, identity, shown_name)
        services.metrics.socket_came(identity.role)
        self._greet(connection, name)
        socket.receiver = connection.receive
        try:
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            services.metrics.socket_went(identity.role)
            connection.closed()

    def _guard(self, socket: Socket) -> None:
        services = self.services
        socket.control_frames_a_second = services.safety.control_frames_a_second
        socket.on_control = services.online.control_frame_came
        socket.on_flood = partial(services.metrics.dropped, "too_many_control_frames")

    async def _let_in(self, scope: "WebSocketScope") -> tuple[Identity, str, str] | HTTPStatus:
        """Who comes, the name others see and their own, once everything about them is read; or why not."""
        sessions = self.services.sessions
        identity = await sessions.identify(scope["headers"], touch=False)
        status = self._why_not(scope, identity)
        if identity is None or status is not None:
            return status or HTTPStatus.UNAUTHORIZED
        patron = identity.account
        shown_name, name = await self.accounts.names_of(patron)
        await self.wallet.balance(patron)  # known from now on
        await self.services.protection.recall_for_play(patron)
        await self.on_demand.read_of(patron)
        status = self._why_not(scope, identity)  # others of the account may have come meanwhile
        if status is None and not sessions.is_live(identity.session):
            status = HTTPStatus.UNAUTHORIZED
        return status or (identity, shown_name, name)

    def _why_not(self, scope: Scope, identity: Identity | None) -> HTTPStatus | None:
        safety, online, config = self.services.safety, self.services.online, self.config()
        if not is_ours(host_of(scope["headers"]), our_names(config)):
            return HTTPStatus.MISDIRECTED_REQUEST
        if scope["path"] != SOCKETS:
            return HTTPStatus.NOT_FOUND
        if not origin_is_ours(scope["headers"], config):
            return HTTPStatus.FORBIDDEN
        if identity is None or identity.is_locked or identity.must_change_password:
            return HTTPStatus.UNAUTHORIZED
        if not self.is_ready() or not self.store_is_well() or online.connections >= safety.sockets_max:
            return HTTPStatus.SERVICE_UNAVAILABLE
        here = online.patron(identity.account)
        if here and len(here.connections) >= safety.sockets_per_account:
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def _greet(self, connection: Connection, name: str) -> None:
        services, patron = self.services, connection.patron
        connection.tell(_welcome(self, connection.identity, name))
        connection.tell(Purse(connection.here.number, self.wallet.known_balance(patron) or 0))
        reason = services.protection.came(patron, services.clock())
        if reason:
            connection.tell(PlayIsOver(reason))

    def _counted(self, send: Send) -> Send:
        """Every socket that is asked for counts once, by its answer."""
        metrics = self.services.metrics

        async def send_counted(message: Any) -> None:
            if message["type"] == "websocket.accept":
                metrics.socket_asked(HTTPStatus.SWITCHING_PROTOCOLS)
            elif message["type"] == "websocket.http.response.start":
                metrics.socket_asked(message["status"])
            await send(message)

        return send_counted


def _was_open(scope: "WebSocketScope") -> bool:
    socket = (scope["extensions"] or {}).get(SOCKET)
    return isinstance(socket, FarSocket) and socket.was_open


class Refusal(msgspec.Struct, frozen=True):
    """A problem document."""

    title: str = ""
    status: int = 0
    type: str = "about:blank"
    why: WhyAway = "floor"  # of a floor that lets nobody in now


async def refuse(send: Send, status: HTTPStatus, why: WhyAway = "floor") -> None:
    body = msgspec.json.encode(Refusal(status.phrase, status.value, why=why))
    headers = [*PROBLEM, RETRY] if status is HTTPStatus.SERVICE_UNAVAILABLE else PROBLEM
    start: Any = {"type": "websocket.http.response.start", "status": status.value, "headers": headers}
    rest: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)


def why_away(refusal: bytes) -> WhyAway:
    """What the body of a refusal says."""
    try:
        return msgspec.json.decode(refusal, type=Refusal).why
    except msgspec.DecodeError:  # it may be another version's
        return "floor"


def _welcome(entrance: Entrance, identity: Identity, name: str) -> Welcome:
    config = entrance.config()
    house = config.house
    return Welcome(
        protocol=PROTOCOL,
        boot=entrance.boot,
        server_time=entrance.services.clock(),
        patron=identity.account,
        name=name,
        role=identity.role,
        floor=config.name,
        is_demo=config.is_demo,
        currency=config.currency,
        currency_digits=config.currency_digits,
        currency_symbol=config.currency_symbol,
        tables_at_once=house.tables_at_once,
        auto_repeat=house.auto_repeat,
        keep_bets_on=house.keep_bets_on,
        quick_reveal=house.quick_reveal,
        session_in_sight=house.session_in_sight,
        reality_check_minutes=entrance.services.protection.reality_check_minutes(identity.account),
    )
