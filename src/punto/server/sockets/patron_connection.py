"""One socket of one patron: messages in, answers out, within written limits.

A message is handled in the step in which it arrives: refused, submitted to a table, or answered at once. A client that
sends faster than tables answer is not read until they have caught up; one that reads too slowly is dropped, and resumes
by offset.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from punto.server.people.identity import Identity
from punto.server.protocol.client import (
    BETTING,
    Action,
    BendCard,
    ClientMessage,
    CloseTable,
    OpenTable,
    Ping,
    React,
    Say,
    SeePicture,
    WatchConsole,
    WatchFloor,
    WatchGoodRoads,
    WatchLobby,
)
from punto.server.protocol.closing_codes import POLICY, STORE_IS_LOST, STORE_LOST
from punto.server.protocol.floor import Pong, Problem
from punto.server.protocol.frames import frame_of
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import CloseReason, TableClosed
from punto.server.safety.token_bucket import TokenBucket
from punto.server.sockets.answers import Answered, answer_to
from punto.server.sockets.beside_play import beside_play
from punto.server.sockets.opening_tables import OpeningTables
from punto.server.sockets.socket_services import SocketServices
from punto.server.sockets.talking import react
from punto.server.sockets.wire import Wire
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import Request, TableAnswer, request_of
from punto.server.tables.table_door import TableDoor, TableIsGone
from punto.server.telling.listener import Edge
from punto.server.telling.messages.bent_cards import BendPace
from punto.server.telling.online import OnlinePatron
from punto.table.refusals import Refusal

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
DETAIL_MAX = 200
PROBLEMS_MAX = 200  # messages that could not be handled, before the socket is closed


class Connection:
    edge: Edge | None = None  # the socket is held here

    __slots__ = (
        "_asking",
        "_bends",
        "_bucket",
        "_has_been_ended",
        "_opening",
        "_problems",
        "_services",
        "_socket",
        "_unanswered",
        "_unsent",
        "_waiting_max",
        "here",
        "identity",
        "is_closed",
        "patron",
        "tables",
    )

    def __init__(self, services: SocketServices, socket: Wire, identity: Identity, shown_name: str) -> None:
        self.identity = identity
        self.patron = identity.account
        self.tables: dict[str, TableDoor] = {}  # those it follows
        self.is_closed = False
        self._has_been_ended = False
        self._services = services
        self._socket = socket
        self._unanswered = 0
        self._unsent: list[bytes] = []
        self._waiting_max = services.safety.write_buffer_bytes_max
        self._problems = 0
        self._bends = BendPace()
        self._asking: set[asyncio.Task[None]] = set()
        self._opening = OpeningTables(services.safety.unanswered_max)
        self._bucket = TokenBucket(services.message_rate.burst, services.clock())
        self.here: OnlinePatron = services.online.came(self, self.patron, shown_name)
        services.rooms.came(self)

    # --- out ----------------------------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """At the end of this step, in one write with whatever else is sent: a write costs more than a bet."""
        if not self._unsent:
            self._services.online.writing.write_soon(self)
        self._unsent.append(frame)

    def flush(self) -> int:
        """Write what waits, or drop a client that does not read. How many messages were written."""
        frames, self._unsent = self._unsent, []
        if not frames:  # `end` has written them already
            return 0
        if not self._socket.write(self._services.online.writing.joined(frames), self._waiting_max):
            self._services.metrics.slow_reader_dropped()
            self._socket.drop()
            return 0
        return len(frames)

    def tell(self, message: ServerMessage) -> None:
        self.send(frame_of(message))

    def end(self, code: int, reason: str) -> None:
        if self._unsent:
            self.flush()
        self._has_been_ended = True
        self._socket.end(code, reason)

    def drop(self) -> None:
        """At once and without a word; the client reconnects and resumes. One that was told why is left to read it."""
        if not self._has_been_ended:
            self._socket.drop()

    def closed(self) -> None:
        self.is_closed = True
        for task in self._asking:
            task.cancel()
        self._services.rooms.went(self)
        for table in list(self.tables):
            self._leave(table)
        self._services.online.went(self, self.patron)

    # --- in -----------------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        now = self._services.clock()
        self._services.online.messages_received += 1
        if not self._bucket.take(self._services.message_rate, now):
            self._problem(ServerRefusal.TOO_MANY_MESSAGES, "wait a second")
            return
        self._read(data, now)

    def _read(self, data: bytes, now: int) -> None:
        try:
            message = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._problem(ServerRefusal.INVALID_MESSAGE, str(error)[:DETAIL_MAX])
            return
        if isinstance(message, BETTING):  # first, because most messages are bets
            self._act(message, now)
            return
        match message:
            case Ping(sent_at=sent_at):
                self.tell(Pong(sent_at, now))
            case OpenTable() | BendCard() | WatchConsole() | Say() | React() if self._is_locked():
                self._tell_locked()
            case OpenTable():
                self._opening.begin(message.table)
                self._ask(partial(self._open, message))
            case BendCard():
                self._bend(message, now)
            case React():
                self._ask(partial(react, self, self.tables, self._services, message, self._problem))
            case WatchLobby() | WatchGoodRoads() | WatchConsole() | WatchFloor() | SeePicture() | Say():
                beside_play(self, self._services, message, self._problem)
            case _:
                self._act(message, now)

    def _is_locked(self) -> bool:
        """A locked session may watch the lobby and the tables it has open; anything else waits for the password."""
        return self._services.sessions.is_locked(self.identity.session)

    def _tell_locked(self) -> None:
        self._problem(ServerRefusal.SIGN_IN_AGAIN, "this session is locked")

    def _problem(self, reason: ServerRefusal, detail: str) -> None:
        self._problems += 1
        self._services.metrics.message_refused(reason)
        if self._problems > PROBLEMS_MAX:
            self.end(POLICY, "too many messages that could not be handled")
            return
        self.tell(Problem(reason, detail))

    # --- actions ------------------------------------------------------------------------------------------------------

    def _act(self, action: Action, now: int) -> None:
        door = self.tables.get(action.table)
        if door is None:
            if not self._opening.wait(action.table, partial(self._act, action, now)):
                self._tell_answer(action, TableAnswer(refusal=ServerRefusal.TABLE_IS_NOT_OPEN))
            return
        if isinstance(action, CloseTable):
            self._ask(partial(self._close, action, door))
            return
        if isinstance(action, BETTING):
            refusal = self._refusal_to_stake(now)
        else:
            refusal = self._services.admission.refusal_of(action, self.identity, now)
        self._submit(action, door, request_of(action, self.patron, door.id, now, refusal))

    def _refusal_to_stake(self, now: int) -> AnyRefusal | None:
        refusal = self._services.admission.refusal_to_stake(self.identity, now)
        if not refusal:
            self._services.sessions.touch(self.identity.session, now)
        return refusal

    def _submit(self, action: Answered, door: TableDoor, request: Request) -> None:
        self._unanswered += 1
        if self._unanswered >= self._services.safety.unanswered_max:
            self._socket.hold()
        door.submit(request, partial(self._answered, action))

    def _answered(self, action: Answered, answer: TableAnswer | None) -> None:
        """None: nobody knows whether it was stored. The socket is closed; the client asks again with the same id."""
        self._unanswered -= 1
        if self._unanswered <= self._services.safety.unanswered_max // 2:
            self._socket.resume()
        if self.is_closed:
            return
        if answer is None:
            self.end(STORE_LOST, STORE_IS_LOST)
            return
        self._tell_answer(action, answer)

    def _tell_answer(self, action: Answered, answer: TableAnswer) -> None:
        self.tell(answer_to(action, answer))

    # --- tables -------------------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[], Awaitable[None]]) -> None:
        """For what a table or the store must be waited for."""
        task = asyncio.get_running_loop().create_task(self._asked(question))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _asked(self, question: Callable[[], Awaitable[None]]) -> None:
        try:
            await question()
        except TableIsGone:
            self.drop()  # the client reconnects, and asks again
        except StoreIsLost:
            self.end(STORE_LOST, STORE_IS_LOST)

    async def _open(self, message: OpenTable) -> None:
        try:
            await self._open_now(message)
        finally:
            for act in self._opening.end(message.table):
                if not self.is_closed:
                    act()

    async def _open_now(self, message: OpenTable) -> None:
        door = await self._services.door(message.table, self.patron)
        if not self._may_open(message, door):
            return
        assert door is not None, "there is such a table"
        frames = await door.follow(self.patron, message.since)
        if not self._may_open(message, door):  # while we waited, the patron may have opened others, or have gone
            door.leave(self.patron)
            return
        self._follow(door, frames)

    def _follow(self, door: TableDoor, frames: Sequence[bytes]) -> None:
        """In the same step as the door's answer: the table's channel continues where the frames end."""
        if door.id in self.tables:  # this socket counts once
            self.tables[door.id].leave(self.patron)
        for frame in (*frames, *self._services.talk.opened(door.id)):
            self.send(frame)
        self.tables[door.id] = door
        self._services.rooms.followers.add(door.id, self)

    def _may_open(self, message: OpenTable, door: TableDoor | None) -> bool:
        if self.is_closed:
            return False
        at_most, played = self._services.house.tables_at_once, self._tables_played()
        if self._is_locked():
            self._tell_locked()
        elif door is None:
            self._problem(ServerRefusal.UNKNOWN_TABLE, f"there is no table {message.table!r}")
        elif door.id not in played and len(played) >= at_most:
            self._problem(ServerRefusal.TOO_MANY_TABLES, f"no more than {at_most} tables at once")
        else:
            return True
        return False

    def _tables_played(self) -> set[str]:
        """On all sockets of the patron, and those left with bets on them: a second tab is no second patron."""
        followed = {table for connection in self.here.connections for table in connection.tables}
        return followed | self._services.protection.tables_with_bets(self.patron)

    def _bend(self, message: BendCard, now: int) -> None:
        door = self.tables.get(message.table)
        if door and self._bends.allows(message, now):
            door.bend(self.patron, message)

    async def _close(self, action: CloseTable, door: TableDoor) -> None:
        """Unless bets lie there."""
        has_bets = bool((await door.seat(self.patron)).seat.stakes)
        if not has_bets and door.id in self.tables:
            self.send_away(door.id, "asked")
        self._tell_answer(action, TableAnswer(refusal=Refusal.BETS_LIE if has_bets else None))

    def send_away(self, table: str, reason: CloseReason) -> None:
        """The table is closed for this socket."""
        self._leave(table)
        self.tell(TableClosed(table, reason))

    def _leave(self, table: str) -> None:
        self._services.rooms.followers.discard(table, self)
        self.tables.pop(table).leave(self.patron)
