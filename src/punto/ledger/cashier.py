"""The cashier: money in, money out, and tickets that are redeemed exactly once.

A cash-out empties the purse into a ticket. Anybody with its code may redeem it into a purse, or an attendant pays it in
cash; above the floor's limit only an attendant may pay it, by hand. Errors are reversed by an entry that names the
wrong one: nothing is updated or deleted.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never

from immutables import Map

from punto.ledger.accounts import Account, adjustments, cashier, cashier_for, is_bot, purse, tickets, tips
from punto.ledger.cashier_commands import (
    AdjustPurse,
    BuyIn,
    CashierCommand,
    CashOut,
    PayTicket,
    PayTips,
    RedeemTicket,
    Reversal,
    ReverseAdjustment,
    ReverseBuyIn,
    ReversePayment,
)
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
from punto.ledger.drawers import (
    CloseDrawer,
    DrawerClosed,
    DrawerOpened,
    DrawerRefusal,
    Drawers,
    OpenDrawer,
    decide_drawer,
    evolve_drawers,
    paid_out,
    paid_tips,
    took_in,
)
from punto.ledger.journal import NOTHING, Journal
from punto.rules.money import Amount


class CashierRefusal(StrEnum):
    AMOUNT_IS_NOT_POSITIVE = "amount_is_not_positive"
    NOTHING_TO_CASH_OUT = "nothing_to_cash_out"
    BETS_LIE = "bets_lie"
    CODE_IS_TAKEN = "code_is_taken"
    TICKET_IS_UNKNOWN = "ticket_is_unknown"
    TICKET_IS_PAID = "ticket_is_paid"
    TICKET_IS_PAID_BY_HAND = "ticket_is_paid_by_hand"
    ENTRY_IS_UNKNOWN = "entry_is_unknown"
    ENTRY_IS_REVERSED = "entry_is_reversed"
    ENTRY_CANNOT_BE_REVERSED = "entry_cannot_be_reversed"  # staff did not book it
    PURSE_HOLDS_TOO_LITTLE = "purse_holds_too_little"  # the money was staked or cashed out
    TIPS_HOLD_TOO_LITTLE = "tips_hold_too_little"  # fewer tips are owed to this person


@dataclass(frozen=True)
class Ticket:
    amount: int
    is_hand_pay: bool
    is_paid: bool = False
    patron: str = ""  # whose purse it came from
    at: int = 0  # when it was issued; 0 in snapshots of the first release
    paid_at: int = 0  # 0: not paid, or paid under an earlier release


@dataclass(frozen=True)
class Cashier:
    currency: str
    hand_pay_above: int
    tickets: Map[str, Ticket] = field(default_factory=Map)
    reversed: frozenset[int] = frozenset()  # numbers of reversed entries
    drawers: Drawers = field(default_factory=Drawers)


CashierDecision = tuple[CashierEvent, ...] | CashierRefusal | DrawerRefusal
_TOO_LITTLE = CashierRefusal.PURSE_HOLDS_TOO_LITTLE


def decide_cashier(
    desk: Cashier, command: CashierCommand, credit: int, *, has_bets: bool, now: int = 0
) -> CashierDecision:
    """`credit`: the balance of the command's patron, or of the tips it pays; `has_bets`: of the patron, anywhere."""
    match command:
        case BuyIn():
            return _buy_in(desk, command, now)
        case CashOut():
            return CashierRefusal.BETS_LIE if has_bets else _cash_out(desk, command, credit, now)
        case RedeemTicket() | PayTicket():
            return _pay(desk, command, now)
        case AdjustPurse(patron=patron, amount=amount, reason=reason, by=by):
            if not amount:
                return CashierRefusal.AMOUNT_IS_NOT_POSITIVE
            is_covered = credit + amount >= 0
            return (PurseAdjusted(patron, amount, reason, by, now),) if is_covered else _TOO_LITTLE
        case ReverseBuyIn() | ReversePayment() | ReverseAdjustment():
            return _reverse(desk, command, credit, now)
        case PayTips():
            return _pay_tips(desk, command, credit, now)
        case OpenDrawer() | CloseDrawer():
            event = decide_drawer(desk.drawers, command, now)
            return event if isinstance(event, DrawerRefusal) else (event,)
    assert_never(command)


