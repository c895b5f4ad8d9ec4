"""Everybody who follows a table, and what they are told: public messages in order, own ones, totals now and then.

The room hears of every stored event and of nothing else, so what it tells is what is stored. Public versions count the
public events of the table's whole log: after a restart the counting gives the same numbers, and clients go on.
"""

from punto.ledger.accounts import is_bot
from punto.server.protocol.frames import frame_of
from punto.server.protocol.parts import Offset, Winner
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_opened import TableInfo, TableOpened, TableResumed
from punto.server.protocol.table_private import Seat
from punto.server.protocol.table_public import RoundSettled, Totals
from punto.server.streams.happened import Happened, is_public
from punto.server.streams.read_log import ReadLog
from punto.server.telling.felt_totals import FeltTotals
from punto.server.telling.listener import Listener
from punto.server.telling.lobby import Lobby
from punto.server.telling.online import Online
from punto.server.telling.private_messages import own_messages, seat_state
from punto.server.telling.public_messages import public_message
from punto.server.telling.recent_messages import RecentMessages
from punto.server.telling.road_changes import RoadBoard
from punto.server.telling.table_state import Crowd, table_state
from punto.server.telling.throttled_broadcast import ToldInTurns
from punto.table.events import BettingClosed, CoupSettled, WagersChanged
from punto.table.reasons import Reason
from punto.table.state import Instant, Table

SNAPSHOT_MS = 50  # how old a snapshot may be


class TableRoom:
    def __init__(self, info: TableInfo, log: str, online: Online, lobby: Lobby) -> None:
        self.info = info
        self.closed_at: Instant = 0  # when betting last closed
        self._log = log
        self._online = online
        self._lobby = lobby
        self._followers: set[Listener] = set()
        self._bots: set[str] = set()  # who have a stake in the running coup, or had one in the last
        self._table: Table | None = None
        self._recent = RecentMessages()
        self._roads = RoadBoard(shows_naturals=info.shows_naturals)
        self._totals = FeltTotals()
        self._told_totals = ToldInTurns(self._followers, self._totals_frame)
        self._winners: tuple[Winner, ...] = ()
        self._snapshot: tuple[tuple[int, int], bytes] | None = None  # the last, and what it is of

    # --- what happens -------------------------------------------------------------------------------------------------

    def happened(self, happened: Happened) -> None:
        self._table = happened.after
        self._totals.happened(happened)
        self._note_bots(happened)
        if is_public(happened):
            self._tell_everybody(happened)
        for patron, message_of in own_messages(happened):
            here = self._online.patron(patron)
            if here:
                following = here.following(self.info.table)
                if following:
                    frame = frame_of(message_of(here.next_number(), self._recent.version))
                    for connection in following:
                        connection.send(frame)
        if self._totals.has_changed:
            self._totals.has_changed = False
            self._told_totals.changed()

    def resume(self, log: ReadLog, public_events: int) -> None:
        """The log has been read, and has so many public events: the next message follows on what clients have seen."""
        past = [each for each in log.tail if is_public(each)]
        self._table, self._totals = log.table, FeltTotals()
        self._recent = RecentMessages(public_events - len(past))
        if past:
            self._roads.change(past[0].before)
        for happened in past:
            self._remember(happened)
        self._roads.change(log.table)
        self._totals.count(log.table)

    def _remember(self, happened: Happened) -> bytes:
        message = public_message(happened, self._recent.version + 1, self._roads.change, self._online.name_of)
        if isinstance(message, RoundSettled):
            self._winners = message.winners
        frame = frame_of(message)
        self._recent.add(frame)
        return frame

    def _tell_everybody(self, happened: Happened) -> None:
        if isinstance(happened.event, BettingClosed):
            self.closed_at = happened.event.at
        frame = self._remember(happened)
        for connection in list(self._followers):
            connection.send(frame)
        has_result = isinstance(happened.event, CoupSettled)
        self._lobby.table_changed(self.info.table, happened.after, self._roads.whole, self.crowd, has_result=has_result)

    def _note_bots(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, WagersChanged) and is_bot(event.patron):
            self._bots.add(event.patron)
        elif isinstance(event, BettingClosed):
            self._bots = {patron for patron, seat in happened.after.seats.items() if is_bot(patron) and seat.stakes}

    def _totals_frame(self) -> bytes:
        return frame_of(Totals(self.info.table, self._totals.fields, *self.crowd))

    def goes_out_of_order(self, reason: Reason) -> None:
        self._lobby.table_changed(self.info.table, self.table, self._roads.whole, self.crowd, reason)

    def tell(self, message: ServerMessage) -> None:
        frame = frame_of(message)
        for connection in list(self._followers):
            connection.send(frame)

    def tell_others(self, message: ServerMessage, patron: str) -> None:
        frame = frame_of(message)
        for connection in list(self._followers):
            if connection.patron != patron:
                connection.send(frame)

    # --- who follows --------------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        assert self._table is not None, "the log has been read"
        return self._table

    @property
    def followers(self) -> frozenset[Listener]:
        return frozenset(self._followers)

    @property
    def crowd(self) -> Crowd:
        return len({connection.patron for connection in self._followers}), len(self._bots)

    def follow(self, connection: Listener, since: Offset | None, credit: int, now: Instant) -> None:
        """What was missed, or a snapshot; in either case the patron's own place comes last."""
        missed = None
        if since is not None and since.log == self._log:
            missed = self._recent.since(since.version)
        if missed is None:
            connection.send(self._opened(now))
        else:
            connection.send(frame_of(TableResumed(self.info.table, now, len(missed))))
            for frame in missed:
                connection.send(frame)
        self._followers.add(connection)
        seat = seat_state(self.table, connection.patron, credit)
        number = connection.here.next_number()
        connection.send(frame_of(Seat(self.info.table, number, self._recent.version, seat)))
        self._told_totals.changed()

    def take_up(self, info: TableInfo, table: Table, now: Instant) -> None:
        """The table is set up differently from now on: everybody here gets it anew."""
        self.info, self._table, self._snapshot = info, table, None
        self._roads = RoadBoard(shows_naturals=info.shows_naturals)
        self._roads.change(table)
        for connection in list(self._followers):
            connection.send(self._opened(now))
            seat = seat_state(table, connection.patron, connection.spendable)
            connection.send(frame_of(Seat(info.table, connection.here.next_number(), self._recent.version, seat)))
        self._lobby.table_changed(info.table, table, self._roads.whole, self.crowd)

    def unfollow(self, connection: Listener) -> None:
        self._followers.discard(connection)
        self._told_totals.changed()

    def _opened(self, now: Instant) -> bytes:
        """Made once for all who come at about the same time: after a restart that is everybody."""
        key = self._recent.version, now // SNAPSHOT_MS
        if self._snapshot is None or self._snapshot[0] != key:
            state = table_state(self.table, self._totals.fields, self._roads.whole, self._winners, self.crowd)
            opened = TableOpened(Offset(self._log, self._recent.version), now, self.info, state)
            self._snapshot = key, frame_of(opened)
        return self._snapshot[1]

    @property
    def version(self) -> int:
        return self._recent.version
