"""What a socket may say beside playing: what it watches of the floor, what it talks, how it sees a picture."""

from collections.abc import Callable
from typing import assert_never

from punto.server.protocol.client import Say, SeePicture, WatchConsole, WatchFloor, WatchGoodRoads, WatchLobby
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.socket_services import SocketServices
from punto.server.sockets.talking import say
from punto.server.sockets.watch_console import watch_console
from punto.server.sockets.watch_floor import watch_floor
from punto.server.telling.listener import Listener


def beside_play(
    listener: Listener,
    services: SocketServices,
    message: WatchLobby | WatchGoodRoads | WatchConsole | WatchFloor | SeePicture | Say,
    problem: Callable[[ServerRefusal, str], None],
) -> None:
    match message:
        case WatchLobby(on=True):
            listener.send(services.lobby.snapshot(services.clock()))
            services.rooms.lobby.add(listener)
        case WatchLobby():
            services.rooms.lobby.discard(listener)
        case WatchGoodRoads(on=True):
            listener.send(services.lobby.good_roads_now())
            services.rooms.good_roads.add(listener)
        case WatchGoodRoads():
            services.rooms.good_roads.discard(listener)
        case WatchConsole():
            watch_console(listener, services, message, problem)
        case WatchFloor():
            watch_floor(listener, services, message, problem)
        case SeePicture(table=table, by=by, delay_ms=delay_ms):
            if table in listener.tables:  # it may have been closed on the way
                services.pictures.watches(table, listener.patron, by, delay_ms)
        case Say():
            say(listener, services, message, problem)
        case _:
            assert_never(message)
