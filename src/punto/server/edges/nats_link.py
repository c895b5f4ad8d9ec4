"""Links over NATS, for edges on any machine. The floor announces itself; an edge links to the newest floor it hears of.

NATS delivers at most once, so packets are numbered: a gap loses the link, and the edge makes another. What was sent to
a floor of an earlier epoch goes to a subject that nobody reads any more.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from secrets import token_bytes, token_hex
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit, urlunsplit

import msgspec
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from punto.server.edges.link_end import BEAT_SECONDS, Link, LinkEnd, PacketIsTooLarge

NAME = "punto"  # of the floor, unless the address has a path
SECONDS_BETWEEN_TRIES = 0.25
_ID, _HEAD = 8, 16  # bytes: a link's id, then the packet's number

log = structlog.get_logger("punto.bus")
Made = Callable[[Link], LinkEnd[Any]]
Kind = Literal["edge", "pit"]  # who is linked to a floor
_FLOORS: dict[Kind, tuple[str, ...]] = {"edge": ("floor",), "pit": ("floor", "pits")}  # where it announces itself


class Here(msgspec.Struct, frozen=True, array_like=True):
    """A floor announces itself."""

    epoch: int
    boot: str


class Linked(Protocol):
    """An edge or a pit, which is linked to one floor at a time."""

    epoch: int  # of the last floor that took it
    lost: asyncio.Event  # there is no link

    def link_made(self, link: Link) -> LinkEnd[Any]: ...

    def unlink(self) -> None: ...


_HERE = msgspec.msgpack.Decoder(Here)
_encode = msgspec.msgpack.Encoder().encode


class Bus:
    """A connection to NATS that is kept, however often it breaks."""

    def __init__(self, address: str) -> None:
        first = urlsplit(address.split(",")[0])
        self.name = first.path.strip("/") or NAME
        self.is_connected = asyncio.Event()
        self.on_lost: list[Callable[[], None]] = []
        self._servers = [urlunsplit(urlsplit(each)._replace(path="")) for each in address.split(",")]
        self._client = Client()
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._sending: asyncio.Task[None] | None = None  # for as long as a connection lasts

    @property
    def bytes_max(self) -> int:
        """Of one message, as the server that we are connected to says."""
        return self._client.max_payload

    def subject(self, *parts: str) -> str:
        return ".".join((self.name, *parts))

    def publish(self, subject: str, data: bytes) -> None:
        """What cannot be sent is lost; whoever needs it notices."""
        if self.is_connected.is_set():
            self._outgoing.put_nowait((subject, data))

    async def hear(self, subject: str, hear: Callable[[bytes], None]) -> Callable[[], Awaitable[None]]:
        """Subscribes; returns what ends it."""

        async def came(message: Msg) -> None:
            hear(message.data)

        subscription = await self._client.subscribe(subject, cb=came)

        async def end() -> None:
            with suppress(NatsError):
                await subscription.unsubscribe()

        return end

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Connects in the background, for as long as it takes."""
        connecting = asyncio.create_task(self._connect())
        try:
            yield
        finally:
            with suppress(NatsError, asyncio.TimeoutError, OSError):
                await self._flush()
            connecting.cancel()
            self._stop_sending()
            await asyncio.gather(connecting, return_exceptions=True)
            with suppress(NatsError, asyncio.TimeoutError, OSError):
                await self._client.close()

    async def _connect(self) -> None:
        is_told = False
        while not self._client.is_connected:
            try:
                await self._client.connect(
                    servers=self._servers,
                    allow_reconnect=True,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=SECONDS_BETWEEN_TRIES,  # type: ignore[arg-type] # it sleeps so long
                    connect_timeout=2,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    error_cb=_note,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._connected,
                    no_echo=True,
                )
            except (TimeoutError, NatsError, OSError) as error:
                if not is_told:
                    log.warning("bus_is_not_there", reason=str(error) or type(error).__name__)
                    is_told = True
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)
        await self._connected()

    async def _connected(self) -> None:
        log.info("bus_is_connected")
        self._stop_sending()
        self._sending = asyncio.create_task(self._send(), name="send to the bus")
        self.is_connected.set()

    async def _disconnected(self) -> None:
        if self.is_connected.is_set():
            log.warning("bus_is_lost")
            self.is_connected.clear()
            self._stop_sending()
            while not self._outgoing.empty():
                self._outgoing.get_nowait()
            for lost in self.on_lost:
                lost()

    async def _send(self) -> None:
        """The client may wait for ever for a flush of a connection that is gone, and then even ignores that it is
        cancelled: so each connection has a sender of its own, which looks whether it still is that."""
        while self._sending is asyncio.current_task():
            subject, data = await self._outgoing.get()
            try:
                await self._client.publish(subject, data)
            except NatsError as error:  # whoever hears the next packet of its link notices
                log.warning("bus_does_not_send", bytes=len(data), reason=str(error) or type(error).__name__)

    def _stop_sending(self) -> None:
        sending, self._sending = self._sending, None
        if sending is not None:
            sending.cancel()

    async def _flush(self) -> None:
        while not self._outgoing.empty() and self.is_connected.is_set():
            await asyncio.sleep(0)
        if self.is_connected.is_set():
            await self._client.flush(1)


async def _note(error: Exception) -> None:
    log.debug("bus_error", reason=str(error))


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
async def links_over_nats(bus: Bus, epoch: int, made: Made, kind: Kind = "edge") -> AsyncIterator[Callable[[], object]]:
    """A floor announces itself inside, and takes links of one kind. Yields what ends the announcing."""
    boot, links = token_hex(8), dict[bytes, NatsLink]()

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
        while True:
            bus.publish(bus.subject(*_FLOORS[kind]), _encode(Here(epoch, boot)))
            await asyncio.sleep(BEAT_SECONDS)

    bus.on_lost.append(lose_all)
    announcing = asyncio.create_task(announce(), name="announce the floor")
    try:
        yield announcing.cancel
    finally:
        announcing.cancel()
        bus.on_lost.remove(lose_all)


async def follow_floors(bus: Bus, linked: Linked, kind: Kind = "edge") -> None:
    """An edge or a pit links to whichever floor has the highest epoch, again and again.

    A floor that answers late, or not at all, is not asked again before its link is lost: it announces itself more often
    than some floors answer.
    """
    here: asyncio.Queue[Here] = asyncio.Queue()
    bus.on_lost.append(linked.unlink)
    await bus.is_connected.wait()
    await bus.hear(bus.subject(*_FLOORS[kind]), lambda data: here.put_nowait(_HERE.decode(data)))
    end: Callable[[], Awaitable[None]] | None = None
    newest = linked.epoch
    while True:
        floor = await here.get()
        if floor.epoch < newest or (floor.epoch == newest and not linked.lost.is_set()):
            continue
        newest = floor.epoch
        linked.unlink()
        if end is not None:
            await end()
        link = NatsLink(bus, token_bytes(_ID), bus.subject("to_floor", floor.boot), lambda _: None)
        end = await bus.hear(bus.subject(kind, link.id.hex()), link.came)
        link.end = linked.link_made(link)
