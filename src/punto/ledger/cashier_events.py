"""What the cashier's log holds: one event for each movement of money, and for each drawer opened or closed.

Fields with defaults came later than the first release, whose logs are still read.
"""

from msgspec import Struct

from punto.ledger.drawers import DrawerEvent


class _Event(Struct, frozen=True, tag=True):
    """Shared settings; the type of an event is `CashierEvent`, below."""


class BoughtIn(_Event, frozen=True):
    patron: str
    amount: int
    by: str = ""
    at: int = 0
    drawer: int = 0  # that the cash went into; 0: none


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
    drawer: int = 0


class BuyInReversed(_Event, frozen=True):
    entry: int
    patron: str
    amount: int
    by: str
    at: int = 0
    drawer: int = 0


class PaymentReversed(_Event, frozen=True):
    """The ticket can be paid again."""

    entry: int
    code: str
    amount: int
    by: str
    at: int = 0
    drawer: int = 0


class TipsPaid(_Event, frozen=True):
    goes_to: str
    amount: int
    by: str
    at: int
    drawer: int = 0


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


PaidEvent = BoughtIn | TicketPaid | BuyInReversed | PaymentReversed | TipsPaid  # each moves a drawer, if one is open
CashierEvent = PaidEvent | TicketIssued | PurseAdjusted | AdjustmentReversed | DrawerEvent