def reversal_of(event: CashierEvent | None, entry: int, by: str) -> Reversal | CashierRefusal:
    """The command that reverses an entry: only what staff booked, not patrons' own acts or play credits."""
    match event:
        case None:
            return CashierRefusal.ENTRY_IS_UNKNOWN
        case BoughtIn(patron=patron, amount=amount, by=taken_by, drawer=drawer) if taken_by and not is_bot(patron):
            return ReverseBuyIn(entry, patron, amount, by, drawer)
        case TicketPaid(code=code, amount=amount, patron=None, drawer=drawer):
            return ReversePayment(entry, code, amount, by, drawer)
        case PurseAdjusted(patron=patron, amount=amount):
            return ReverseAdjustment(entry, patron, amount, by)
    return CashierRefusal.ENTRY_CANNOT_BE_REVERSED


def _buy_in(desk: Cashier, command: BuyIn, now: int) -> CashierDecision:
    if command.amount <= 0:
        return CashierRefusal.AMOUNT_IS_NOT_POSITIVE
    is_cash = bool(command.by) and not is_bot(command.patron)
    drawer = desk.drawers.number_for(command.by) if is_cash else 0
    if isinstance(drawer, DrawerRefusal):
        return drawer
    return (BoughtIn(command.patron, command.amount, command.by, now, drawer),)


def _pay_tips(desk: Cashier, command: PayTips, credit: int, now: int) -> CashierDecision:
    if command.amount <= 0:
        return CashierRefusal.AMOUNT_IS_NOT_POSITIVE
    if credit < command.amount:
        return CashierRefusal.TIPS_HOLD_TOO_LITTLE
    drawer = desk.drawers.number_for(command.by)
    if isinstance(drawer, DrawerRefusal):
        return drawer
    return (TipsPaid(command.goes_to, command.amount, command.by, now, drawer),)


def _reverse(desk: Cashier, command: Reversal, credit: int, now: int) -> CashierDecision:
    if command.entry in desk.reversed:
        return CashierRefusal.ENTRY_IS_REVERSED
    if not isinstance(command, ReversePayment) and credit < command.amount:
        return _TOO_LITTLE
    if isinstance(command, ReverseAdjustment):  # no cash moves
        return (AdjustmentReversed(command.entry, command.patron, command.amount, command.by, now),)
    drawer = desk.drawers.number_for_reversal(command.booked_in, command.by)
    if isinstance(drawer, DrawerRefusal):
        return drawer
    if isinstance(command, ReversePayment):
        return (PaymentReversed(command.entry, command.code, command.amount, command.by, now, drawer),)
    return (BuyInReversed(command.entry, command.patron, command.amount, command.by, now, drawer),)


def _cash_out(desk: Cashier, command: CashOut, credit: int, now: int) -> CashierDecision:
    if credit <= 0:
        return CashierRefusal.NOTHING_TO_CASH_OUT
    if command.code in desk.tickets:
        return CashierRefusal.CODE_IS_TAKEN
    return (TicketIssued(command.code, command.patron, credit, is_hand_pay=credit > desk.hand_pay_above, at=now),)


def _pay(desk: Cashier, command: RedeemTicket | PayTicket, now: int) -> CashierDecision:
    ticket = desk.tickets.get(command.code)
    if ticket is None:
        return CashierRefusal.TICKET_IS_UNKNOWN
    if ticket.is_paid:
        return CashierRefusal.TICKET_IS_PAID
    if isinstance(command, PayTicket):
        drawer = desk.drawers.number_for(command.by)
        if isinstance(drawer, DrawerRefusal):
            return drawer
        return (TicketPaid(command.code, ticket.amount, patron=None, by=command.by, at=now, drawer=drawer),)
    if ticket.is_hand_pay:
        return CashierRefusal.TICKET_IS_PAID_BY_HAND
    return (TicketPaid(command.code, ticket.amount, command.patron, by=None, at=now),)


