"""The lines of a statement: one for each round, decision about a round, tip and entry of the cashier.

A round is one line at its end, with what was staked and what came back. Lines come from the three places that keep
them, newest first, each from where the page before it ended.
"""

from collections.abc import AsyncIterator
from typing import Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.accounts import Account
from punto.ledger.cashier import Cashier
from punto.ledger.cashier_events import CashierEvent, TicketIssued
from punto.server.cashier.cashier_entries import CashierEntry, entry_of
from punto.server.cashier.cashier_stream import STREAM
from punto.server.cashier.ticket_code import GROUP, written
from punto.server.record.play_changes import ChangeOfPlay, changes_kind
from punto.server.record.plays_of_coup import PlayBody, PlayedBet
from punto.server.store.interface import EventReader, Ledger, PlayHistory, Records
from punto.server.store.plays import EVERY_PLAY, Play, PlayKey, PlayStatus
from punto.server.store.values import AccountLine
from punto.table.state import Instant
from punto.table.stored.event_codec import decode_event

LINES_AT_ONCE = 200
EVENTS_LOOKED_AT = 200  # for one that says when it was

LineKind = Literal[
    "round",
    "round_changed",
    "tip",
    "buy_in",
    "play_credits",
    "cash_out",
    "redeemed",
    "buy_in_reversed",
    "adjusted",
    "adjustment_reversed",
    "held",
]
KINDS_OF_CASH: dict[str, LineKind] = {
    "buy_in": "buy_in",
    "play_credits": "play_credits",
    "cash_out": "cash_out",
    "redeemed": "redeemed",
    "buy_in_reversed": "buy_in_reversed",
    "adjusted": "adjusted",
    "adjustment_reversed": "adjustment_reversed",
}
TAKES = frozenset({"cash_out", "buy_in_reversed", "adjustment_reversed"})  # what lowers the purse by its amount
_EVENTS: msgspec.json.Decoder[CashierEvent] = msgspec.json.Decoder(CashierEvent)


class StatementStore(EventReader, Ledger, PlayHistory, Records, Protocol):
    """What a statement is read from."""


class StatementLine(Struct, frozen=True, kw_only=True):
    """Amounts in the currency's smallest unit."""

    at: Instant
    kind: LineKind
    debit: int = 0  # out of the purse
    credit: int = 0  # into it
    purse: int = 0  # after this line
    table: str = ""
    book: str = ""
    shoe: int = 0
    round: int = 0
    status: PlayStatus | None = None  # of a round: as it stands now
    bets: tuple[PlayedBet, ...] = ()  # of a round: as first settled; held: as they lie
    entry: int | None = None  # in the cashier's log
    ticket: str = ""  # its code; of one that is not paid, the beginning
    is_paid: bool = False  # the ticket
    by: str = ""  # the member of staff; empty: nobody
    reason: str = ""
    is_reversed: bool = False
    reverses: int | None = None  # the entry that this one reverses
    uncovered: int = 0  # what could not be taken back


class CashLines:
    """The cashier's entries that moved a purse, found along the purse's own lines in the ledger."""

    def __init__(self, store: StatementStore, desk: Cashier, purse: Account) -> None:
        self.begins_at: Instant = 0  # known at the end: lines before it were dropped with archived rounds
        self._store = store
        self._desk = desk
        self._purse = purse

    async def newest_first(self, below: int | None) -> AsyncIterator[tuple[StatementLine, int]]:
        """Each with its number in the ledger, which is below a given one."""
        before: int | None = None
        oldest: AccountLine | None = None
        while found := await self._store.account_lines(self._purse, before):
            for line in found:
                if line.stream == STREAM and (below is None or line.number < below):
                    yield await self._line(line.version), line.number
            oldest, before = found[-1], found[-1].number
        if oldest is not None and not oldest.is_first:
            self.begins_at = await self._at(oldest)

    async def _line(self, number: int) -> StatementLine:
        [stored] = await self._store.read(STREAM, number - 1, 1)
        event = _EVENTS.decode(stored.body)
        line = cash_line(entry_of(self._desk, number, event))
        if not isinstance(event, TicketIssued):
            return line
        is_paid = self._desk.tickets[event.code].is_paid
        shown = written(event.code) if is_paid else f"{event.code[:GROUP]}…"
        return replace(line, ticket=shown, is_paid=is_paid)

    async def _at(self, line: AccountLine) -> Instant:
        """When it was; a bet does not say, so an event after it does."""
        events = await self._store.read(line.stream, line.version - 1, EVENTS_LOOKED_AT)
        times = (getattr(decode_event(each.body), "at", 0) for each in events)
        return next((at for at in times if at), 0)


def cash_line(entry: CashierEntry) -> StatementLine:
    takes = entry.kind in TAKES
    amount = -entry.amount if takes else entry.amount
    return StatementLine(
        at=entry.at,
        kind=KINDS_OF_CASH[entry.kind],
        debit=max(0, -amount),
        credit=max(0, amount),
        entry=entry.number,
        ticket=written(entry.ticket) if entry.ticket else "",
        by=entry.by,
        reason=entry.reason,
        is_reversed=entry.is_reversed,
        reverses=entry.reverses,
    )


async def play_lines(
    store: PlayHistory, patron: str, before: PlayKey | None
) -> AsyncIterator[tuple[StatementLine, PlayKey]]:
    """Rounds and tips."""
    while plays := await store.plays(patron, EVERY_PLAY, before, LINES_AT_ONCE):
        for play in plays:
            yield play_line(play), play.key
        before = plays[-1].key


def play_line(play: Play) -> StatementLine:
    """As first settled: what was changed later has a line of its own."""
    body = msgspec.json.decode(play.body, type=PlayBody)
    is_tip = play.status == "tip"
    return StatementLine(
        at=play.at,
        kind="tip" if is_tip else "round",
        debit=body.tip if is_tip else play.staked,
        credit=play.returned - sum(each.adjusted for each in body.changes),
        table=play.table,
        book=play.book,
        shoe=play.shoe,
        round=play.coup,
        status=play.status,
        bets=body.changes[0].bets if body.changes else body.bets,
    )


async def change_lines(store: Records, patron: str, after: str) -> AsyncIterator[tuple[StatementLine, str]]:
    """Each with its name among the records."""
    while found := await store.records(changes_kind(patron), after, LINES_AT_ONCE):
        for name, body in found:
            yield change_line(msgspec.json.decode(body, type=ChangeOfPlay)), name
        after = found[-1][0]


def change_line(change: ChangeOfPlay) -> StatementLine:
    return StatementLine(
        at=change.at,
        kind="round_changed",
        debit=max(0, -change.adjusted),
        credit=max(0, change.adjusted),
        table=change.table,
        book=change.book,
        shoe=change.shoe,
        round=change.coup,
        status=change.status,
        reason=change.reason,
        uncovered=change.uncovered,
    )
