"""A patron says something at a table that this socket follows."""

from collections.abc import Callable

from punto.server.people.identity import Role
from punto.server.protocol.client import Say
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.socket_services import SocketServices
from punto.server.telling.listener import Listener


def say(
    listener: Listener, services: SocketServices, message: Say, problem: Callable[[ServerRefusal, str], None]
) -> None:
    if message.table not in listener.tables:
        problem(ServerRefusal.TABLE_IS_NOT_OPEN, message.table)
    elif listener.identity.role is not Role.PATRON:
        problem(ServerRefusal.ROLE_IS_NOT_ALLOWED, "patrons talk at tables")
    else:
        refusal = services.talk.say(listener.patron, message)
        if refusal is not None:
            problem(refusal, message.table)
