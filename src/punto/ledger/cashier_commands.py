"""What the cashier can be asked to do: money in, money out, and entries that are reversed or adjusted."""

from msgspec import Struct

from punto.ledger.drawers import DrawerCommand


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
    booked_in: int = 0  # the drawer of the entry


class ReversePayment(_Command, frozen=True):
    """A ticket booked as paid in cash that was not."""

    entry: int
    code: str
    amount: int
    by: str
    booked_in: int = 0


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


class PayTips(_Command, frozen=True):
    """In cash, to the dealer or the attendants they were given to."""

    goes_to: str  # as in the account of these tips: `dealer:` and an id, or `attendants`
    amount: int
    by: str


Reversal = ReverseBuyIn | ReversePayment | ReverseAdjustment
CashierCommand = BuyIn | CashOut | RedeemTicket | PayTicket | AdjustPurse | Reversal | PayTips | DrawerCommand
