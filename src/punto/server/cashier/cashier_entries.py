"""The cashier's log as staff read it: newest first, each entry with the number needed to reverse it."""

from typing import Literal

import msgspec
from msgspec import Struct

from punto.ledger.cashier import Cashier
from punto.ledger.cashier_events import (
    AdjustmentReversed,
    BoughtIn,
    BuyInReversed,
    CashierEvent,
    PaymentReversed,
    PurseAdjusted,
    TicketIssued,
    TicketPaid,
    TipsPaid,
)
from punto.ledger.drawers import DrawerClosed, DrawerOpened
from punto.server.cashier.cashier_stream import STREAM
from punto.server.store.interface import LogReader
from punto.table.state import Instant

CHUNK = 500
SCANNED_MAX = 20_000  # entries scanned for one page; the next page continues after them

Kind = Literal[
    "buy_in",
    "play_credits",
    "cash_out",
    "redeemed",
    "paid_in_cash",
    "paid_by_hand",
    "buy_in_reversed",
    "payment_reversed",
    "adjusted",
    "adjustment_reversed",
    "tips_paid",
    "drawer_opened",
    "drawer_closed",
]
_EVENTS: msgspec.json.Decoder[CashierEvent] = msgspec.json.Decoder(CashierEvent)


class CashierEntry(Struct, frozen=True):
    """Amounts in the currency's smallest unit."""

    number: int
    at: Instant
    kind: Kind
    amount: int  # below zero: an adjustment that was taken
    patron: str  # whose purse it was, or whose ticket
    by: str  # the member of staff; empty: nobody
    ticket: str  # its code once paid; until then the code is as good as money
    reverses: int | None = None  # the entry that this one reverses
    is_reversed: bool = False
    drawer: int = 0  # that the cash moved; 0: none
    goes_to: str = ""  # whose tips were paid
    reason: str = ""  # of an adjustment


class EntryPage(Struct, frozen=True):
    entries: tuple[CashierEntry, ...]
    next: int | None  # the `before` of the next page; null: last page


class EntryFilter(Struct, frozen=True):
    patron: str = ""
    by: str = ""
    drawer: int = 0

    def wants(self, entry: CashierEntry) -> bool:
        is_here = self.drawer in (0, entry.drawer)
        return is_here and self.patron in ("", entry.patron) and self.by in ("", entry.by)


async def read_entries(store: LogReader, desk: Cashier, wanted: EntryFilter, *, last: int, limit: int) -> EntryPage:
    """From entry `last` downwards."""
    found: list[CashierEntry] = []
    first = (await store.checkpoint(STREAM)).version
    stop = max(first, last - SCANNED_MAX)
    while last > stop:
        start = max(stop, last - CHUNK)
        for stored in reversed(await store.read(STREAM, after=start, limit=last - start)):
            entry = entry_of(desk, stored.version, _EVENTS.decode(stored.body))
            if wanted.wants(entry):
                found.append(entry)
                if len(found) == limit:
                    return EntryPage(tuple(found), entry.number if entry.number - 1 > first else None)
        last = start
    return EntryPage(tuple(found), stop + 1 if stop > first else None)


def entry_of(desk: Cashier, number: int, event: CashierEvent) -> CashierEntry:
    entry = _cash_entry(desk, number, event) or _other_entry(desk, number, event)
    assert entry is not None, f"every event is an entry: {event}"
    return entry


def _cash_entry(desk: Cashier, number: int, event: CashierEvent) -> CashierEntry | None:
    """Of a deed in cash, which moves the drawer of whoever did it."""
    is_reversed = number in desk.reversed
    match event:
        case BoughtIn(patron=patron, amount=amount, by=by, at=at, drawer=drawer):
            kind: Kind = "buy_in" if by else "play_credits"
            return CashierEntry(number, at, kind, amount, patron, by, "", is_reversed=is_reversed, drawer=drawer)
        case TicketPaid(code=code, amount=amount, patron=None, by=by, at=at, drawer=drawer):
            ticket = desk.tickets[code]
            kind, owner = "paid_by_hand" if ticket.is_hand_pay else "paid_in_cash", ticket.patron
            return CashierEntry(number, at, kind, amount, owner, by or "", code, None, is_reversed, drawer)
        case BuyInReversed(entry=entry, patron=patron, amount=amount, by=by, at=at, drawer=drawer):
            return CashierEntry(number, at, "buy_in_reversed", amount, patron, by, "", reverses=entry, drawer=drawer)
        case PaymentReversed(entry=entry, code=code, amount=amount, by=by, at=at, drawer=drawer):
            owner = desk.tickets[code].patron
            return CashierEntry(number, at, "payment_reversed", amount, owner, by, code, reverses=entry, drawer=drawer)
        case TipsPaid(goes_to=goes_to, amount=amount, by=by, at=at, drawer=drawer):
            return CashierEntry(number, at, "tips_paid", amount, "", by, "", drawer=drawer, goes_to=goes_to)
    return None


def _other_entry(desk: Cashier, number: int, event: CashierEvent) -> CashierEntry | None:
    is_reversed = number in desk.reversed
    match event:
        case TicketIssued(patron=patron, amount=amount, at=at):
            return CashierEntry(number, at, "cash_out", amount, patron, "", "")
        case TicketPaid(code=code, amount=amount, patron=str() as patron, at=at):
            return CashierEntry(number, at, "redeemed", amount, patron, "", code)
        case PurseAdjusted(patron=patron, amount=amount, reason=reason, by=by, at=at):
            return CashierEntry(number, at, "adjusted", amount, patron, by, "", is_reversed=is_reversed, reason=reason)
        case AdjustmentReversed(entry=entry, patron=patron, amount=amount, by=by, at=at):
            return CashierEntry(number, at, "adjustment_reversed", amount, patron, by, "", reverses=entry)
        case DrawerOpened(drawer=drawer, by=by, amount=amount, at=at):
            return CashierEntry(number, at, "drawer_opened", amount, "", by, "", drawer=drawer)
        case DrawerClosed(drawer=drawer, by=by, amount=amount, at=at):
            return CashierEntry(number, at, "drawer_closed", amount, "", by, "", drawer=drawer)
    return None
