"""Figures are written with the digits they carry."""

import pytest

from punto.analysis.estimate import Estimate


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (3.53612, 0.0424, "3.54 ± 0.04"),
        (3.53612, 0.0124, "3.536 ± 0.012"),
        (9.624, 0.996, "9.6 ± 1.0"),
        (7.246, 0.94, "7.2 ± 0.9"),
        (1234.5, 83.1, "1,234 ± 83"),
        (0.00043, 0.000137, "0.00043 ± 0.00014"),
        (-0.5, 2.4, "-0 ± 2"),
        (0.25, 0.0, "0.2500 ± 0.0000"),
    ],
)
def test_no_more_digits_than_it_carries(value: float, error: float, text: str) -> None:
    assert str(Estimate(value, error)) == text


def test_two_estimates_agree_within_errors_of_their_difference() -> None:
    one, other = Estimate(10.0, 0.3), Estimate(11.4, 0.4)
    assert one.is_within(3, other)
    assert not one.is_within(2, other)
