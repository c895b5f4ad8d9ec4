"""How odds and shares are written for people and for machines."""

from fractions import Fraction

from punto.rules.money import Odds


def odds_text(odds: Odds) -> str:
    """`0.95`, `11` or, where a decimal would not end, `1/3`. With the words for a push and a loss."""
    if odds == 0:
        return "push"
    if odds == -1:
        return "loses"
    return decimal_text(odds)


def decimal_text(number: Fraction) -> str:
    denominator = number.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return f"{float(number):g}" if denominator == 1 else str(number)


def percent_text(share: Fraction, digits: int = 4) -> str:
    return f"{float(share * 100):.{digits}f} %"
