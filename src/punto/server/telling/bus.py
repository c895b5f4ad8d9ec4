"""The bus: finished frames on named channels. Tables, the cashier and staff publish; rooms of sockets subscribe.

Publishers hold no socket and subscribers no table, so either may later live on another node. In one process the bus is
a dictionary, and publishing is a call: a frame is built once, and each room hands it to its own sockets.
"""

from typing import NewType, Protocol

from msgspec import Struct

from punto.server.people.identity import Role
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import CloseReason

Channel = NewType("Channel", str)
LOBBY = Channel("lobby")
GOOD_ROADS = Channel("good_roads")
FLOOR_WATCH = Channel("floor_watch")
_TOTALS = "totals:"


def table_channel(table: str) -> Channel:
    return Channel(f"table:{table}")


def totals_channel(table: str) -> Channel:
    """Totals say how things stand, so subscribers may deliver them late and skip all but the last."""
    return Channel(f"{_TOTALS}{table}")


def is_of_totals(channel: str) -> bool:
    return channel.startswith(_TOTALS)


def patron_channel(patron: str) -> Channel:
    return Channel(f"patron:{patron}")


def staff_channel(role: Role) -> Channel:
    return Channel(f"staff:{role}")


def console_channel(table: str) -> Channel:
    """Cards as they are dealt, before the picture shows them: for staff alone."""
    return Channel(f"console:{table}")


class ForOthers(Struct, frozen=True):
    """A frame for every socket but those of one patron."""

    patron: str
    frame: bytes


class SentAway(Struct, frozen=True):
    """The house closes a table for the sockets that hear this."""

    table: str
    reason: CloseReason


class Interrupted(Struct, frozen=True):
    """Nobody knows what was stored last. Sockets are dropped; their clients reconnect and resume."""

    store_is_lost: bool = False  # and cannot be reached now


Notice = ForOthers | SentAway | Interrupted


class Subscriber(Protocol):
    def hear(self, frame: bytes, table: str) -> None:
        """`table`: the frame is for sockets that follow this table; empty: for all."""

    def heed(self, notice: Notice) -> None: ...


class Bus(Protocol):
    def publish(self, channel: Channel, frame: bytes, table: str = "") -> None: ...

    def notify(self, channel: Channel, notice: Notice) -> None: ...

    def subscribe(self, channel: Channel, subscriber: Subscriber) -> None: ...

    def unsubscribe(self, channel: Channel, subscriber: Subscriber) -> None: ...

    def has_subscribers(self, channel: Channel) -> bool:
        """Ask before building a frame that few would hear."""


class InProcessBus:
    def __init__(self) -> None:
        self._subscribers: dict[Channel, tuple[Subscriber, ...]] = {}

    def publish(self, channel: Channel, frame: bytes, table: str = "") -> None:
        for subscriber in self._subscribers.get(channel, ()):
            subscriber.hear(frame, table)

    def notify(self, channel: Channel, notice: Notice) -> None:
        for subscriber in self._subscribers.get(channel, ()):
            subscriber.heed(notice)

    def subscribe(self, channel: Channel, subscriber: Subscriber) -> None:
        others = self._subscribers.get(channel, ())
        assert subscriber not in others, f"subscribed to {channel} twice"
        self._subscribers[channel] = (*others, subscriber)

    def unsubscribe(self, channel: Channel, subscriber: Subscriber) -> None:
        others = tuple(each for each in self._subscribers[channel] if each is not subscriber)
        if others:
            self._subscribers[channel] = others
        else:
            del self._subscribers[channel]

    def has_subscribers(self, channel: Channel) -> bool:
        return channel in self._subscribers


def tell_patron(bus: Bus, patron: str, message: ServerMessage) -> None:
    """On every socket the patron has; no frame is built for somebody who has none."""
    channel = patron_channel(patron)
    if bus.has_subscribers(channel):
        bus.publish(channel, frame_of(message))
