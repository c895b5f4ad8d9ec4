"""Links over NATS, for edges on any machine. The floor announces itself; an edge links to the newest floor it hears of.

NATS delivers at most once, so packets are numbered: a gap loses the link, and the edge makes another. What was sent to
a floor of an earlier epoch goes to a subject that nobody reads any more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from secrets import token_bytes, token_hex
from typing import Any, Literal, Protocol

import msgspec
import structlog

from punto.server.edges.link_end import BEAT_SECONDS, Link, LinkEnd, PacketIsTooLarge
from punto.server.edges.nats_bus import Bus

FLOORS_MAX = 1_000  # that were named in the log; then it names them again
_ID, _HEAD = 8, 16  # bytes: a link's id, then the packet's number

log = structlog.get_logger("punto.bus")
Made = Callable[[Link], LinkEnd[Any]]
Kind = Literal["edge", "pit"]  # who is linked to a floor
_FLOORS: dict[Kind, tuple[str, ...]] = {"edge": ("floor",), "pit": ("floor", "pits")}  # where it announces itself


class Here(msgspec.Struct, frozen=True, array_like=True):
    """A floor announces itself."""

    epoch: int
    boot: str
    house: bytes = b""  # whose floor it is, the same for all that have its key; empty: an earlier version does not say


class Linked(Protocol):
    """An edge or a pit, which is linked to one floor at a time."""

    epoch: int  # of the last floor that took it
    lost: asyncio.Event  # there is no link

    def link_made(self, link: Link) -> LinkEnd[Any]: ...

    def unlink(self) -> None: ...


_HERE = msgspec.msgpack.Decoder(Here)
_encode = msgspec.msgpack.Encoder().encode


class NatsLink:
    def __init__(self, bus: Bus, link_id: bytes, to: str, closed: Callable[["NatsLink"], None]) -> None:
        self.id = link_id
        self.end: LinkEnd[Any] | None = None
        self._bus = bus
        self._to = to
        self._closed = closed
        self._sent = 0
        self._came = 0

    def send(self, packet: bytes) -> None:
        if len(packet) + _HEAD > self._bus.bytes_max:
            raise PacketIsTooLarge(f"NATS takes {self._bus.bytes_max} bytes at once (max_payload)")
        self._bus.publish(self._to, self.id + self._sent.to_bytes(_HEAD - _ID, "big") + packet)
        self._sent += 1

    def came(self, data: bytes) -> None:
        if self.end is None or self.end.is_lost:
            return
        if int.from_bytes(data[_ID:_HEAD], "big") != self._came:
            log.warning("packet_is_missing", link=self.id.hex())
            self.end.lose()
            return
        self._came += 1
        self.end.packet_came(data[_HEAD:])

    def close(self) -> None:
        self._closed(self)


@asynccontextmanager
async def links_over_nats(
    bus: Bus, epoch: int, made: Made, kind: Kind = "edge", house: bytes = b""
) -> AsyncIterator[Callable[[], object]]:
    """A floor announces itself inside, and takes links of one kind. Yields what ends the announcing."""
    boot, links, own = token_hex(8), dict[bytes, NatsLink](), _OwnHouse(bus, house)

    def came(data: bytes) -> None:
        link = links.get(data[:_ID])
        if link is None and int.from_bytes(data[_ID:_HEAD], "big") == 0:
            link_id = data[:_ID]
            link = links[link_id] = NatsLink(bus, link_id, bus.subject(kind, link_id.hex()), closed)
            link.end = made(link)
        if link is not None:
            link.came(data)

    def closed(link: NatsLink) -> None:
        links.pop(link.id, None)

    def lose_all() -> None:
        for link in list(links.values()):
            if link.end is not None:
                link.end.lose()

    async def announce() -> None:
        await bus.is_connected.wait()
        await bus.hear(bus.subject("to_floor", boot), came)
        await own.watch(kind)
        while True:
            bus.publish(bus.subject(*_FLOORS[kind]), _encode(Here(epoch, boot, house)))
            await asyncio.sleep(BEAT_SECONDS)

    bus.on_lost.append(lose_all)
    announcing = asyncio.create_task(announce(), name="announce the floor")
    try:
        yield announcing.cancel
    finally:
        announcing.cancel()
        bus.on_lost.remove(lose_all)


async def follow_floors(bus: Bus, linked: Linked, kind: Kind = "edge") -> None:
    """An edge or a pit links to whichever floor of its house has the highest epoch, again and again.

    The house of an edge is that of the first floor it hears of: epochs of another house, which somebody has put on the
    same bus under the same name, say nothing.

    A floor that answers late, or not at all, is not asked again before its link is lost: it announces itself more often
    than some floors answer.
    """
    here: asyncio.Queue[Here] = asyncio.Queue()
    bus.on_lost.append(linked.unlink)
    await bus.is_connected.wait()
    await bus.hear(bus.subject(*_FLOORS[kind]), lambda data: here.put_nowait(_HERE.decode(data)))
    end: Callable[[], Awaitable[None]] | None = None
    newest, own, earlier = linked.epoch, _OwnHouse(bus), _EarlierFloors()
    while True:
        floor = await here.get()
        if not own.has(floor):
            continue
        if floor.epoch < newest and linked.lost.is_set():
            earlier.tell(floor, newest)
        if floor.epoch < newest or (floor.epoch == newest and not linked.lost.is_set()):
            continue
        newest = floor.epoch
        linked.unlink()
        if end is not None:
            await end()
        link = NatsLink(bus, token_bytes(_ID), bus.subject("to_floor", floor.boot), lambda _: None)
        end = await bus.hear(bus.subject(kind, link.id.hex()), link.came)
        link.end = linked.link_made(link)


class _EarlierFloors:
    """Heard of while there is no other. One was suspended, or its database was set back or replaced, and nobody here
    can tell which: to follow a suspended one would split the floor."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def tell(self, floor: Here, followed: int) -> None:
        if floor.boot in self._told:
            return
        if len(self._told) == FLOORS_MAX:
            self._told.clear()
        self._told.add(floor.boot)
        log.error(
            "earlier_floor_is_not_followed",
            epoch=floor.epoch,
            followed=followed,
            remedy="if the database was restored or replaced, restart this process",
        )


class _OwnHouse:
    def __init__(self, bus: Bus, house: bytes = b"") -> None:
        """Without one, it is that of the first floor that says it."""
        self._bus = bus
        self._house = house
        self._others: set[bytes] = set()

    async def watch(self, kind: Kind) -> None:
        if self._house and kind == "edge":  # every floor announces itself to edges
            await self._bus.hear(self._bus.subject(*_FLOORS[kind]), self._heard)

    def _heard(self, data: bytes) -> None:
        self.has(_HERE.decode(data))

    def has(self, floor: Here) -> bool:
        self._house = self._house or floor.house
        if not floor.house or floor.house == self._house:
            return True
        if floor.house not in self._others:
            self._others.add(floor.house)
            log.error("another_house_is_on_the_bus", bus=self._bus.name, epoch=floor.epoch)
        return False