def evolve_cashier(desk: Cashier, event: CashierEvent) -> Cashier:
    drawers = desk.drawers
    match event:
        case BoughtIn(amount=amount, drawer=drawer):
            return replace(desk, drawers=took_in(drawers, drawer, amount)) if drawer else desk
        case PurseAdjusted():
            return desk
        case AdjustmentReversed(entry=entry):
            return replace(desk, reversed=desk.reversed | {entry})
        case TicketIssued(code=code, patron=patron, amount=amount, is_hand_pay=is_hand_pay, at=at):
            return replace(desk, tickets=desk.tickets.set(code, Ticket(amount, is_hand_pay, patron=patron, at=at)))
        case TicketPaid(code=code, amount=amount, at=at, drawer=drawer):
            is_hand_pay = desk.tickets[code].is_hand_pay
            drawers = paid_out(drawers, drawer, amount, is_hand_pay=is_hand_pay) if drawer else drawers
            return replace(desk, tickets=_paid(desk, code, is_paid=True, at=at), drawers=drawers)
        case BuyInReversed(entry=entry, amount=amount, drawer=drawer):
            return replace(desk, reversed=desk.reversed | {entry}, drawers=took_in(drawers, drawer, -amount))
        case PaymentReversed(entry=entry, code=code, amount=amount, drawer=drawer):
            return replace(
                desk,
                reversed=desk.reversed | {entry},
                tickets=_paid(desk, code, is_paid=False, at=0),
                drawers=paid_out(drawers, drawer, -amount, is_hand_pay=desk.tickets[code].is_hand_pay),
            )
        case TipsPaid(amount=amount, drawer=drawer):
            return replace(desk, drawers=paid_tips(drawers, drawer, amount))
        case DrawerOpened() | DrawerClosed():
            return replace(desk, drawers=evolve_drawers(drawers, event))
    assert_never(event)


def _paid(desk: Cashier, code: str, *, is_paid: bool, at: int) -> Map[str, Ticket]:
    return desk.tickets.set(code, replace(desk.tickets[code], is_paid=is_paid, paid_at=at))


def cashier_journal(desk: Cashier, event: CashierEvent) -> Journal:
    currency = desk.currency
    match event:
        case BoughtIn(patron=patron, amount=amount):
            return _moved(cashier_for(patron, currency), purse(patron, currency), amount)
        case TicketIssued(patron=patron, amount=amount):
            return _moved(purse(patron, currency), tickets(currency), amount)
        case TicketPaid(patron=into, amount=amount):
            paid_to = cashier(currency) if into is None else purse(into, currency)
            return _moved(tickets(currency), paid_to, amount)
        case BuyInReversed(patron=patron, amount=amount):
            return _moved(purse(patron, currency), cashier_for(patron, currency), amount)
        case PaymentReversed(amount=amount):
            return _moved(cashier(currency), tickets(currency), amount)
        case PurseAdjusted(patron=patron, amount=amount):
            return _moved(adjustments(currency), purse(patron, currency), amount)
        case AdjustmentReversed(patron=patron, amount=amount):
            return _moved(purse(patron, currency), adjustments(currency), amount)
        case TipsPaid(goes_to=goes_to, amount=amount):
            return _moved(tips(currency, goes_to), cashier(currency), amount)
        case DrawerOpened() | DrawerClosed():
            return NOTHING  # the float is the house's own cash on both sides
    assert_never(event)


def _moved(source: Account, target: Account, amount: int) -> Journal:
    return Journal({source: Amount(-amount), target: Amount(amount)})
