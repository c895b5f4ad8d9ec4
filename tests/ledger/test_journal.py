"""Money moves in journals that sum to zero."""

import pytest

from punto.ledger.accounts import (
    KINDS,
    Account,
    adjustments,
    cashier,
    currency_of,
    escrow,
    fees_of,
    house,
    may_be_negative,
    purse,
    tickets,
    tips,
)
from punto.ledger.journal import AMOUNT_MAX, NOTHING, Journal
from punto.rules.money import Amount

ANN, BOB, HOUSE = purse("ann", "EUR"), purse("bob", "EUR"), house("EUR")

EVERY_ACCOUNT = [
    # account                              text                      may be negative
    (purse("ann", "EUR"), "purse:EUR:ann", False),
    (escrow("jade", 3, 41, "EUR"), "escrow:EUR:jade:3:41", False),
    (house("EUR"), "house:EUR", True),
    (fees_of("ann", "EUR"), "fees:EUR", False),
    (fees_of("bot:1", "EUR"), "fees:EUR:bots", False),
    (tips("EUR"), "tips:EUR", False),
    (tickets("EUR"), "tickets:EUR", False),
    (cashier("EUR"), "cashier:EUR", True),
    (adjustments("EUR"), "adjustments:EUR", True),
]


@pytest.mark.parametrize(("account", "text", "negative"), EVERY_ACCOUNT)
def test_an_account_is_kind_currency_and_whose(account: Account, text: str, *, negative: bool) -> None:
    assert account == text
    assert currency_of(account) == "EUR"
    assert may_be_negative(account) is negative


def test_every_kind_of_account_is_listed() -> None:
    assert {account.partition(":")[0] for account, _, _ in EVERY_ACCOUNT} == set(KINDS)


def test_empty_lines_are_dropped() -> None:
    assert Journal({ANN: Amount(-5), BOB: Amount(0), HOUSE: Amount(5)}).lines == {ANN: -5, HOUSE: 5}
    assert NOTHING.lines == {}


def test_the_reverse_journal_undoes_everything() -> None:
    assert Journal({ANN: Amount(-5), HOUSE: Amount(5)}).reversed == Journal({ANN: Amount(5), HOUSE: Amount(-5)})


def test_the_largest_amount_can_be_moved() -> None:
    assert Journal({ANN: Amount(-AMOUNT_MAX), HOUSE: Amount(AMOUNT_MAX)}).lines[HOUSE] == 2**53 - 1


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({ANN: -5, HOUSE: 4}, "a journal sums to zero"),
        ({ANN: -5, house("USD"): 5}, "a journal has one currency"),
        ({ANN: -AMOUNT_MAX - 1, HOUSE: AMOUNT_MAX + 1}, "an amount is too large"),
    ],
)
def test_an_impossible_journal_is_a_bug(lines: dict[Account, Amount], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        Journal(lines)
