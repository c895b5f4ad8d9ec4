"""One movement of money: lines that sum to zero, in one currency.

Nothing is ever updated or deleted; errors are undone by the reverse journal.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from punto.ledger.accounts import Account, currency_of
from punto.rules.money import Amount

AMOUNT_MAX = 2**53 - 1  # the largest exact integer in JavaScript, so that no client shows a wrong cent


class Journal(Struct, frozen=True):
    """What each account gains or, below zero, gives. Empty lines are dropped."""

    lines: Mapping[Account, Amount]

    def __post_init__(self) -> None:
        """In one go over the lines: there is one journal for each bet."""
        lines, total, currency = self.lines, 0, ""
        if not all(lines.values()):
            structs.force_setattr(self, "lines", {account: amount for account, amount in lines.items() if amount})
        for account, amount in lines.items():
            total += amount
            assert -AMOUNT_MAX <= amount <= AMOUNT_MAX, f"an amount is too large: {lines}"
            before, currency = currency, currency_of(account)
            assert not before or before == currency, f"a journal has one currency: {lines}"
        assert total == 0, f"a journal sums to zero: {lines}"

    @property
    def reversed(self) -> "Journal":
        return Journal({account: Amount(-amount) for account, amount in self.lines.items()})


NOTHING = Journal({})
