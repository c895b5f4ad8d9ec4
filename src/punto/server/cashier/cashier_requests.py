"""Requests to the cashier's desk, and its answers."""

from typing import assert_never

import msgspec
from msgspec import structs

from punto.ledger.accounts import purse, tips
from punto.ledger.cashier_commands import (
    AdjustPurse,
    BuyIn,
    CashierCommand,
    CashOut,
    PayTicket,
    PayTips,
    RedeemTicket,
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
from punto.ledger.drawers import CloseDrawer, DrawerClosed, DrawerOpened, OpenDrawer
from punto.server.protocol.refusals import AnyRefusal, ServerRefusal
from punto.server.store.values import Refused, Repeated


class FillUp(msgspec.Struct, frozen=True, tag=True):
    """Play credits: back to a guest's starting credit, once an hour."""

    patron: str


class CashierRequest(msgspec.Struct, frozen=True):
    command: CashierCommand | FillUp
    id: str  # includes the sender; empty for our own
    day_max: int | None = None  # how much the member of staff may move in a gaming day
    digest: bytes = b""  # of the content that the sender chose


class _StoredAnswer(msgspec.Struct, frozen=True):
    """Refusals are not stored."""

    amount: int = 0
    code: str = ""
    is_hand_pay: bool = False
    entry: int = 0
    drawer: int = 0


class CashierAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Done, or refused by name. `amount` is what moved."""

    refusal: AnyRefusal | None = None
    amount: int = 0
    code: str = ""
    is_hand_pay: bool = False
    wait_ms: int = 0  # until play credits are available again
    entry: int = 0  # its number in the cashier's log
    drawer: int = 0  # the drawer that it moved; 0: none
    is_repeated: bool = False  # nothing moved now: it was done when the id was first sent


def account_of(request: CashierRequest, currency: str) -> str:
    """The account whose balance decides: a purse, or tips to be paid; empty: none."""
    match request.command:
        case BuyIn(patron=patron) | CashOut(patron=patron) | RedeemTicket(patron=patron):
            return purse(patron, currency)
        case ReverseBuyIn(patron=patron) | FillUp(patron=patron):
            return purse(patron, currency)
        case AdjustPurse(patron=patron) | ReverseAdjustment(patron=patron):
            return purse(patron, currency)
        case PayTips(goes_to=goes_to):
            return tips(currency, goes_to)
        case PayTicket() | ReversePayment() | OpenDrawer() | CloseDrawer():
            return ""
    assert_never(request.command)


def answered_before(outcome: Repeated | Refused) -> CashierAnswer:
    if isinstance(outcome, Repeated):
        stored = msgspec.json.decode(outcome.answer, type=_StoredAnswer)
        return CashierAnswer(**structs.asdict(stored), is_repeated=True)
    return CashierAnswer(refusal=ServerRefusal.ID_WAS_USED)


def limited_by(request: CashierRequest) -> str:
    """The member of staff whose day is counted."""
    if request.day_max is None:
        return ""
    match request.command:
        case BuyIn(by=by) | PayTicket(by=by) | ReverseBuyIn(by=by) | ReversePayment(by=by) | PayTips(by=by):
            return by
        case AdjustPurse(by=by) | ReverseAdjustment(by=by):
            return by
        case CashOut() | RedeemTicket() | FillUp() | OpenDrawer() | CloseDrawer():
            return ""
    assert_never(request.command)


def answer_for(events: tuple[CashierEvent, ...], entry: int = 0) -> CashierAnswer:
    (event,) = events
    match event:
        case TicketIssued(code=code, amount=amount, is_hand_pay=is_hand_pay):
            return CashierAnswer(amount=amount, code=code, is_hand_pay=is_hand_pay, entry=entry)
        case BoughtIn() | TicketPaid() | BuyInReversed() | PaymentReversed() | TipsPaid():
            return CashierAnswer(amount=event.amount, entry=entry, drawer=event.drawer)
        case PurseAdjusted() | AdjustmentReversed():
            return CashierAnswer(amount=event.amount, entry=entry)
        case DrawerOpened() | DrawerClosed():
            return CashierAnswer(amount=event.amount, entry=entry, drawer=event.drawer)
    assert_never(event)
