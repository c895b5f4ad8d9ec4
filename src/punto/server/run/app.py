"""The application that one port serves: sockets at `/ws`, everything else through the REST routes and pages."""

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.figures.metrics import Metrics
from punto.server.floor.floor import Floor
from punto.server.people.identity import Identity
from punto.server.protocol.closing_codes import POLICY
from punto.server.protocol.floor import PlayIsOver, Purse, Welcome
from punto.server.protocol.parts import PROTOCOL
from punto.server.rest.every_route import EVERY_ROUTE
from punto.server.rest.install import install
from punto.server.rest.problems import RETRY_SECONDS
from punto.server.run.base_path import BasePath
from punto.server.run.request_log import RequestLog
from punto.server.safety.address import address_of
from punto.server.safety.hosts import host_of, is_ours, our_names
from punto.server.safety.origin import origin_is_ours
from punto.server.safety.socket_bounds import SocketBounds
from punto.server.safety.token_bucket import Rate
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.socket_services import SocketServices
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.store.failures import StoreIsLost

if TYPE_CHECKING:
    from litestar.types import WebSocketScope

SOCKETS = "/ws"
PROBLEM = [(b"content-type", b"application/problem+json")]
RETRY = (b"retry-after", RETRY_SECONDS.encode())


def create_app(floor: Floor) -> ASGIApp:
    guarded = install(EVERY_ROUTE, floor)
    services = socket_services(floor)
    bounds = SocketBounds(floor.config.safety, floor.clock, floor.metrics.connection_refused)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await _open_socket(floor, services, bounds, scope, receive, _counted(floor.metrics, send))
        else:
            await guarded(scope, receive, send)

    return RequestLog(BasePath(app, floor.config.base_path), floor.metrics)


def socket_services(floor: Floor) -> SocketServices:
    safety = floor.config.safety
    return SocketServices(
        safety=safety,
        message_rate=Rate(safety.messages_a_second / 1000, burst=2.0 * safety.messages_a_second),
        house=floor.config.house,
        clock=floor.clock,
        metrics=floor.metrics,
        sessions=floor.sessions,
        protection=floor.protection,
        why_not=floor.why_not,
        door=floor.seat,
        online=floor.online,
        outbox=floor.outbox,
        rooms=floor.rooms,
        lobby=floor.lobby,
    )


async def _open_socket(
    floor: Floor,
    services: SocketServices,
    bounds: SocketBounds,
    scope: "WebSocketScope",
    receive: Receive,
    send: Send,
) -> None:
    """Unless its address has opened, or has open, too many."""
    await receive()
    with bounds.one_more(address_of(scope)) as may_open:
        if may_open:
            await _serve_socket(floor, services, scope, receive, send)
        else:
            await _refuse(send, HTTPStatus.TOO_MANY_REQUESTS)


async def _serve_socket(
    floor: Floor, services: SocketServices, scope: "WebSocketScope", receive: Receive, send: Send
) -> None:
    try:
        comes = await _let_in(floor, scope)
    except StoreIsLost:
        comes = HTTPStatus.SERVICE_UNAVAILABLE
    if isinstance(comes, HTTPStatus):
        await _refuse(send, comes)
        return
    identity, shown_name, name = comes
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    socket = scope["extensions"].pop(SOCKET, None)  # type: ignore[union-attr]
    if not isinstance(socket, Socket):  # it went while it was being accepted
        return
    if not floor.sessions.is_live(identity.session):  # it has ended while the socket was being accepted
        socket.end(POLICY, "signed out")
        return
    connection = Connection(services, socket, identity, shown_name)
    floor.metrics.socket_came(identity.role)
    connection.tell(_welcome(floor, identity, name))
    connection.tell(Purse(connection.here.number, floor.balance(identity.patron)))
    reason = floor.protection.came(identity.patron, floor.clock())
    if reason:
        connection.tell(PlayIsOver(reason))
    socket.control_frames_a_second = floor.config.safety.control_frames_a_second
    socket.on_control = floor.online.control_frame_came
    socket.on_flood = partial(floor.metrics.dropped, "too_many_control_frames")
    socket.receiver = connection.receive
    try:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        floor.metrics.socket_went(identity.role)
        connection.closed()


async def _let_in(floor: Floor, scope: "WebSocketScope") -> tuple[Identity, str, str] | HTTPStatus:
    """Who comes, the name others see and the own one, once everything about them is read; or why not."""
    identity = await floor.sessions.identify(scope["headers"], touch=False)
    status = _why_not_accepted(floor, scope, identity)
    if identity is None or status is not None:
        return status or HTTPStatus.UNAUTHORIZED
    shown_name, name = await floor.accounts.shown_name(identity.patron), await floor.accounts.name_of(identity.patron)
    await floor.credit(identity.patron)
    await floor.protection.recall(identity.patron)
    await floor.on_demand.read_of(identity.patron)
    status = _why_not_accepted(floor, scope, identity)  # others of the account may have come meanwhile
    if status is None and not floor.sessions.is_live(identity.session):
        status = HTTPStatus.UNAUTHORIZED
    return status or (identity, shown_name, name)


def _why_not_accepted(floor: Floor, scope: Scope, identity: Identity | None) -> HTTPStatus | None:
    safety = floor.config.safety
    if not is_ours(host_of(scope["headers"]), our_names(floor.config)):
        return HTTPStatus.MISDIRECTED_REQUEST
    if scope["path"] != SOCKETS:
        return HTTPStatus.NOT_FOUND
    if not origin_is_ours(scope["headers"], floor.config):
        return HTTPStatus.FORBIDDEN
    if identity is None or identity.is_locked or identity.must_change_password:
        return HTTPStatus.UNAUTHORIZED
    if not floor.is_ready or floor.online.connections >= safety.sockets_max:
        return HTTPStatus.SERVICE_UNAVAILABLE
    here = floor.online.patron(identity.patron)
    if here and len(here.connections) >= safety.sockets_per_account:
        return HTTPStatus.TOO_MANY_REQUESTS
    return None


def _counted(metrics: Metrics, send: Send) -> Send:
    """Every socket that is asked for counts once, by its answer."""

    async def send_counted(message: Any) -> None:
        if message["type"] == "websocket.accept":
            metrics.socket_asked(HTTPStatus.SWITCHING_PROTOCOLS)
        elif message["type"] == "websocket.http.response.start":
            metrics.socket_asked(message["status"])
        await send(message)

    return send_counted


async def _refuse(send: Send, status: HTTPStatus) -> None:
    body = msgspec.json.encode({"type": "about:blank", "title": status.phrase, "status": status.value})
    headers = [*PROBLEM, RETRY] if status is HTTPStatus.SERVICE_UNAVAILABLE else PROBLEM
    start: Any = {"type": "websocket.http.response.start", "status": status.value, "headers": headers}
    rest: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)


def _welcome(floor: Floor, identity: Identity, name: str) -> Welcome:
    config, house = floor.config, floor.config.house
    return Welcome(
        protocol=PROTOCOL,
        boot=floor.boot,
        server_time=floor.clock(),
        patron=identity.patron,
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
        reality_check_minutes=floor.protection.reality_check_minutes(identity.patron),
    )
