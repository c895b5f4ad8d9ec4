"""Follows the cashier's log: tickets are issued once and paid once, and a reversal names what it reverses.

A drawer is closed with what its own deeds come to.
"""

from punto.ledger.cashier import Cashier, evolve_cashier, reversal_of
from punto.ledger.cashier_commands import Reversal, ReversePayment
from punto.ledger.cashier_events import (
    AdjustmentReversed,
    BuyInReversed,
    CashierEvent,
    PaymentReversed,
    TicketIssued,
    TicketPaid,
)
from punto.ledger.drawers import DrawerClosed
from punto.server.keeping.inspection.findings import Findings

STREAM = "cashier"
Reversed = BuyInReversed | PaymentReversed | AdjustmentReversed


class CashierLog:
    def __init__(self, findings: Findings, currency: str) -> None:
        self._findings = findings
        self._desk = Cashier(currency, hand_pay_above=0)
        self._reversals: dict[int, Reversal] = {}  # how each entry could be reversed

    @property
    def owed(self) -> int:
        """On tickets that nobody has redeemed."""
        return sum(ticket.amount for ticket in self._desk.tickets.values() if not ticket.is_paid)

    def feed(self, event: CashierEvent, version: int) -> None:
        match event:
            case TicketIssued(code=code) if code in self._desk.tickets:
                self._add(version, "TicketIssued: code", says="one that was issued before", should="a new one")
            case TicketPaid(code=code, amount=amount):
                self._check_open(code, amount, version)
            case BuyInReversed() | PaymentReversed() | AdjustmentReversed():
                self._check_reversal(event, version)
            case DrawerClosed():
                self._check_drawer(event, version)
        reversal = reversal_of(event, version, by="")
        if isinstance(reversal, Reversal):
            self._reversals[version] = reversal
        if not self._is_of_nothing(event):
            self._desk = evolve_cashier(self._desk, event)

    def _is_of_nothing(self, event: CashierEvent) -> bool:
        """A ticket or a drawer that is not there cannot be followed on; it was named already."""
        if isinstance(event, DrawerClosed):
            return event.by not in self._desk.drawers.open
        return isinstance(event, TicketPaid | PaymentReversed) and event.code not in self._desk.tickets

    def _check_open(self, code: str, amount: int, version: int) -> None:
        ticket = self._desk.tickets.get(code)
        if ticket is None:
            self._add(version, "TicketPaid: code", says="one that was never issued", should="that of a ticket")
            return
        if ticket.is_paid:
            self._add(version, "TicketPaid", says="a ticket that was paid before", should="one that is still open")
        self._findings.expect(STREAM, version, "TicketPaid: amount", says=amount, should=ticket.amount)

    def _check_reversal(self, event: Reversed, version: int) -> None:
        what = type(event).__name__
        if event.entry in self._desk.reversed:
            self._add(version, what, says=f"entry {event.entry} again", should="each entry once")
        reversal = self._reversals.get(event.entry)
        if reversal is None:
            self._add(version, what, says=f"entry {event.entry}", should="an entry of staff before it")
            return
        self._findings.expect(STREAM, version, f"{what}: amount", says=event.amount, should=reversal.amount)
        says = event.code if isinstance(event, PaymentReversed) else event.patron
        should = reversal.code if isinstance(reversal, ReversePayment) else reversal.patron
        self._findings.expect(STREAM, version, f"{what}: whose", says=says, should=should)

    def _check_drawer(self, event: DrawerClosed, version: int) -> None:
        drawer = self._desk.drawers.of(event.by)
        if drawer is None:
            self._add(version, "DrawerClosed", says=f"drawer {event.drawer}", should="a drawer that is open")
            return
        what = f"DrawerClosed, drawer {event.drawer}: should_hold"
        self._findings.expect(STREAM, version, what, says=event.should_hold, should=drawer.should_hold)

    def _add(self, version: int, what: str, *, says: str, should: str) -> None:
        self._findings.add(STREAM, version, what, says=says, should=should)
