"""What goes back for a stake: whole units, exactly, or a refusal."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.rules.money import LOSS, PUSH, Amount, FractionalPayout, InvalidOdds, Odds, exact_odds, returned


@pytest.mark.parametrize(
    ("stake", "odds", "back"),
    [
        (100, Odds(1), 200),
        (100, Odds("0.95"), 195),
        (20, Odds("19/20"), 39),
        (7, Odds(8), 63),
        (2, Odds("3.5"), 9),
        (20, Odds("2.95"), 79),
        (100, PUSH, 100),
        (100, LOSS, 0),
        (10**15, Odds("0.95"), 1_950_000_000_000_000),  # a float could no longer tell the last units apart
    ],
)
def test_the_stake_comes_back_with_the_profit_on_top(stake: int, odds: Odds, back: int) -> None:
    assert returned(Amount(stake), odds) == back


@pytest.mark.parametrize(
    ("stake", "odds", "message"),
    [
        (10, Odds("0.95"), "a stake of 10 at 19/20 to 1 returns 39/2, which is not a whole amount"),
        (1, Odds("0.5"), "a stake of 1 at 1/2 to 1 returns 3/2, which is not a whole amount"),
        (21, Odds("2.95"), "a stake of 21 at 59/20 to 1 returns 1659/20, which is not a whole amount"),
    ],
)
def test_nothing_is_rounded(stake: int, odds: Odds, message: str) -> None:
    with pytest.raises(FractionalPayout) as refused:
        returned(Amount(stake), odds)
    assert str(refused.value) == message


@given(stake=st.integers(1, 10**18), odds=st.fractions(-1, 200, max_denominator=40))
def test_an_amount_is_exact_or_refused(stake: int, odds: Odds) -> None:
    profit = stake * odds.numerator
    if profit % odds.denominator:
        with pytest.raises(FractionalPayout):
            returned(Amount(stake), odds)
    else:
        assert returned(Amount(stake), odds) == stake + profit // odds.denominator


@pytest.mark.parametrize(("inexact", "instead"), [(0.95, "0.95"), (0.5, "0.5"), (0.0125, "0.0125")])
def test_odds_made_of_a_float_are_refused_with_what_to_write_instead(inexact: float, instead: str) -> None:
    with pytest.raises(InvalidOdds, match=re.escape(f"odds of {inexact!r} are not exact; write Odds('{instead}')")):
        Odds(inexact)  # type: ignore[arg-type]
    assert float(Odds(instead)) == inexact


def test_odds_are_made_of_whole_numbers_texts_and_exact_numbers() -> None:
    assert Odds(19, 20) == Odds("0.95") == Odds("19/20") == Odds(Decimal("0.95")) == Odds(Fraction(19, 20))


@pytest.mark.parametrize(
    ("number", "write"),
    [
        (0.95, "Odds('0.95')"),
        (1 / 3, "Odds('1/3')"),  # not 0.3333333333333333, which is as inexact
        (2 / 7 + 11, "Odds('79/7')"),
        (8.0, "Odds(8)"),
        (Fraction("0.3333333333333333"), "Odds('1/3')"),
        (1e-05, "Odds(8), Odds('0.95') or Odds('7/2')"),
        (float("nan"), "Odds(8), Odds('0.95') or Odds('7/2')"),
        ("0.95", "Odds(8), Odds('0.95') or Odds('7/2')"),
    ],
)
def test_what_was_meant_by_a_rounded_number(number: object, write: str) -> None:
    assert exact_odds(number) == write


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("0,95",), "'0,95' are no odds; write Odds('0.95')"),
        (("eight",), "'eight' are no odds; write Odds(8), Odds('0.95') or Odds('7/2')"),
        ((8, 0), "'8/0' are no odds; write Odds(8), Odds('0.95') or Odds('7/2')"),
        ((True,), "True is no odds; write Odds(8), Odds('0.95') or Odds('7/2')"),
        ((None,), "'None' are no odds; write Odds(8), Odds('0.95') or Odds('7/2')"),
        ((Decimal("inf"),), "'Infinity' are no odds; write Odds(8), Odds('0.95') or Odds('7/2')"),
    ],
)
def test_what_are_no_odds(given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(InvalidOdds) as refused:
        Odds(*given)
    assert str(refused.value) == says
