"""The contract of every bus, and of the rooms that listen to one."""

from collections.abc import Callable
from typing import cast

import pytest

from punto.server.people.identity import Identity, Role
from punto.server.telling.bus import (
    LOBBY,
    Bus,
    ForOthers,
    InProcessBus,
    Interrupted,
    Notice,
    SentAway,
    patron_channel,
    staff_channel,
    table_channel,
    tell_patron,
)
from punto.server.telling.listener import Listener
from punto.server.telling.online import Online
from punto.server.telling.socket_rooms import SocketRoom, SocketRooms

BUSES: list[Callable[[], Bus]] = [InProcessBus]
JADE = table_channel("jade")


class Heard:
    """A subscriber that remembers."""

    def __init__(self) -> None:
        self.frames: list[tuple[bytes, str]] = []
        self.notices: list[Notice] = []

    def hear(self, frame: bytes, table: str) -> None:
        self.frames.append((frame, table))

    def heed(self, notice: Notice) -> None:
        self.notices.append(notice)


class Ear:
    """A socket."""

    edge = None  # held here

    def __init__(self, patron: str, *tables: str, role: Role = Role.PATRON) -> None:
        self.patron = patron
        self.identity = Identity(account=patron, role=role, session=patron)
        self.tables = dict.fromkeys(tables)
        self.heard: list[bytes] = []
        self.sent_away: list[tuple[str, str]] = []
        self.is_dropped = False

    def send(self, frame: bytes) -> None:
        self.heard.append(frame)

    def send_away(self, table: str, reason: str) -> None:
        self.sent_away.append((table, reason))

    def drop(self) -> None:
        self.is_dropped = True


def listener(ear: Ear) -> Listener:
    return cast(Listener, ear)


@pytest.mark.parametrize("make", BUSES)
def test_every_subscriber_of_a_channel_hears_each_frame_once_and_in_order(make: Callable[[], Bus]) -> None:
    bus, one, other, elsewhere = make(), Heard(), Heard(), Heard()
    bus.subscribe(JADE, one)
    bus.subscribe(JADE, other)
    bus.subscribe(table_channel("ruby"), elsewhere)
    bus.publish(JADE, b"1")
    bus.publish(JADE, b"2", "jade")
    bus.notify(JADE, Interrupted())
    assert one.frames == other.frames == [(b"1", ""), (b"2", "jade")]
    assert one.notices == other.notices == [Interrupted()]
    assert not elsewhere.frames


@pytest.mark.parametrize("make", BUSES)
def test_who_unsubscribes_hears_no_more_and_the_bus_knows_when_nobody_does(make: Callable[[], Bus]) -> None:
    bus, one, other = make(), Heard(), Heard()
    assert not bus.has_subscribers(JADE)
    bus.publish(JADE, b"to nobody")
    bus.subscribe(JADE, one)
    bus.subscribe(JADE, other)
    bus.unsubscribe(JADE, one)
    assert bus.has_subscribers(JADE)
    bus.publish(JADE, b"1")
    bus.unsubscribe(JADE, other)
    assert not bus.has_subscribers(JADE)
    assert (one.frames, other.frames) == ([], [(b"1", "")])


def test_a_room_is_subscribed_while_somebody_is_in_it() -> None:
    bus, ann, bob = InProcessBus(), Ear("ann"), Ear("bob")
    room = SocketRoom(bus, JADE)
    room.add(listener(ann))
    room.add(listener(bob))
    bus.publish(JADE, b"all")
    bus.notify(JADE, ForOthers("ann", b"others"))
    bus.notify(JADE, SentAway("jade", "removed"))
    bus.notify(JADE, Interrupted())
    assert (ann.heard, bob.heard) == ([b"all"], [b"all", b"others"])
    assert ann.sent_away == bob.sent_away == [("jade", "removed")]
    assert ann.is_dropped
    room.discard(listener(ann))
    room.discard(listener(ann))
    assert bus.has_subscribers(JADE)
    room.discard(listener(bob))
    assert not bus.has_subscribers(JADE)


def test_a_private_frame_reaches_the_sockets_that_follow_its_table() -> None:
    bus, at_jade, at_ruby = InProcessBus(), Ear("ann", "jade"), Ear("ann", "ruby")
    online = Online(bus)
    for ear in (at_jade, at_ruby):
        online.came(listener(ear), "ann", "Ann")
    bus.publish(patron_channel("ann"), b"both")
    bus.publish(patron_channel("ann"), b"jade", "jade")
    bus.notify(patron_channel("ann"), SentAway("ruby", "idle"))
    assert (at_jade.heard, at_ruby.heard) == ([b"both", b"jade"], [b"both"])
    assert (at_jade.sent_away, at_ruby.sent_away) == ([], [("ruby", "idle")])
    for ear in (at_jade, at_ruby):
        online.went(listener(ear), "ann")
    assert not bus.has_subscribers(patron_channel("ann"))


def test_no_frame_is_built_for_a_patron_who_is_not_online() -> None:
    tell_patron(InProcessBus(), "ann", cast("object", "no message at all"))  # type: ignore[arg-type]


def test_staff_hear_their_roles_channel_unless_their_session_is_locked() -> None:
    bus, locked = InProcessBus(), {"sam"}
    rooms = SocketRooms(bus, locked.__contains__)
    sue, sam = Ear("sue", role=Role.SUPERVISOR), Ear("sam", role=Role.SUPERVISOR)
    dee, ann = Ear("dee", role=Role.DEALER), Ear("ann")
    for ear in (sue, sam, dee, ann):
        rooms.came(listener(ear))
    bus.publish(staff_channel(Role.SUPERVISOR), b"1")
    locked.clear()
    bus.publish(staff_channel(Role.SUPERVISOR), b"2")
    assert [ear.heard for ear in (sue, sam, dee, ann)] == [[b"1", b"2"], [b"2"], [], []]
    rooms.lobby.add(listener(ann))
    for ear in (sue, sam, dee, ann):
        rooms.went(listener(ear))
    assert not bus.has_subscribers(staff_channel(Role.SUPERVISOR))
    assert not bus.has_subscribers(LOBBY)
