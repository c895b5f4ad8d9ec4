"""A patron says something at a table that this socket follows, or reacts to a squeeze there."""

from collections.abc import Callable, Mapping

from punto.server.people.identity import Role
from punto.server.protocol.client import React, Say
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.socket_services import SocketServices
from punto.server.tables.table_door import TableDoor
from punto.server.telling.listener import Listener

Problem = Callable[[ServerRefusal, str], None]


def say(listener: Listener, services: SocketServices, message: Say, problem: Problem) -> None:
    refusal = _why_silent(listener, message.table) or services.talk.say(listener.patron, message)
    if refusal is not None:
        problem(refusal, message.table)


async def react(
    listener: Listener, doors: Mapping[str, TableDoor], services: SocketServices, message: React, problem: Problem
) -> None:
    refusal = _why_silent(listener, message.table)
    refusal = refusal or services.talk.why_no_reaction(listener.patron, message.table)
    if refusal is None and not await doors[message.table].react(listener.patron, message.reaction):
        refusal = ServerRefusal.NOTHING_IS_SQUEEZED
    if refusal is not None:
        problem(refusal, message.table)


def _why_silent(listener: Listener, table: str) -> ServerRefusal | None:
    if table not in listener.tables:
        return ServerRefusal.TABLE_IS_NOT_OPEN
    return None if listener.identity.role is Role.PATRON else ServerRefusal.ROLE_IS_NOT_ALLOWED
