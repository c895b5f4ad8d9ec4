"""The cashier: money in, money out, and tickets that are redeemed exactly once.

A cash-out empties the purse into a ticket. Anybody with its code may redeem it into a purse, or an attendant pays it in
cash; above the floor's limit only an attendant may pay it, by hand. Errors are reversed by an entry that names the
wrong one: nothing is updated or deleted.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never

from immutables import Map
from msgspec import Struct

from punto.ledger.accounts import Account, adjustments, cashier, cashier_for, is_bot, purse, tickets
from punto.ledger.journal import Journal
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


class _Command(Struct, frozen=True, tag=True):
    """Shared settings; the type of a command is `CashierCommand`, below."""


class BuyIn(_Command, frozen=True):
    patron: str
    amount: int
    by: str = ""  # who took the money; empty: play credits, which nobody pays for


class CashOut(_Command, frozen=True):
    """The shell makes the code, so that nobody can guess it."""

    patron: str
    code: str


class RedeemTicket(_Command, frozen=True):
    """Into any purse."""

    code: str
    patron: str


class PayTicket(_Command, frozen=True):
    """In cash, by an attendant."""

    code: str
    by: str


class ReverseBuyIn(_Command, frozen=True):
    """Made by `reversal_of`, like the next."""

    entry: int  # its number in the cashier's log
    patron: str
    amount: int
    by: str


class ReversePayment(_Command, frozen=True):
    """A ticket booked as paid in cash that was not."""

    entry: int
    code: str
    amount: int
    by: str


class AdjustPurse(_Command, frozen=True):
    """What staff give or, below zero, take without cash: a mistake of the house put right."""

    patron: str
    amount: int
    reason: str
    by: str


class ReverseAdjustment(_Command, frozen=True):
    entry: int
    patron: str
    amount: int  # as it was booked
    by: str


Reversal = ReverseBuyIn | ReversePayment | ReverseAdjustment
CashierCommand = BuyIn | CashOut | RedeemTicket | PayTicket | AdjustPurse | Reversal


class _Event(Struct, frozen=True, tag=True):
    """Shared settings; the type of an event is `CashierEvent`, below."""


class BoughtIn(_Event, frozen=True):
    patron: str
    amount: int
    by: str = ""
    at: int = 0


class TicketIssued(_Event, frozen=True):
    code: str
    patron: str
    amount: int
    is_hand_pay: bool
    at: int = 0


class TicketPaid(_Event, frozen=True):
    code: str
    amount: int
    patron: str | None  # into whose purse; None: in cash
    by: str | None
    at: int = 0


class BuyInReversed(_Event, frozen=True):
    entry: int
    patron: str
    amount: int
    by: str
    at: int = 0


class PaymentReversed(_Event, frozen=True):
    """The ticket can be paid again."""

    entry: int
    code: str
    amount: int
    by: str
    at: int = 0


class PurseAdjusted(_Event, frozen=True):
    patron: str
    amount: int  # below zero: taken
    reason: str
    by: str
    at: int = 0


class AdjustmentReversed(_Event, frozen=True):
    entry: int
    patron: str
    amount: int  # as it was booked
    by: str
    at: int = 0


CashierEvent = (
    BoughtIn | TicketIssued | TicketPaid | BuyInReversed | PaymentReversed | PurseAdjusted | AdjustmentReversed
)


@dataclass(frozen=True)
class Ticket:
    amount: int
    is_hand_pay: bool
    is_paid: bool = False
    patron: str = ""  # whose purse it came from
    at: int = 0  # when it was issued; 0 in snapshots of the first release


@dataclass(frozen=True)
class Cashier:
    currency: str
    hand_pay_above: int
    tickets: Map[str, Ticket] = field(default_factory=Map)
    reversed: frozenset[int] = frozenset()  # numbers of reversed entries


CashierDecision = tuple[CashierEvent, ...] | CashierRefusal
_TOO_LITTLE = CashierRefusal.PURSE_HOLDS_TOO_LITTLE


def decide_cashier(
    desk: Cashier, command: CashierCommand, credit: int, *, has_bets: bool, now: int = 0
) -> CashierDecision:
    """`credit`: the balance of the command's patron; `has_bets`: whether they have bets on any table."""
    match command:
        case BuyIn(patron=patron, amount=amount, by=by):
            return (BoughtIn(patron, amount, by, now),) if amount > 0 else CashierRefusal.AMOUNT_IS_NOT_POSITIVE
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
    assert_never(command)


def reversal_of(event: CashierEvent | None, entry: int, by: str) -> Reversal | CashierRefusal:
    """The command that reverses an entry: only what staff booked, not patrons' own acts or play credits."""
    match event:
        case None:
            return CashierRefusal.ENTRY_IS_UNKNOWN
        case BoughtIn(patron=patron, amount=amount, by=taken_by) if taken_by and not is_bot(patron):
            return ReverseBuyIn(entry, patron, amount, by)
        case TicketPaid(code=code, amount=amount, patron=None):
            return ReversePayment(entry, code, amount, by)
        case PurseAdjusted(patron=patron, amount=amount):
            return ReverseAdjustment(entry, patron, amount, by)
    return CashierRefusal.ENTRY_CANNOT_BE_REVERSED


def _reverse(desk: Cashier, command: Reversal, credit: int, now: int) -> CashierDecision:
    if command.entry in desk.reversed:
        return CashierRefusal.ENTRY_IS_REVERSED
    if isinstance(command, ReversePayment):
        return (PaymentReversed(command.entry, command.code, command.amount, command.by, now),)
    if credit < command.amount:
        return _TOO_LITTLE
    if isinstance(command, ReverseAdjustment):
        return (AdjustmentReversed(command.entry, command.patron, command.amount, command.by, now),)
    return (BuyInReversed(command.entry, command.patron, command.amount, command.by, now),)


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
        return (TicketPaid(command.code, ticket.amount, patron=None, by=command.by, at=now),)
    if ticket.is_hand_pay:
        return CashierRefusal.TICKET_IS_PAID_BY_HAND
    return (TicketPaid(command.code, ticket.amount, command.patron, by=None, at=now),)


def evolve_cashier(desk: Cashier, event: CashierEvent) -> Cashier:
    match event:
        case BoughtIn() | PurseAdjusted():
            return desk
        case TicketIssued(code=code, patron=patron, amount=amount, is_hand_pay=is_hand_pay, at=at):
            return replace(desk, tickets=desk.tickets.set(code, Ticket(amount, is_hand_pay, patron=patron, at=at)))
        case TicketPaid(code=code):
            return replace(desk, tickets=_paid(desk, code, is_paid=True))
        case BuyInReversed(entry=entry) | AdjustmentReversed(entry=entry):
            return replace(desk, reversed=desk.reversed | {entry})
        case PaymentReversed(entry=entry, code=code):
            return replace(desk, reversed=desk.reversed | {entry}, tickets=_paid(desk, code, is_paid=False))
    assert_never(event)


def _paid(desk: Cashier, code: str, *, is_paid: bool) -> Map[str, Ticket]:
    return desk.tickets.set(code, replace(desk.tickets[code], is_paid=is_paid))


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
    assert_never(event)


def _moved(source: Account, target: Account, amount: int) -> Journal:
    return Journal({source: Amount(-amount), target: Amount(amount)})
