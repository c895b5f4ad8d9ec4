"""The accounts that money moves between.

An account is a string, kind and currency first: `purse:EUR:p17`. Money enters and leaves a floor through the cashier,
so all accounts always sum to zero; only the house, the cashier and the adjustments may be below zero. Bots play with
their own money: what they win or lose is never the house's.
"""

from functools import lru_cache
from typing import NewType

Account = NewType("Account", str)

KINDS = ("purse", "escrow", "house", "fees", "tips", "tickets", "cashier", "adjustments")
MAY_BE_NEGATIVE = ("house", "cashier", "adjustments")
PURSE = "purse:"  # prefix of every purse
BOT = "bot:"  # prefix of every bot's id
NAMES_KEPT = 16_384  # of purses, and what is read off accounts: every bet asks several times


@lru_cache(NAMES_KEPT)
def purse(patron: str, currency: str) -> Account:
    return Account(f"purse:{currency}:{patron}")


@lru_cache(NAMES_KEPT)
def escrow(table: str, shoe: int, coup: int, currency: str) -> Account:
    """Holds the stakes of one coup while it runs; empty once it is settled."""
    return Account(f"escrow:{currency}:{table}:{shoe}:{coup}")


def house(currency: str) -> Account:
    return Account(f"house:{currency}")


def house_for(patron: str, currency: str) -> Account:
    """The house that plays against a patron. Bots have their own."""
    return Account(f"house:{currency}:bots") if is_bot(patron) else house(currency)


def fees_of(patron: str, currency: str) -> Account:
    """What storms have cost patrons; bots' fees stay their own."""
    return Account(f"fees:{currency}:bots" if is_bot(patron) else f"fees:{currency}")


def tips(currency: str, goes_to: str = "") -> Account:
    """One account for each recipient: `attendants`, `dealer:jade`. The first release had one for all."""
    return Account(f"tips:{currency}:{goes_to}" if goes_to else f"tips:{currency}")


def tickets(currency: str) -> Account:
    """What the floor owes to the holders of unredeemed tickets."""
    return Account(f"tickets:{currency}")


def cashier(currency: str) -> Account:
    """The other side of every buy-in and pay-out."""
    return Account(f"cashier:{currency}")


def cashier_for(patron: str, currency: str) -> Account:
    return Account(f"cashier:{currency}:bots") if is_bot(patron) else cashier(currency)


def adjustments(currency: str) -> Account:
    """The other side of every adjustment by staff: below zero when more was given than taken."""
    return Account(f"adjustments:{currency}")


def is_bot(patron: str) -> bool:
    """Bots play with money of their own and are in no report."""
    return patron.startswith(BOT)


@lru_cache(NAMES_KEPT)
def currency_of(account: Account) -> str:
    return account.split(":", 2)[1]


def may_be_negative(account: Account) -> bool:
    return account.partition(":")[0] in MAY_BE_NEGATIVE
