"""What a table tells: public messages in order, private ones, totals now and then, and snapshots for those who come.

The owner of a table has one of these. It hears of every stored event and of nothing else, so what it publishes is what
is stored. Public versions count the public events of the table's whole log: after a restart the count is the same, and
clients resume. It knows who follows by name and holds no socket.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import Protocol

from msgspec.structs import replace

from punto.ledger.accounts import is_bot
from punto.server.protocol.client import BendCard
from punto.server.protocol.frames import frame_of
from punto.server.protocol.parts import FieldTotal, Offset, Reaction, Winner
from punto.server.protocol.table_opened import (
    CloseReason,
    ComingLimit,
    LimitsAnnounced,
    TableInfo,
    TableOpened,
    TableResumed,
)
from punto.server.protocol.table_private import Fields, Seat
from punto.server.protocol.table_public import RoundSettled, Totals
from punto.server.protocol.talk import CardBent, Reacted
from punto.server.safety.token_bucket import TokenBucket
from punto.server.streams.happened import Happened
from punto.server.streams.read_log import ReadLog
from punto.server.telling.bus import (
    Bus,
    ForOthers,
    Interrupted,
    SentAway,
    patron_channel,
    table_channel,
    totals_channel,
)
from punto.server.telling.lobby import Lobby
from punto.server.telling.messages.bent_cards import AT_ONE_TABLE, bent_by, may_bend, opened_by
from punto.server.telling.messages.felt_totals import FeltTotals
from punto.server.telling.messages.private_messages import field_rooms, private_message, seat_state
from punto.server.telling.messages.public_messages import public_message
from punto.server.telling.messages.recent_messages import RecentMessages
from punto.server.telling.messages.road_changes import RoadBoard
from punto.server.telling.messages.table_state import Crowd, table_state
from punto.table.events import BettingClosed, BettingOpened, CardOpened, CoupSettled, WagersChanged
from punto.table.reasons import Reason
from punto.table.state import Instant, Squeezing, Table
from punto.table.view import TableView
from punto.table.visible import PublicEvent, visible

SNAPSHOT_MS = 50  # how old a snapshot may be
TOTALS_EVERY_SECONDS = 0.25
NOT_MOVED: Mapping[str, int] = MappingProxyType({})
CreditOf = Callable[[str, Mapping[str, int]], int | None]  # patron, and the purses that an event has just moved
TOTALS_AFTER_SECONDS = 0.025  # so that the bets of one moment are told together


class PatronsOnline(Protocol):
    """What a table must know of patrons to tell them something."""

    def name_of(self, patron: str) -> str: ...

    def next_number(self, patron: str) -> int:
        """Of the patron's private messages, across all tables. Only for somebody who is online."""


