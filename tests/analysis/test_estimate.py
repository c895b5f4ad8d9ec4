"""Figures are written with the digits they carry."""

from math import exp, fsum, lgamma, log, log1p

import pytest

from punto.analysis.estimate import Estimate, Proportion


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
        (0.25, 0.0, "0.25"),
    ],
)
def test_no_more_digits_than_it_carries(value: float, error: float, text: str) -> None:
    assert str(Estimate(value, error)) == text


def test_two_estimates_agree_within_errors_of_their_difference() -> None:
    one, other = Estimate(10.0, 0.3), Estimate(11.4, 0.4)
    assert one.is_within(3, other)
    assert not one.is_within(2, other)


@pytest.mark.parametrize(
    ("cases", "trials", "low", "high"),
    [  # SciPy 1.17.1, `binomtest(…).proportion_ci(method="exact")`; with no case or all, one-sided: 1 - 0.05^(1/n)
        (5, 100, 0.016431879, 0.112834911),
        (1, 10, 0.002528579, 0.445016117),
        (0, 2_000, 0, 0.001496745),
        (10, 10, 0.741134449, 1),
    ],
)
def test_bounds_of_a_share(cases: int, trials: int, low: float, high: float) -> None:
    assert Proportion(cases, trials).bounds() == pytest.approx((low, high), abs=1e-8)


@pytest.mark.parametrize(("cases", "trials"), [(3, 40), (12, 400), (1_000, 2_000), (1_999, 2_000)])
def test_at_a_bound_as_many_cases_are_just_likely_enough(cases: int, trials: int) -> None:
    """Summed up term by term: at the lower bound so many or more, at the upper bound so many or fewer, in 2.5 %."""
    low, high = Proportion(cases, trials).bounds()

    def chance(found: int, share: float) -> float:
        ways = lgamma(trials + 1) - lgamma(found + 1) - lgamma(trials - found + 1)
        return exp(ways + found * log(share) + (trials - found) * log1p(-share))

    assert fsum(chance(found, low) for found in range(cases, trials + 1)) == pytest.approx(0.025)
    assert fsum(chance(found, high) for found in range(cases + 1)) == pytest.approx(0.025)


def test_the_rule_of_three() -> None:
    assert Proportion(0, 1_000).bounds()[1] == pytest.approx(3 / 1_000, rel=0.01)
