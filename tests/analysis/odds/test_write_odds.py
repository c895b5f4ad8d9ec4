"""How odds are written."""

from fractions import Fraction

import pytest

from punto.analysis.odds.write_odds import odds_text, percent_text
from punto.rules import Odds


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        ("19/20", "0.95"),
        ("11", "11"),
        ("1/3", "1/3"),
        ("7/2", "3.5"),
        ("0", "push"),
        ("-1", "loses"),
        ("100", "100"),
        ("1234567.5", "1234567.5"),
        ("0.9512345", "0.9512345"),
        ("0.000000000001", "0.000000000001"),
        ("2/3", "2/3"),
    ],
)
def test_odds_are_written_as_a_rule_sheet_prints_them(odds: str, text: str) -> None:
    assert odds_text(Odds(odds)) == text


def test_shares_are_percentages() -> None:
    assert percent_text(Fraction(1, 3)) == "33.3333 %"
