"""The cashier's log as staff read it: newest first, each entry with the number needed to reverse it."""

from typing import Literal

import msgspec
from msgspec import Struct

from punto.ledger.cashier import (
    AdjustmentReversed,
    BoughtIn,
    BuyInReversed,
    Cashier,
    CashierEvent,
    PaymentReversed,
    PurseAdjusted,
    TicketIssued,
    TicketPaid,
)
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
    "buy_in_reversed",
    "payment_reversed",
    "adjusted",
    "adjustment_reversed",
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
    reason: str = ""  # of an adjustment


class EntryPage(Struct, frozen=True):
    entries: tuple[CashierEntry, ...]
    next: int | None  # the `before` of the next page; null: last page


class EntryFilter(Struct, frozen=True):
    patron: str = ""
    by: str = ""

    def wants(self, entry: CashierEntry) -> bool:
        return self.patron in ("", entry.patron) and self.by in ("", entry.by)


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
    is_reversed = number in desk.reversed
    match event:
        case BoughtIn(patron=patron, amount=amount, by=by, at=at):
            kind: Kind = "buy_in" if by else "play_credits"
            return CashierEntry(number, at, kind, amount, patron, by, "", is_reversed=is_reversed)
        case TicketIssued(patron=patron, amount=amount, at=at):
            return CashierEntry(number, at, "cash_out", amount, patron, "", "")
        case TicketPaid(code=code, amount=amount, patron=None, by=by, at=at):
            owner = desk.tickets[code].patron
            return CashierEntry(number, at, "paid_in_cash", amount, owner, by or "", code, is_reversed=is_reversed)
        case TicketPaid(code=code, amount=amount, patron=str() as patron, at=at):
            return CashierEntry(number, at, "redeemed", amount, patron, "", code)
        case BuyInReversed(entry=entry, patron=patron, amount=amount, by=by, at=at):
            return CashierEntry(number, at, "buy_in_reversed", amount, patron, by, "", reverses=entry)
        case PaymentReversed(entry=entry, code=code, amount=amount, by=by, at=at):
            owner = desk.tickets[code].patron
            return CashierEntry(number, at, "payment_reversed", amount, owner, by, code, reverses=entry)
        case PurseAdjusted(patron=patron, amount=amount, reason=reason, by=by, at=at):
            return CashierEntry(number, at, "adjusted", amount, patron, by, "", is_reversed=is_reversed, reason=reason)
        case AdjustmentReversed(entry=entry, patron=patron, amount=amount, by=by, at=at):
            return CashierEntry(number, at, "adjustment_reversed", amount, patron, by, "", reverses=entry)
    raise AssertionError(event)