class TablePublisher:
    def __init__(self, info: TableInfo, log: str, bus: Bus, lobby: Lobby, patrons: PatronsOnline) -> None:
        self.info = info
        self.closed_at: Instant = 0  # when betting last closed
        self.followers: Counter[str] = Counter()  # patron to how many of their sockets follow
        self._log = log
        self._bus = bus
        self._lobby = lobby
        self._patrons = patrons
        self._channel = table_channel(info.table)
        self._totals_channel = totals_channel(info.table)
        self._bots: set[str] = set()  # who have a stake in the running coup, or had one in the last
        self._table: Table | None = None
        self.told_up_to: int | None = None  # version of the stream; None: nothing has been read yet
        self._recent = RecentMessages()
        self._roads = RoadBoard(shows_naturals=info.shows_naturals)
        self._totals = FeltTotals()
        self._has_new_totals = False
        self._bends = TokenBucket(AT_ONE_TABLE.burst, 0)
        self._totals_timer: asyncio.TimerHandle | None = None
        self._winners: tuple[Winner, ...] = ()
        self._snapshot: tuple[tuple[int, int], bytes] | None = None  # the last, and what it is of

    @property
    def table(self) -> Table:
        assert self._table is not None, "the log has been read"
        return self._table

    @property
    def version(self) -> int:
        return self._recent.version

    @property
    def crowd(self) -> Crowd:
        return len(self.followers), len(self._bots)

    @property
    def totals(self) -> tuple[FieldTotal, ...]:
        """Of the coup under way, and of the last one until betting opens again."""
        return self._totals.fields

    # --- what happens -------------------------------------------------------------------------------------------------

    def happened(self, happened: Happened, credit_of: CreditOf) -> bool:
        """Whether everybody was told."""
        self._table = happened.after
        self._totals.happened(happened)
        self._note_bots(happened)
        before, after = happened.before, happened.after
        public, own = visible(before, happened.event, after)
        if public is not None:
            self._publish(happened, public, credit_of)
        for patron, event in own:
            if patron in self.followers:
                views = TableView(before, patron), TableView(after, patron)
                credit, number = credit_of(patron, happened.balances) or 0, self._patrons.next_number(patron)
                frame = frame_of(private_message(event, *views, credit, number, self._recent.version))
                self._bus.publish(patron_channel(patron), frame, self.info.table)
        if public is None and isinstance(happened.event, CardOpened):
            name = self._patrons.name_of(happened.event.patron)
            self._show_others(happened.event.patron, opened_by(name, self.info.table, happened.event))
        if self._totals.has_changed:
            self._totals.has_changed = False
            self._totals_changed()
        self.told_up_to = happened.version
        return public is not None

    def _publish_fields(self, table: Table, credit_of: CreditOf) -> None:
        """Only to those whose fields may have changed: most purses hold more than any field takes."""
        has_other_bets = TableView(table).has_other_bets
        for patron in self.followers:
            credit, view = credit_of(patron, NOT_MOVED), TableView(table, patron)
            if credit is not None and (has_other_bets or view.credit_limits(credit)):
                here = self.info.table, self._patrons.next_number(patron), self._recent.version
                self._bus.publish(patron_channel(patron), frame_of(Fields(*here, field_rooms(view, credit))), here[0])

    def resume(self, log: ReadLog, public_events: int) -> None:
        """The log has been read, and has so many public events: the next message follows on what clients have seen.
        Who follows and has not been told all that is stored has to resume."""
        if self.told_up_to not in (None, log.version):
            self.interrupt()
        self.told_up_to = log.version
        tail = [(each, visible(each.before, each.event, each.after)[0]) for each in log.tail]
        past = [(each, public) for each, public in tail if public is not None]
        self._table, self._totals = log.table, FeltTotals()
        self._recent = RecentMessages(public_events - len(past))
        if past:
            self._roads.change(past[0][0].before.scores)
        for happened, public in past:
            self._remember(happened, public)
        self._roads.change(log.table.scores)
        self._totals.count(log.table)

    def _remember(self, happened: Happened, public: PublicEvent) -> bytes:
        views, version = (TableView(happened.before), TableView(happened.after)), self._recent.version + 1
        message = public_message(public, *views, version, self._roads.change, self._patrons.name_of)
        if isinstance(message, RoundSettled):
            self._winners = message.winners
        frame = frame_of(message)
        self._recent.add(frame)
        return frame

    def _publish(self, happened: Happened, public: PublicEvent, credit_of: CreditOf) -> None:
        if isinstance(happened.event, BettingClosed):
            self.closed_at = happened.event.at
        self._bus.publish(self._channel, self._remember(happened, public))
        has_result = isinstance(happened.event, CoupSettled)
        view = TableView(happened.after)
        self._lobby.table_changed(self.info.table, view, self._roads.whole, self.crowd, has_result=has_result)
        if isinstance(happened.event, BettingOpened):
            self._publish_fields(happened.after, credit_of)

    def _note_bots(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, WagersChanged) and is_bot(event.patron):
            self._bots.add(event.patron)
        elif isinstance(event, BettingClosed):
            self._bots = {patron for patron, seat in happened.after.seats.items() if is_bot(patron) and seat.stakes}

    def goes_out_of_order(self, reason: Reason) -> None:
        self._lobby.table_changed(self.info.table, TableView(self.table), self._roads.whole, self.crowd, reason)

    def interrupt(self, *, store_is_lost: bool = False) -> None:
        self._bus.notify(self._channel, Interrupted(store_is_lost))

    def send_everybody_away(self, reason: CloseReason) -> None:
        self._bus.notify(self._channel, SentAway(self.info.table, reason))

    def send_away(self, patron: str, reason: CloseReason) -> None:
        self._bus.notify(patron_channel(patron), SentAway(self.info.table, reason))

    def bend(self, patron: str, message: BendCard) -> None:
        """Passed on to the others if the patron holds the card, and otherwise forgotten."""
        if may_bend(self.table, patron, message) and self._bends.take(AT_ONE_TABLE, monotonic() * 1_000):
            self._show_others(patron, bent_by(self._patrons.name_of(patron), message))

    async def react(self, patron: str, reaction: Reaction) -> bool:
        is_squeezed = isinstance(self.table.phase, Squeezing)
        if is_squeezed:
            self._show_others(patron, Reacted(self.info.table, self._patrons.name_of(patron), reaction))
        return is_squeezed

    def _show_others(self, patron: str, message: CardBent | Reacted) -> None:
        self._bus.notify(self._channel, ForOthers(patron, frame_of(message)))

    # --- totals -------------------------------------------------------------------------------------------------------

    def _totals_changed(self) -> None:
        self._has_new_totals = True
        if self._totals_timer is None and self.followers:
            self._publish_totals_in(TOTALS_AFTER_SECONDS)

    def _publish_totals_in(self, seconds: float) -> None:
        self._totals_timer = asyncio.get_running_loop().call_later(seconds, self._publish_totals)

    def _publish_totals(self) -> None:
        self._totals_timer = None
        if self._has_new_totals and self.followers:
            self._has_new_totals = False
            self._bus.publish(self._totals_channel, frame_of(Totals(self.info.table, self._totals.fields, *self.crowd)))
            self._publish_totals_in(TOTALS_EVERY_SECONDS)

    # --- who follows --------------------------------------------------------------------------------------------------

    def follow(self, patron: str, since: Offset | None, credit: int, now: Instant) -> list[bytes]:
        """One more socket of a patron: what it missed, or a snapshot; the patron's own seat comes last."""
        missed = None
        if since is not None and since.log == self._log:
            missed = self._recent.since(since.version)
        if missed is None:
            frames = [self._opened(now)]
        else:
            frames = [frame_of(TableResumed(self.info.table, now, len(missed))), *missed]
        self.followers[patron] += 1
        self._totals_changed()
        return [*frames, self._seat(patron, credit)]

    def leave(self, patron: str) -> bool:
        """One socket less. Whether it was the patron's last."""
        self.followers[patron] -= 1
        is_last = not self.followers[patron]
        if is_last:
            del self.followers[patron]
        self._totals_changed()
        return is_last

    def change_settings(self, info: TableInfo, table: Table, credit_of: CreditOf, now: Instant) -> None:
        """The table has new settings: everybody here gets a new snapshot."""
        self.info, self._table, self._snapshot = info, table, None
        self._roads = RoadBoard(shows_naturals=info.shows_naturals)
        self._roads.change(table.scores)
        self._bus.publish(self._channel, self._opened(now))
        for patron in self.followers:
            self._bus.publish(patron_channel(patron), self._seat(patron, credit_of(patron, NOT_MOVED) or 0), info.table)
        self._lobby.table_changed(info.table, TableView(table), self._roads.whole, self.crowd)

    def announce_limits(self, limits: tuple[ComingLimit, ...], from_shoe: int) -> None:
        """Everybody here is told now, and who comes later with the snapshot; they count from the next shoe on."""
        self.info, self._snapshot = replace(self.info, coming_limits=limits), None
        self._bus.publish(self._channel, frame_of(LimitsAnnounced(self.info.table, from_shoe, limits)))

    def _seat(self, patron: str, credit: int) -> bytes:
        seat = seat_state(TableView(self.table, patron), credit)
        return frame_of(Seat(self.info.table, self._patrons.next_number(patron), self._recent.version, seat))

    def shown(self, now: Instant) -> TableOpened:
        """What anybody may see of the table, as it has been told."""
        name_of = self._patrons.name_of
        state = table_state(
            TableView(self.table), self._totals.fields, self._roads.whole, self._winners, self.crowd, name_of
        )
        return TableOpened(Offset(self._log, self._recent.version), now, self.info, state)

    def _opened(self, now: Instant) -> bytes:
        """Built once for all who come at about the same time: after a restart that is everybody."""
        key = self._recent.version, now // SNAPSHOT_MS
        if self._snapshot is None or self._snapshot[0] != key:
            self._snapshot = key, frame_of(self.shown(now))
        return self._snapshot[1]
