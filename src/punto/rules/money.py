"""Amounts and odds. Money is whole units, odds are exact, and nothing is ever rounded."""

import re
from decimal import Decimal
from fractions import Fraction
from math import isclose, isfinite
from typing import NamedTuple, NewType, Self

from punto.rules.invalid_input import InvalidInput, shortened

Amount = NewType("Amount", int)  # in the smallest unit of a currency


DENOMINATOR_MAX = 10_000  # of what a printed pay table has: a finer fraction was rounded before it was written down

DECIMAL_COMMA = re.compile(r"-?[0-9]{1,9},[0-9]{1,9}")
WRITE_ODDS = "Odds(8), Odds('0.95') or Odds('7/2')"


class InvalidOdds(InvalidInput):
    """No odds, or odds that were rounded before they came here."""


class Odds(Fraction):
    """Net, to one: 8 wins eight stakes, 0 is a push, -1 a loss. A float is refused: 0.95 is not 19/20, only near it."""

    __slots__ = ()

    def __new__(cls, numerator: int | str | Decimal | Fraction = 0, denominator: int | None = None) -> Self:
        if isinstance(numerator, bool):
            raise InvalidOdds(f"{numerator} is no odds; write {WRITE_ODDS}")
        if isinstance(numerator, float):
            raise InvalidOdds(f"odds of {numerator!r} are not exact; write {exact_odds(numerator)}")
        try:
            return super().__new__(cls, numerator, denominator)  # type: ignore[arg-type]  # as Fraction takes them
        except (TypeError, ValueError, ArithmeticError):
            written = str(numerator if denominator is None else f"{numerator}/{denominator}")
            meant = f"Odds('{written.replace(',', '.')}')" if DECIMAL_COMMA.fullmatch(written) else WRITE_ODDS
            raise InvalidOdds(f"{shortened(written)} are no odds; write {meant}") from None


def exact_odds(rounded: object) -> str:
    """What was meant by a number that was rounded, as it is written: a short decimal, or a small fraction."""
    if not isinstance(rounded, int | float | Fraction) or not isfinite(rounded):
        return WRITE_ODDS
    if rounded == int(rounded):
        return f"Odds({int(rounded)})"
    decimal = str(float(rounded))
    if Fraction(decimal).denominator <= DENOMINATOR_MAX:
        return f"Odds('{decimal}')"
    small = Fraction(rounded).limit_denominator(DENOMINATOR_MAX)
    return f"Odds('{small}')" if isclose(small, rounded, rel_tol=1e-6) else WRITE_ODDS


PUSH = Odds(0)
LOSS = Odds(-1)


class FractionalPayout(ValueError):
    """A stake whose return would not be whole units."""


def returned(stake: Amount, odds: Odds) -> Amount:
    """What goes back to the patron, stake included."""
    return returned_at(stake, *odds.as_integer_ratio())


def returned_at(stake: Amount, wins: int, of: int) -> Amount:
    """The same at odds of `wins` to `of`, for callers who take odds apart once for many stakes."""
    payout, rest = divmod(stake * wins, of)
    if rest:
        odds = Fraction(wins, of)
        exact = stake * (1 + odds)
        raise FractionalPayout(f"a stake of {stake} at {odds} to 1 returns {exact}, which is not a whole amount")
    return Amount(stake + payout)


class PreparedOdds(NamedTuple):
    """Odds taken apart and written once, for the many stakes that they are paid on."""

    odds: Odds
    text: str  # as events and messages have them
    wins: int
    of: int

    def returned(self, stake: Amount) -> Amount:
        return returned_at(stake, self.wins, self.of)


def prepared(odds: Odds) -> PreparedOdds:
    return PreparedOdds(odds, str(odds), *odds.as_integer_ratio())
