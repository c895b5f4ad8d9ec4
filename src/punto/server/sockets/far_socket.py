"""A socket that an edge holds, and the connection that speaks through it.

The connection is the same as any other. What it sends goes over the link in the order in which it is sent, with what
its edge is told on channels; so a socket that joins a channel hears it from where its own frames end.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from litestar.types import Message
from msgspec import Struct

from punto.server.people.identity import Identity
from punto.server.protocol.client import Action
from punto.server.protocol.closing_codes import MOVED, RESTART, STORE_LOST
from punto.server.protocol.links.edge_link import Accepted, Bet, BetAccepted, Dropped, Ended, Held, Refused, Sent
from punto.server.protocol.refusals import ServerRefusal
from punto.server.sockets.answers import Answered
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.socket_services import SocketServices
from punto.server.streams.request import Request, TableAnswer, named_id
from punto.server.telling.listener import Edge
from punto.table.commands import PlaceWager

MS_TO_RESUME = 15_000  # a client that reads no `welcome` for so long has lost its connection
HELD_BACK_MAX = 64  # bets at tables that are not open yet

Post = Callable[[Struct], None]


class FarSocket:
    """ASGI's two sides of it, and what a connection knows of a socket."""

    def __init__(self, number: int, edge: Edge, post: Post, *, was_open: bool) -> None:
        self.number = number
        self.was_open = was_open  # at the floor before this one
        self.edge = edge
        self.patron = ""  # once they are let in
        self.receiver: Callable[[bytes], None] | None = None
        self.bettor: Callable[[Bet], None] | None = None
        self.post = post
        self.is_answered = False  # let in, or refused
        self._is_gone = False
        self._is_held = False
        self._refused: tuple[int, list[tuple[bytes, bytes]]] | None = None
        self._events: asyncio.Queue[Any] = asyncio.Queue()
        self._events.put_nowait({"type": "websocket.connect"})

    # --- ASGI ---------------------------------------------------------------------------------------------------------

    async def receive(self) -> Any:
        return await self._events.get()

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self.is_answered = True
                self.post(Accepted(self.number, self.patron))
            case "websocket.http.response.start":
                self._refused = message["status"], [(name, value) for name, value in message["headers"]]
            case "websocket.http.response.body":
                assert self._refused is not None, "the response has begun"
                self.is_answered = True
                self.post(Refused(self.number, *self._refused, message["body"]))

    # --- what comes over the link -------------------------------------------------------------------------------------

    def bet(self, bet: Bet) -> None:
        if self.bettor is not None:
            self.bettor(bet)

    def said(self, data: bytes) -> None:
        if self.receiver is not None:
            self.receiver(data)

    def failed(self) -> None:
        """Its application broke down, or never answered: nobody waits for it any longer."""
        if self._is_gone:
            return
        if self.is_answered or self.was_open:
            self.drop()
        else:
            self.post(Refused(self.number, HTTPStatus.INTERNAL_SERVER_ERROR, [], b""))

    def gone(self) -> None:
        self._is_gone = True
        self.receiver = self.bettor = None
        self._events.put_nowait({"type": "websocket.disconnect", "code": 1006, "reason": ""})

    # --- what a connection knows of it --------------------------------------------------------------------------------

    def write(self, frame: bytes, _waiting_max: int) -> bool:
        """The edge drops who reads too slowly."""
        self.post(Sent(self.number, frame))
        return True

    def hold(self) -> None:
        if not self._is_held:
            self._is_held = True
            self.post(Held(self.number, is_held=True))

    def resume(self) -> None:
        if self._is_held:
            self._is_held = False
            self.post(Held(self.number, is_held=False))

    def drop(self, *, store_is_lost: bool = False) -> None:
        """A floor that goes says so itself, of all its sockets."""
        if not self.edge.is_leaving:
            self.post(Dropped(self.number, store_is_lost))

    def end(self, code: int, reason: str) -> None:
        """A floor that goes leaves its sockets to the next one, and one without its store shows them in again later."""
        if code == STORE_LOST:
            self.drop(store_is_lost=True)
            return
        if code not in (RESTART, MOVED):
            self.post(Ended(self.number, code, reason))
        self.gone()


class FarConnection(Connection):
    __slots__ = ("_far", "_held_back", "_left", "_post", "_resumes_until", "edge", "number")

    def __init__(self, services: SocketServices, socket: FarSocket, identity: Identity, shown_name: str) -> None:
        self.edge = socket.edge
        self.number = socket.number
        self._far = socket
        self._post = socket.post
        self._resumes_until = services.clock() + MS_TO_RESUME if socket.was_open else 0
        self._left: set[str] = set()  # tables that were open here
        self._held_back: list[Answered] = []  # bets that may be said again once their table is open
        socket.bettor = self._bet
        super().__init__(services, socket, identity, shown_name)

    def send(self, frame: bytes) -> None:
        """At once: the link writes at the end of the step, and keeps the order."""
        self._post(Sent(self.number, frame))

    def _act(self, action: Action, now: int) -> None:
        if action.table in self.tables or action.table in self._opening or not self._is_repeated(action, now):
            super()._act(action, now)

    def _is_repeated(self, action: Answered, now: int) -> bool:
        """What was said to the floor before this one is not refused at once: it is said again when the table is open. A
        client whose table was open here knows this floor."""
        if now >= self._resumes_until or action.table in self._left:
            return False
        if not self._held_back:
            asyncio.get_running_loop().call_later((self._resumes_until - now) / 1_000, self._refuse_held_back)
        if len(self._held_back) < HELD_BACK_MAX:
            self._held_back.append(action)
        return True

    def _refuse_held_back(self) -> None:
        """At tables that were never opened here."""
        unanswered, self._held_back = self._held_back, []
        for action in unanswered:
            if not (self.is_closed or action.table in self._left or action.table in self.tables):
                self._tell_answer(action, TableAnswer(refusal=ServerRefusal.TABLE_IS_NOT_OPEN))

    def _leave(self, table: str) -> None:
        self._left.add(table)
        super()._leave(table)

    def _tell_answer(self, action: Answered, answer: TableAnswer) -> None:
        """A floor that closes refuses nobody: whoever has no answer asks the next floor."""
        if answer.refusal is None and isinstance(action, Bet):
            self._post(BetAccepted(self.number, action.id, action.table))
        elif answer.refusal is None or not self._far.edge.is_leaving:
            super()._tell_answer(action, answer)

    def receive(self, data: bytes) -> None:
        """The edge has counted how many come."""
        self._services.online.messages_received += 1
        self._read(data, self._services.clock())

    def _bet(self, bet: Bet) -> None:
        self._services.online.messages_received += 1
        self._place(bet, self._services.clock())

    def _place(self, bet: Bet, now: int) -> None:
        """Like `_act`, with what the edge has read."""
        door = self.tables.get(bet.table)
        if door is None:
            is_done_later = self._opening.wait(bet.table, partial(self._place, bet, now))
            if not is_done_later and not self._is_repeated(bet, now):
                self._tell_answer(bet, TableAnswer(refusal=ServerRefusal.TABLE_IS_NOT_OPEN))
            return
        command = PlaceWager(self.patron, bet.bet, bet.stake)
        name, refusal = named_id(bet.id, self.patron, door.id), self._refusal_to_stake(now)
        self._submit(bet, door, Request(command, name, now, bet.round, refusal, bet.digest))
