"""How odds and shares are written, for people and for programs."""

from decimal import Decimal
from fractions import Fraction

from punto.rules.money import Odds

DECIMALS_MAX = 12


def odds_text(odds: Odds) -> str:
    """`0.95`, `11` or, where a decimal would not end, `1/3`; in words for a push and a loss."""
    if odds == 0:
        return "push"
    if odds == -1:
        return "loses"
    return decimal_text(odds)


def decimal_text(number: Fraction) -> str:
    """Every digit of a decimal that ends, else the fraction."""
    digits = next((digits for digits in range(DECIMALS_MAX + 1) if (number * 10**digits).denominator == 1), None)
    return str(number) if digits is None else f"{Decimal(number.numerator) / Decimal(number.denominator):.{digits}f}"


def percent_text(share: Fraction, digits: int = 4) -> str:
    return f"{float(share * 100):.{digits}f} %"
