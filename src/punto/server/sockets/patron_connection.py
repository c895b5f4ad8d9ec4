"""One socket of one patron: messages in, answers out, every bound of it written down.

A message is handled in the step in which it arrives: it is understood or refused, put on a table's queue or answered at
once. Whoever sends faster than tables answer is not read until they have; whoever reads too slowly is dropped, and
resumes by offset.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from punto.server.people.identity import Identity
from punto.server.protocol import table_private
from punto.server.protocol.client import (
    BETTING,
    ActInRound,
    Action,
    AskFields,
    BendCard,
    ClientMessage,
    CloseTable,
    OpenTable,
    Ping,
    PlaceWager,
    WatchLobby,
)
from punto.server.protocol.closing_codes import POLICY
from punto.server.protocol.floor import Pong, Problem
from punto.server.protocol.frames import frame_of
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableClosed
from punto.server.protocol.table_private import Fields
from punto.server.sockets.commands_of_actions import command_of
from punto.server.sockets.websocket import Socket
from punto.server.store.failures import StoreIsLost
from punto.server.streams.request import OWN_LIMIT_IS_REACHED, Answer, Request, named_id
from punto.server.tables.table_task import TableTask
from punto.server.telling.bent_cards import BendPace, bent_by, may_bend
from punto.server.telling.online import OnlinePatron
from punto.server.telling.private_messages import field_rooms
from punto.table.commands import PatronWent
from punto.table.limits import room_on
from punto.table.refusals import Refusal

if TYPE_CHECKING:
    from punto.server.floor.floor import Floor

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
DETAIL_MAX = 200
BUCKET_FILLS_IN_MS = 2_000
PROBLEMS_MAX = 200  # messages that could not be handled, before the socket is closed
WITH_ROOM: frozenset[str] = frozenset(
    {
        Refusal.STAKE_IS_BELOW_MINIMUM,
        Refusal.STAKE_IS_ABOVE_MAXIMUM,
        Refusal.RETURN_IS_ABOVE_MAXIMUM,
        Refusal.DIFFERENCE_IS_TOO_LARGE,
        Refusal.EXPOSURE_IS_TOO_LARGE,
        Refusal.CREDIT_IS_SHORT,
        Refusal.STAKE_IS_NOT_CHIPS,
        OWN_LIMIT_IS_REACHED,
    }
)


class Connection:
    __slots__ = (
        "_allowance",
        "_allowance_max",
        "_allowed_at",
        "_bends",
        "_floor",
        "_is_told_why",
        "_opening",
        "_problems",
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

    def __init__(self, floor: "Floor", socket: Socket, identity: Identity, shown_name: str) -> None:
        self.identity = identity
        self.patron = identity.patron
        self.tables: dict[str, TableTask] = {}  # those it follows
        self.is_closed = False
        self._is_told_why = False  # it ends
        self._floor = floor
        self._socket = socket
        self._unanswered = 0
        self._unsent: list[bytes] = []
        self._waiting_max = floor.config.safety.write_buffer_bytes_max
        self._problems = 0
        self._bends = BendPace()
        self._opening: set[asyncio.Task[None]] = set()
        self._allowed_at = floor.clock()
        self._allowance_max = 2.0 * floor.config.safety.messages_a_second
        self._allowance = self._allowance_max
        self.here: OnlinePatron = floor.online.came(self, self.patron, shown_name)

    @property
    def spendable(self) -> int:
        return self._floor.spendable(self.patron)

    # --- out ----------------------------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Soon: what one step of the loop has to say to a client is one write, for a write costs more than a bet."""
        if not self._unsent:
            self._floor.outbox.add(self)
        self._unsent.append(frame)

    def flush(self) -> int:
        """Write what waits, or cut off who does not read. How many messages it was."""
        frames, self._unsent = self._unsent, []
        if not frames:  # a socket that was ended has said it already
            return 0
        if not self._socket.write(frames[0] if len(frames) == 1 else b"".join(frames), self._waiting_max):
            self._floor.metrics.slow_reader_dropped()
            self._socket.drop()
            return 0
        return len(frames)

    def tell(self, message: ServerMessage) -> None:
        self.send(frame_of(message))

    def end(self, code: int, reason: str) -> None:
        if self._unsent:
            self.flush()
        self._is_told_why = True
        self._socket.end(code, reason)

    def drop(self) -> None:
        """At once and without a word; the client comes back and resumes. Who was told why is left to hear it."""
        if not self._is_told_why:
            self._socket.drop()

    def closed(self) -> None:
        """The socket is gone. A patron who follows a table with no other one has left it."""
        self.is_closed = True
        for task in self._opening:
            task.cancel()
        self._floor.lobby.unwatch(self)
        for table in list(self.tables):
            self._leave(table)
        self._floor.online.went(self, self.patron)

    # --- in -----------------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        now = self._floor.clock()
        self._floor.online.messages_received += 1
        if not self._is_allowed(now):
            self._problem("too_many_messages", "wait a second")
            return
        try:
            message = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._problem("invalid_message", str(error)[:DETAIL_MAX])
            return
        match message:
            case Ping(sent_at=sent_at):
                self.tell(Pong(sent_at, now))
            case WatchLobby(on=True):
                self._floor.lobby.watch(self, now)
            case WatchLobby():
                self._floor.lobby.unwatch(self)
            case OpenTable() | AskFields() | BendCard() if self._is_locked():
                self._tell_locked()
            case OpenTable():
                self._open(message)
            case AskFields(table=table):
                self._tell_fields(table)
            case BendCard():
                self._bend(message, now)
            case _:
                self._act(message, now)

    def _is_locked(self) -> bool:
        """The lobby is for everybody, and open tables play on; whatever else is asked waits for the password."""
        return self._floor.sessions.is_locked(self.identity.session)

    def _tell_locked(self) -> None:
        self._problem("sign_in_again", "this session is locked")

    def _is_allowed(self, now: int) -> bool:
        """A bucket that fills in two seconds: it holds twice what is allowed in one."""
        if now != self._allowed_at:
            refilled = self._allowance + (now - self._allowed_at) * self._allowance_max / BUCKET_FILLS_IN_MS
            self._allowance = min(self._allowance_max, refilled)
            self._allowed_at = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    def _problem(self, reason: str, detail: str) -> None:
        self._problems += 1
        self._floor.metrics.message_refused(reason)
        if self._problems > PROBLEMS_MAX:
            self.end(POLICY, "too many messages that could not be handled")
            return
        self.tell(Problem(reason, detail))  # type: ignore[arg-type]

    def _act(self, action: Action, now: int) -> None:
        task = self.tables.get(action.table)
        if isinstance(action, CloseTable):
            self._answer(action, Answer(refusal=self._why_not_closed(task)))
            return
        if task is None:
            self._answer(action, Answer(refusal="table_is_not_open"))
            return
        refusal = self._floor.why_not(action, self.identity, now)
        if isinstance(action, BETTING) and not refusal:
            self._floor.sessions.touch(self.identity.session)
        self._unanswered += 1
        if self._unanswered >= self._floor.config.safety.unanswered_max:
            self._socket.hold()
        meant_for = action.round if isinstance(action, ActInRound) else None
        name = named_id(action.id, self.patron, task.id)
        request = Request(command_of(action, self.patron), name, now, meant_for, refusal)
        task.submit(request, partial(self._answered, action))

    def _answered(self, action: Action, answer: Answer | None) -> None:
        """None: nobody knows whether it was stored. The socket is dropped; the client asks again with the same id."""
        self._unanswered -= 1
        if self._unanswered <= self._floor.config.safety.unanswered_max // 2:
            self._socket.go_on()
        if self.is_closed:
            return
        if answer is None:
            self.drop()
            return
        self._answer(action, answer)

    def _answer(self, action: Action, answer: Answer) -> None:
        refusal, task = answer.refusal, self.tables.get(action.table)
        if refusal is None:
            self.tell(table_private.Answer(action.id, action.table, "accepted"))
            return
        if refusal == Refusal.BETTING_IS_CLOSED and task:
            late = max(0, self._floor.clock() - task.room.closed_at) if task.room.closed_at else None
            self.tell(table_private.Answer(action.id, action.table, "too_late", refusal, late_ms=late))
        elif isinstance(action, PlaceWager) and task and refusal in WITH_ROOM:
            credit = self._floor.spendable(self.patron)
            room = room_on(task.table, self.patron, action.bet, credit)
            self.tell(
                table_private.Answer(
                    action.id, action.table, "refused", refusal, next_stake=room.next_stake, room=room.room
                )
            )
        else:
            self.tell(table_private.Answer(action.id, action.table, "refused", refusal))

    # --- tables -------------------------------------------------------------------------------------------------------

    def _open(self, message: OpenTable) -> None:
        """A table of the patron's own may have to be read from the store first."""
        task = asyncio.get_running_loop().create_task(self._open_later(message))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open_later(self, message: OpenTable) -> None:
        try:
            credit = await self._floor.credit(self.patron)
            task = await self._floor.seat(message.table, self.patron)
        except StoreIsLost:
            self.drop()  # it comes back, and asks again
            return
        if self.is_closed:
            return
        if self._is_locked():  # since it was asked for
            self._tell_locked()
            return
        if task is None:
            self._problem("unknown_table", f"there is no table {message.table!r}")
            return
        at_most, played = self._floor.config.house.tables_at_once, self._tables_played()
        if task.id not in played and len(played) >= at_most:
            self._problem("too_many_tables", f"no more than {at_most} tables at once")
            return
        self.tables[task.id] = task
        task.room.follow(self, message.since, credit, self._floor.clock())
        task.came(self.patron)

    def _tables_played(self) -> set[str]:
        """On all sockets of the patron, and those left with bets on them: a second tab is no second patron."""
        followed = {table for connection in self.here.connections for table in connection.tables}
        return followed | self._floor.protection.tables_with_bets(self.patron)

    def _tell_fields(self, table: str) -> None:
        task = self.tables.get(table)
        if task is None:
            self._problem("unknown_table", f"table {table!r} is not open")
            return
        fields = field_rooms(task.table, self.patron, self._floor.spendable(self.patron))
        self.tell(Fields(table, self.here.next_number(), task.room.version, fields))

    def _bend(self, message: BendCard, now: int) -> None:
        """Passed on to the others, or forgotten: nobody waits for it, and the next one says it all again."""
        task = self.tables.get(message.table)
        if task and may_bend(task.table, self.patron, message) and self._bends.allows(message, now):
            task.room.tell_others(bent_by(self._floor.online.name_of(self.patron), message), self.patron)

    def _why_not_closed(self, task: TableTask | None) -> str | None:
        if task is None:
            return "table_is_not_open"
        if task.table.seat(self.patron).stakes:
            return Refusal.BETS_LIE
        self._leave(task.id)
        self.tell(TableClosed(task.id, "asked"))
        return None

    def send_away(self, table: str, reason: str) -> None:
        """The house closes the table for this patron."""
        self._leave(table)
        self.tell(TableClosed(table, reason))  # type: ignore[arg-type]

    def _leave(self, table: str) -> None:
        task = self.tables.pop(table)
        task.room.unfollow(self)
        if not self.here.following(table) and self.patron in task.table.seats:
            task.submit(Request(PatronWent(self.patron)), _unheard)


def _unheard(_: Answer | None) -> None:
    pass
