"""The application that one port serves: sockets at `/ws`, everything else through the REST routes and pages."""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.server.floor.floor import Floor
from punto.server.rest.every_route import EVERY_ROUTE
from punto.server.rest.install import PreparedRoutes
from punto.server.run.base_path import BasePath
from punto.server.run.request_log import RequestLog
from punto.server.safety.socket_bounds import SocketBounds
from punto.server.safety.token_bucket import Rate
from punto.server.sockets.entrance import Entrance
from punto.server.sockets.socket_services import SocketServices


def prepared_routes(base_path: str) -> PreparedRoutes:
    return PreparedRoutes(EVERY_ROUTE, base_path)


def create_app(floor: Floor, prepared: PreparedRoutes | None = None) -> ASGIApp:
    base_path = floor.config.base_path
    if prepared is None or prepared.base_path != base_path:  # the floor's file may have changed meanwhile
        prepared = prepared_routes(base_path)
    guarded, entrance = prepared.serve(floor), entrance_of(floor)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await entrance.open(scope, receive, send)
        else:
            await guarded(scope, receive, send)

    return RequestLog(BasePath(app, floor.config.base_path), floor.metrics)


def entrance_of(floor: Floor) -> Entrance:
    return Entrance(
        services=socket_services(floor),
        bounds=SocketBounds(floor.config.safety, floor.clock, floor.metrics.connection_refused),
        accounts=floor.accounts,
        wallet=floor.wallet,
        on_demand=floor.places.on_demand,
        boot=floor.boot,
        config=lambda: floor.config,
        is_ready=lambda: floor.is_ready,
        store_is_well=lambda: floor.health.is_well,
    )


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
        admission=floor.admission,
        door=floor.places.door,
        online=floor.online,
        rooms=floor.rooms,
        lobby=floor.lobby,
        talk=floor.talk,
        pictures=floor.pictures,
        show_console=floor.dealing.consoles.show,
        watching=floor.supervising.watching,
    )
