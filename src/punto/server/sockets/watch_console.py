"""A member of staff follows the console of a hand-dealt table: it comes whole at once, and whenever it changes."""

from collections.abc import Callable

from punto.server.protocol.client import WatchConsole
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.socket_services import SocketServices
from punto.server.telling.listener import Listener
from punto.server.telling.socket_rooms import MAY_WATCH_CONSOLES


def watch_console(
    listener: Listener,
    services: SocketServices,
    message: WatchConsole,
    problem: Callable[[ServerRefusal, str], None],
) -> None:
    rooms, table = services.rooms.consoles, message.table
    if not message.on:
        rooms.discard(table, listener)
        return
    if listener.identity.role not in MAY_WATCH_CONSOLES:
        problem(ServerRefusal.ROLE_IS_NOT_ALLOWED, "consoles are for staff")
        return
    rooms.add(table, listener)
    if not services.show_console(table):
        rooms.discard(table, listener)
        problem(ServerRefusal.UNKNOWN_TABLE, f"nobody deals {table!r} by hand")
