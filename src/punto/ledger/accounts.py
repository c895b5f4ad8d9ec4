"""The accounts that money moves between.

An account is a text, kind and currency first: `purse:EUR:p17`. The stores keep it as it is. Money enters and leaves
a floor through the cashier, so the sum over all accounts is zero at every instant; the house and the cashier may be
below zero, nobody else ever is. Bots play with money of their own: what they win or lose is never the house's.
"""

from typing import NewType

Account = NewType("Account", str)

KINDS = ("purse", "escrow", "house", "tips", "tickets", "cashier")
MAY_BE_NEGATIVE = ("house", "cashier")
PURSE = "purse:"  # how every purse begins
BOT = "bot:"  # how the id of every bot begins


def purse(patron: str, currency: str) -> Account:
    return Account(f"purse:{currency}:{patron}")


def escrow(table: str, shoe: int, coup: int, currency: str) -> Account:
    """Holds the stakes of one coup while it runs, and is empty when it is settled."""
    return Account(f"escrow:{currency}:{table}:{shoe}:{coup}")


def house(currency: str) -> Account:
    return Account(f"house:{currency}")


def house_for(patron: str, currency: str) -> Account:
    """Who pays and takes against a patron. The bots have a house apart."""
    return Account(f"house:{currency}:bots") if is_bot(patron) else house(currency)


def tips(currency: str, goes_to: str = "") -> Account:
    """Each recipient has an account: `attendants`, `dealer:jade`. Tips of the first release were in one."""
    return Account(f"tips:{currency}:{goes_to}" if goes_to else f"tips:{currency}")


def tickets(currency: str) -> Account:
    """What the floor owes to the holders of unredeemed tickets."""
    return Account(f"tickets:{currency}")


def cashier(currency: str) -> Account:
    """The other side of every buy-in and pay-out."""
    return Account(f"cashier:{currency}")


def cashier_for(patron: str, currency: str) -> Account:
    return Account(f"cashier:{currency}:bots") if is_bot(patron) else cashier(currency)


def is_bot(patron: str) -> bool:
    """Bots play with money of their own and are in no report."""
    return patron.startswith(BOT)


def currency_of(account: Account) -> str:
    return account.split(":", 2)[1]


def may_be_negative(account: Account) -> bool:
    return account.partition(":")[0] in MAY_BE_NEGATIVE
