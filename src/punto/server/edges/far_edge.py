"""The floor's side of one edge: its sockets and requests, as if they were held here, and the channels it hears."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, assert_never

import structlog
from litestar.types import ASGIApp
from msgspec import Struct

from punto.server.edges.far_request import FarRequest
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.edges.scopes import request_scope, socket_scope
from punto.server.protocol.links.edge_link import (
    VERSION,
    Asked,
    Bet,
    CutOff,
    EdgeBeat,
    FloorBeat,
    Gone,
    Hello,
    Joined,
    Leaving,
    NotWelcome,
    Opened,
    Parted,
    Published,
    Said,
    ToFloor,
    Took,
    Welcomed,
    read_at_floor,
)
from punto.server.sockets.far_socket import FarConnection, FarSocket
from punto.server.sockets.websocket import SOCKET
from punto.server.telling.bus import Bus, Channel, ForOthers, Interrupted, Notice, SentAway
from punto.server.telling.listener import Listener
from punto.table.state import Instant

log = structlog.get_logger("punto.edges")
Came = Callable[["FarEdge"], None]


class FarEdge:
    def __init__(
        self, link: Link, app: ASGIApp, bus: Bus, epoch: int, came: Came, went: Came, files: NodeFiles
    ) -> None:
        self.id = ""  # until it has said hello
        self.program = ""
        self.since: Instant = 0  # when it came
        self.is_leaving = False
        self.beat = EdgeBeat(0, 0, 0, 0, 0, 0.0)  # its last
        self._app = app
        self._bus = bus
        self._epoch = epoch
        self._came = came
        self._went = went
        self._files = files
        self._sockets: dict[int, FarSocket] = {}
        self._requests: dict[int, FarRequest] = {}
        self._rooms: dict[Channel, _EdgeRoom] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.end: LinkEnd[ToFloor] = LinkEnd(link, read_at_floor, self._hear, self._next_beat, self._lost)

    def post(self, message: Struct) -> None:
        self.end.post(message)

    def leave(self) -> None:
        """The floor goes, and the edge keeps its sockets for the next."""
        self.post(Leaving())
        self.end.flush()
        self.end.lose()

    # --- channels -----------------------------------------------------------------------------------------------------

    def join(self, channel: Channel, listener: Listener) -> None:
        assert isinstance(listener, FarConnection)
        room = self._rooms.get(channel)
        if room is None:
            room = self._rooms[channel] = _EdgeRoom(self, channel)
            self._bus.subscribe(channel, room)
        room.members.add(listener)
        self.post(Joined(listener.number, channel))

    def part(self, channel: Channel, listener: Listener) -> None:
        assert isinstance(listener, FarConnection)
        room = self._rooms.get(channel)
        if room is None or listener not in room.members:
            return
        room.members.discard(listener)
        self.post(Parted(listener.number, channel))
        if not room.members:
            del self._rooms[channel]
            self._bus.unsubscribe(channel, room)

    # --- what the edge says -------------------------------------------------------------------------------------------

    def _hear(self, message: ToFloor) -> None:
        match message:
            case Bet() | Said():  # first, because most messages are bets
                self._said(message)
            case Hello():
                self._welcome(message)
            case EdgeBeat():
                self.beat = message
                self.post(FloorBeat(message.sent_at))
            case _:
                self._hear_of_one(message)

    def _hear_of_one(self, message: Opened | Asked | Gone | Took) -> None:
        match message:
            case Opened(number=number):
                self._sockets[number] = FarSocket(number, self, self.end.post, was_open=message.is_open)
                self._run(self._serve_socket(self._sockets[number], message))
            case Asked(number=number):
                self._requests[number] = FarRequest(number, message.body, self.post)
                self._run(self._serve_request(self._requests[number], message))
            case Gone(number=number):
                self._gone(number)
            case Took(number=number):
                if number in self._requests:
                    self._requests[number].took()
            case _:
                assert_never(message)

    def _said(self, message: Bet | Said) -> None:
        socket = self._sockets.get(message.number)
        if socket is None:
            return
        if isinstance(message, Bet):
            socket.bet(message)
        else:
            socket.said(message.data)

    def _gone(self, number: int) -> None:
        far = self._sockets.pop(number, None) or self._requests.pop(number, None)
        if far is not None:
            far.gone()

    def _welcome(self, hello: Hello) -> None:
        if hello.version != VERSION:
            self.post(NotWelcome(f"this floor speaks version {VERSION} of the link, the edge {hello.version}"))
            return
        self.id, self.program = hello.node, hello.program
        self._came(self)
        self.post(Welcomed(self._epoch))
        self._files.came(hello, hello.file_digest)

    def _next_beat(self) -> FloorBeat:
        return FloorBeat(came_with=0.0)

    async def _serve_socket(self, socket: FarSocket, opened: Opened) -> None:
        scope, is_served = socket_scope(opened.asking, {SOCKET: socket}), False
        try:
            await self._app(scope, socket.receive, socket.send)
            is_served = socket.is_answered
        finally:
            if not is_served:
                socket.failed()
            if self._sockets.get(socket.number) is socket:
                del self._sockets[socket.number]

    async def _serve_request(self, request: FarRequest, asked: Asked) -> None:
        try:
            await self._app(request_scope(asked.asking), request.receive, request.send)
        except Exception as error:
            is_of_connection = isinstance(error.__cause__ or error, ConnectionError)  # Litestar may have wrapped it
            if not (request.is_gone and is_of_connection):
                raise
        finally:
            request.failed()
            self._requests.pop(request.number, None)

    def _run(self, serving: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(serving)
        self._tasks.add(task)
        task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("edge_could_not_be_served", exc_info=task.exception())

    def _lost(self) -> None:
        """Its sockets are gone for us; the edge brings back those that are still open."""
        for number in (*self._sockets, *self._requests):
            self._gone(number)
        self._went(self)


class _EdgeRoom:
    """A channel that sockets of an edge have joined: what is published is sent to the edge once."""

    def __init__(self, edge: FarEdge, channel: Channel) -> None:
        self.members: set[FarConnection] = set()
        self._edge = edge
        self._channel = channel

    def hear(self, frame: bytes, _table: str) -> None:
        self._edge.post(Published(self._channel, frame))

    def heed(self, notice: Notice) -> None:
        match notice:
            case ForOthers(patron=patron, frame=frame):
                but = tuple(each.number for each in self.members if each.patron == patron)
                self._edge.post(Published(self._channel, frame, but))
            case SentAway(table=table, reason=reason):
                for member in list(self.members):
                    member.send_away(table, reason)
            case Interrupted(store_is_lost=store_is_lost):
                self._edge.post(CutOff(self._channel, store_is_lost))
            case _:
                assert_never(notice)
