"""A supervisor watches the whole floor: it comes at once, and whenever it changes."""

from collections.abc import Callable

from punto.server.people.identity import Role
from punto.server.protocol.client import WatchFloor
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.socket_services import SocketServices
from punto.server.telling.listener import Listener

MAY_WATCH_THE_FLOOR = frozenset({Role.SUPERVISOR, Role.ADMIN})


def watch_floor(
    listener: Listener,
    services: SocketServices,
    message: WatchFloor,
    problem: Callable[[ServerRefusal, str], None],
) -> None:
    room, identity = services.rooms.floor_watch, listener.identity
    if not message.on:
        room.discard(listener)
    elif identity.role not in MAY_WATCH_THE_FLOOR or identity.must_change_password:
        problem(ServerRefusal.ROLE_IS_NOT_ALLOWED, "the floor is for supervisors")
    else:
        room.add(listener)
        services.watching.somebody_came()
