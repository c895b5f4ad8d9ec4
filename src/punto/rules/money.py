"""Amounts and odds. Money is whole units, odds are exact, and nothing is ever rounded."""

from fractions import Fraction
from typing import NewType

Amount = NewType("Amount", int)  # in the smallest unit of a currency
Odds = Fraction  # net, to one: 8 wins eight stakes, 0 is a push, -1 a loss

PUSH = Odds(0)
LOSS = Odds(-1)


class FractionalPayout(ValueError):
    """A stake whose return would not be whole units."""


def returned(stake: Amount, odds: Odds) -> Amount:
    """What goes back to the patron, stake included."""
    exact = stake * (1 + odds)
    if exact.denominator != 1:
        raise FractionalPayout(f"a stake of {stake} at {odds} to 1 returns {exact}, which is not a whole amount")
    return Amount(exact.numerator)
