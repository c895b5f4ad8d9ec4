"""The sockets' side of the bus: rooms of listeners, each subscribed to a channel for as long as somebody is in it.

A socket that an edge holds joins the channel there, and the edge hears it once for all its sockets. Where each frame
asks whether a listener may hear it, the floor asks, and such sockets are sent to one by one: those are a few of staff.
"""

from collections.abc import Callable
from typing import assert_never

from punto.server.people.identity import STAFF, Role
from punto.server.protocol.closing_codes import STORE_IS_LOST, STORE_LOST
from punto.server.telling.bus import (
    FLOOR_WATCH,
    GOOD_ROADS,
    LOBBY,
    Bus,
    Channel,
    ForOthers,
    Interrupted,
    Notice,
    SentAway,
    console_channel,
    staff_channel,
    table_channel,
    totals_channel,
)
from punto.server.telling.listener import Listener
from punto.server.telling.throttled_broadcast import ThrottledBroadcast

MAY_WATCH_CONSOLES = frozenset({Role.DEALER, Role.SUPERVISOR, Role.ADMIN})


class SocketRoom:
    """Sockets that all hear what one channel carries."""

    def __init__(self, bus: Bus, channel: Channel, is_deaf: Callable[[Listener], bool] | None = None) -> None:
        self.listeners: set[Listener] = set()
        self._bus = bus
        self._channel = channel
        self._is_deaf = is_deaf  # asked of each socket before each frame; None: all hear everything

    def add(self, listener: Listener) -> None:
        if self._is_deaf is None and listener.edge is not None:
            listener.edge.join(self._channel, listener)
            return
        if not self.listeners:
            self._bus.subscribe(self._channel, self)
        self.listeners.add(listener)

    def discard(self, listener: Listener) -> None:
        if self._is_deaf is None and listener.edge is not None:
            listener.edge.part(self._channel, listener)
        elif listener in self.listeners:
            self.listeners.discard(listener)
            if not self.listeners:
                self._bus.unsubscribe(self._channel, self)

    def hear(self, frame: bytes, _table: str) -> None:
        is_deaf = self._is_deaf
        for listener in self.listeners if is_deaf is None else [each for each in self.listeners if not is_deaf(each)]:
            listener.send(frame)

    def heed(self, notice: Notice) -> None:
        for listener in list(self.listeners):
            match notice:
                case ForOthers(patron=patron, frame=frame):
                    if listener.patron != patron:
                        listener.send(frame)
                case SentAway(table=table, reason=reason):
                    listener.send_away(table, reason)
                case Interrupted(store_is_lost=True):
                    listener.end(STORE_LOST, STORE_IS_LOST)
                case Interrupted():
                    listener.drop()
                case _:
                    assert_never(notice)


class Followers:
    """Who follows which table: one room for each, and its totals spread over time."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._rooms: dict[str, tuple[SocketRoom, ThrottledBroadcast]] = {}

    def add(self, table: str, listener: Listener) -> None:
        if listener.edge is not None:
            listener.edge.join(table_channel(table), listener)
            listener.edge.join(totals_channel(table), listener)
            return
        if table not in self._rooms:
            room = SocketRoom(self._bus, table_channel(table))
            totals = ThrottledBroadcast(room.listeners)
            self._rooms[table] = room, totals
            self._bus.subscribe(totals_channel(table), totals)
        self._rooms[table][0].add(listener)

    def discard(self, table: str, listener: Listener) -> None:
        if listener.edge is not None:
            listener.edge.part(table_channel(table), listener)
            listener.edge.part(totals_channel(table), listener)
            return
        room, totals = self._rooms[table]
        room.discard(listener)
        if not room.listeners:
            del self._rooms[table]
            self._bus.unsubscribe(totals_channel(table), totals)


class Consoles:
    """Staff who watch the consoles of hand-dealt tables. A locked session hears nothing."""

    def __init__(self, bus: Bus, is_deaf: Callable[[Listener], bool]) -> None:
        self._bus = bus
        self._is_deaf = is_deaf
        self._rooms: dict[str, SocketRoom] = {}

    def add(self, table: str, listener: Listener) -> None:
        assert listener.identity.role in MAY_WATCH_CONSOLES, "a console shows cards that patrons do not know yet"
        if table not in self._rooms:
            self._rooms[table] = SocketRoom(self._bus, console_channel(table), self._is_deaf)
        self._rooms[table].add(listener)

    def discard(self, table: str, listener: Listener) -> None:
        if table in self._rooms:
            self._rooms[table].discard(listener)
            if not self._rooms[table].listeners:
                del self._rooms[table]

    def went(self, listener: Listener) -> None:
        for table in list(self._rooms):
            self.discard(table, listener)


class SocketRooms:
    """Every room of this node's sockets but those of single patrons, which `Online` has."""

    def __init__(self, bus: Bus, is_locked: Callable[[str], bool]) -> None:
        """`is_locked` says of a session whether nobody sits before its screen."""
        self.followers = Followers(bus)
        self.lobby = SocketRoom(bus, LOBBY)
        self.good_roads = SocketRoom(bus, GOOD_ROADS)

        def is_deaf(listener: Listener) -> bool:
            return is_locked(listener.identity.session)

        self.consoles = Consoles(bus, is_deaf)
        self.floor_watch = SocketRoom(bus, FLOOR_WATCH, is_deaf)
        self._staff = {role: SocketRoom(bus, staff_channel(role), is_deaf) for role in STAFF}

    def came(self, listener: Listener) -> None:
        if listener.identity.role is not Role.PATRON:
            self._staff[listener.identity.role].add(listener)

    def went(self, listener: Listener) -> None:
        self.lobby.discard(listener)
        self.good_roads.discard(listener)
        self.floor_watch.discard(listener)
        if listener.identity.role is not Role.PATRON:
            self._staff[listener.identity.role].discard(listener)
            self.consoles.went(listener)
