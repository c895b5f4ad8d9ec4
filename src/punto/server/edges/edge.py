"""An edge: an application that holds sockets and requests for a floor somewhere else, and decides nothing.

While no floor is there, sockets stay open and their clients are told so in one line. When the next floor welcomes us,
each open socket is shown to it again; it says `welcome`, and the client resumes its tables by version and repeats what
was not answered, as after a lost connection.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from itertools import count
from time import monotonic
from typing import Any, assert_never, get_args

import structlog
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from punto.server.config.floor_config import Safety
from punto.server.edges.edge_request import EdgeRequest, Went, answer_later, pass_on_refusal, whole_body
from punto.server.edges.edge_rooms import EdgeRooms
from punto.server.edges.edge_socket import EdgeSocket
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.read_bet import read_bet
from punto.server.edges.scopes import asking_of
from punto.server.protocol.closing_codes import RESTART
from punto.server.protocol.floor import FloorAway, WhyAway
from punto.server.protocol.frames import frame_of
from punto.server.protocol.links.edge_link import (
    VERSION,
    Accepted,
    Asked,
    BetAccepted,
    Continued,
    CutOff,
    Dropped,
    EdgeBeat,
    Ended,
    FloorBeat,
    Gone,
    Held,
    Hello,
    Joined,
    Leaving,
    NotWelcome,
    Opened,
    Parted,
    Published,
    Refused,
    Said,
    Sent,
    Started,
    ToEdge,
    Took,
    Welcomed,
    read_at_edge,
)
from punto.server.protocol.table_private import Answer
from punto.server.sockets.entrance import refuse, why_away
from punto.server.sockets.websocket import SOCKET, Socket
from punto.server.telling.writing import Writing

SECONDS_TO_WAIT = 5.0  # for a floor, with a request or a new socket
SECONDS_OF_PATIENCE = 15.0  # without a floor, before sockets are closed: a server's pings go unanswered after that
SECONDS_BEFORE_SHOWN_AGAIN = 0.2  # a socket that the floor has dropped; one that it refuses, as long again each time
SECONDS_BEFORE_SHOWN_AGAIN_MAX = 1.0  # so that nobody waits much longer than the floor is away
TOLD_EVERY_SECONDS = 2.0  # that the floor is away; a client gives up a connection that is silent for longer
_AWAY: dict[WhyAway, bytes] = {why: frame_of(FloorAway(why)) for why in get_args(WhyAway)}

log = structlog.get_logger("punto.edge")


class Edge:
    """ASGI."""

    def __init__(
        self,
        name: str,
        program: str,
        safety: Safety,
        timer: Callable[[], float] = monotonic,
        file_digest: bytes = b"",
    ) -> None:
        self.name = name
        self.epoch = 0  # of the last floor that welcomed us
        self.lost = asyncio.Event()  # there is no link
        self.lost.set()
        self._program = program
        self._safety = safety
        self._file_digest = file_digest  # of what `safety` was read from
        self._timer = timer  # of round trips: a loop's own time may be as coarse as they are long
        self._loop = asyncio.get_running_loop()
        self._numbers = count(1)
        self._sockets: dict[int, EdgeSocket] = {}
        self._requests: dict[int, EdgeRequest] = {}
        self._rooms = EdgeRooms()
        self._writing = Writing()
        self._end: LinkEnd[ToEdge] | None = None
        self._is_welcome = asyncio.Event()
        self._away_since = self._loop.time()
        self._telling: asyncio.TimerHandle | None = None
        self._slow_readers = self._floods = self._round_trip_us = 0

    # --- the link -----------------------------------------------------------------------------------------------------

    def link_made(self, link: Link) -> LinkEnd[ToEdge]:
        if self._end is not None:
            self._end.lose()
        self.lost.clear()
        self._end = LinkEnd(link, read_at_edge, self._hear, self._beat, self._lost)
        self._end.post(Hello(self.name, VERSION, self._program, self._file_digest))
        self._end.flush()
        return self._end

    def unlink(self) -> None:
        """Another floor runs, or we stop."""
        if self._end is not None:
            self._end.lose()

    def _post(self, message: Any) -> None:
        if self._end is not None:
            self._end.post(message)

    def _beat(self) -> EdgeBeat:
        return EdgeBeat(
            len(self._sockets),
            self._writing.messages_sent,
            self._slow_readers,
            self._floods,
            self._round_trip_us,
            self._timer(),
        )

    def _welcomed(self, epoch: int) -> None:
        if epoch < self.epoch:  # it was suspended, and wakes up at the socket that it shares with its successor
            log.warning("earlier_floor_is_not_followed", epoch=epoch, followed=self.epoch)
            self.unlink()
            return
        self.epoch = epoch
        log.info("floor_is_here", epoch=epoch, sockets=len(self._sockets))
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self._is_welcome.set()
        for socket in self._sockets.values():
            self._show(socket)

    def _show(self, socket: EdgeSocket) -> None:
        """To the floor, which says `welcome` as if it had just come."""
        is_held = self._sockets.get(socket.number) is socket and socket.is_open
        if is_held and self._is_welcome.is_set() and not socket.is_shown:
            socket.is_shown = True
            self._post(Opened(socket.number, socket.asking, is_open=True))

    def _show_again(self, socket: EdgeSocket, why: WhyAway = "floor") -> None:
        """Its floor is there, but has no store, or has lost what the socket said: it waits, as if there were none."""
        self._post(Gone(socket.number))
        self._rooms.went(socket)
        socket.floor_went()
        if self._has_no_patience(socket.away_since):
            socket.end(RESTART, "the floor is being restarted")
            return
        socket.send(_AWAY[why])
        self._loop.call_later(self._pause_of(socket), self._show, socket)

    def _pause_of(self, socket: EdgeSocket) -> float:
        """As long again as it has waited."""
        waited = self._loop.time() - (socket.away_since or self._loop.time())
        return min(max(SECONDS_BEFORE_SHOWN_AGAIN, waited), SECONDS_BEFORE_SHOWN_AGAIN_MAX)

    def _has_no_patience(self, since: float | None) -> bool:
        return since is not None and self._loop.time() - since > SECONDS_OF_PATIENCE

    def _lost(self) -> None:
        self._end = None
        self.lost.set()
        if not self._is_welcome.is_set():
            return
        self._is_welcome.clear()
        log.warning("floor_is_away", epoch=self.epoch, sockets=len(self._sockets))
        self._rooms.clear()
        for request in list(self._requests.values()):
            request.came.put_nowait(Went.FLOOR)
        for socket in self._sockets.values():
            socket.floor_went()
        self._away_since = self._loop.time()
        self._tell_away()

    def _tell_away(self) -> None:
        if self._has_no_patience(self._away_since):
            self.end_all()
            return
        for socket in self._sockets.values():
            if socket.is_open:
                socket.send(_AWAY["floor"])
        self._telling = self._loop.call_later(TOLD_EVERY_SECONDS, self._tell_away)

    def end_all(self) -> None:
        for socket in list(self._sockets.values()):
            socket.end(RESTART, "the floor is being restarted")

    def _hear(self, message: ToEdge) -> None:
        match message:
            case Sent(number=number, frame=frame):
                if number in self._sockets and self._sockets[number].is_shown:
                    self._sockets[number].send(frame)
            case Published(channel=channel, frame=frame, but=but):
                self._rooms.publish(channel, frame, but)
            case CutOff(channel=channel, store_is_lost=store_is_lost):
                for each in self._rooms.in_room(channel):
                    self._show_again(self._sockets[each.number], "store" if store_is_lost else "floor")
            case Started() | Continued():
                self._hear_of_request(message.number, message)
            case Welcomed() | NotWelcome() | Leaving() | FloorBeat():
                self._hear_of_floor(message)
            case _:
                if message.number in self._sockets:
                    self._hear_of_socket(self._sockets[message.number], message)
                else:  # the floor has dropped a request
                    self._hear_of_request(message.number, Went.FLOOR)

    def _hear_of_request(self, number: int, came: Started | Continued | Went) -> None:
        if number in self._requests:
            self._requests[number].came.put_nowait(came)

    def _hear_of_floor(self, message: Welcomed | NotWelcome | Leaving | FloorBeat) -> None:
        match message:
            case FloorBeat(came_with=came_with):
                if came_with:
                    self._round_trip_us = round((self._timer() - came_with) * 1e6)
            case Welcomed(epoch=epoch):
                self._welcomed(epoch)
            case Leaving():
                self.unlink()
            case NotWelcome(why=why):
                log.error("not_welcome_at_floor", reason=why)  # once: we keep the link, and wait for another floor
            case _:
                assert_never(message)

    def _hear_of_socket(
        self, socket: EdgeSocket, message: BetAccepted | Accepted | Refused | Joined | Parted | Held | Dropped | Ended
    ) -> None:
        match message:
            case BetAccepted(id=name, table=table):
                socket.send(frame_of(Answer(name, table, "accepted")))
            case Joined(channel=channel):
                self._rooms.join(channel, socket)
            case Parted(channel=channel):
                self._rooms.part(channel, socket)
            case Refused(status=HTTPStatus.SERVICE_UNAVAILABLE, body=body) if socket.is_open:
                self._show_again(socket, why_away(body))
            case Accepted() | Refused():
                socket.answered(message)
            case Held(is_held=is_held):
                socket.hold(on=is_held)
            case Dropped(store_is_lost=store_is_lost):
                if socket.is_open:
                    self._show_again(socket, "store" if store_is_lost else "floor")
            case Ended(code=code, reason=reason):
                socket.end(code, reason)
            case _:
                assert_never(message)

    # --- the application ----------------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._serve_socket(scope, receive, send)
        else:
            await self._serve_request(scope, receive, send)

    async def _floor_is_here(self) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_WAIT):
                await self._is_welcome.wait()
        return self._is_welcome.is_set()

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        answer: Accepted | Refused | None = None
        while answer is None:
            if not await self._floor_is_here():
                await refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)
                return
            number = next(self._numbers)
            socket = EdgeSocket(
                number,
                asking_of(scope),
                self._safety,
                self._writing,
                self._said,
                self._note_slow,
                self._show_again,
            )
            self._sockets[number] = socket
            socket.is_shown = True
            self._post(Opened(number, socket.asking, is_open=False))
            try:
                answer = await socket.answer
                if isinstance(answer, Accepted):
                    await self._hold_open(scope, receive, send, socket)
            finally:
                self._forget(socket)
        if isinstance(answer, Refused):
            await pass_on_refusal(send, answer)

    async def _hold_open(self, scope: Scope, receive: Receive, send: Send, socket: EdgeSocket) -> None:
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        extensions: dict[str, Any] = scope["extensions"] or {}
        wire = extensions.pop(SOCKET, None)
        if not isinstance(wire, Socket):  # it went while it was being accepted
            return
        wire.control_frames_a_second = self._safety.control_frames_a_second
        wire.on_flood = self._note_flood
        socket.opened(wire)
        while (await receive())["type"] != "websocket.disconnect":
            pass

    def _forget(self, socket: EdgeSocket) -> None:
        del self._sockets[socket.number]
        self._rooms.went(socket)
        self._post(Gone(socket.number))

    def _said(self, socket: EdgeSocket, data: bytes) -> None:
        bet = read_bet(socket.number, socket.patron, data) if socket.patron else None
        self._post(bet or Said(socket.number, data))

    def _note_slow(self) -> None:
        self._slow_readers += 1

    def _note_flood(self) -> None:
        self._floods += 1

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await whole_body(receive)
        if body is None:
            return
        asking = asking_of(scope)
        while await self._floor_is_here():
            number = next(self._numbers)
            request = self._requests[number] = EdgeRequest(number, asking)
            self._post(Asked(number, asking, body))
            try:
                if await request.serve(receive, send, partial(self._post, Took(number))):
                    return
            finally:
                del self._requests[number]
                self._post(Gone(number))
        await answer_later(send)
