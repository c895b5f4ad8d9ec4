"""What the house owes: purses, stakes held while rounds run, tickets nobody has cashed, and tips not yet paid out.

Bots play with money of their own, which the house does not owe. Their accounts sum to zero among themselves, so what
is missing from their purses, house and cashier is what lies in escrow for them.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from punto.ledger.accounts import BOT
from punto.ledger.cashier import Cashier, Ticket
from punto.server.store.interface import Ledger
from punto.table.state import Instant

FRESH_MS = 5_000  # reading every balance is work; consoles that ask often get the same answer for so long


class Owed(Struct, frozen=True):
    """Amounts in the currency's smallest unit."""

    at: Instant
    purses: int
    purse_count: int  # of patrons who have something
    held: int  # stakes of rounds under way
    tickets: int
    ticket_count: int
    tips: dict[str, int]  # by recipient: `dealer:` and an account or a table, `attendants`

    @property
    def tips_total(self) -> int:
        return sum(self.tips.values())

    @property
    def total(self) -> int:
        return self.purses + self.held + self.tickets + self.tips_total


def owed(balances: Mapping[str, int], currency: str, open_tickets: int, at: Instant) -> Owed:
    """From every balance of one instant."""
    purse, bot, tip = f"purse:{currency}:", f"purse:{currency}:{BOT}", f"tips:{currency}"
    purses = [amount for account, amount in balances.items() if account.startswith(purse) and amount]
    bots = [amount for account, amount in balances.items() if account.startswith(bot)]
    others = [f"house:{currency}:bots", f"cashier:{currency}:bots"]
    held_for_bots = -(sum(bots) + sum(balances.get(account, 0) for account in others))
    held = sum(amount for account, amount in balances.items() if account.startswith(f"escrow:{currency}:"))
    return Owed(
        at=at,
        purses=sum(purses) - sum(bots),
        purse_count=len(purses) - sum(1 for amount in bots if amount),
        held=held - held_for_bots,
        tickets=balances.get(f"tickets:{currency}", 0),
        ticket_count=open_tickets,
        tips={
            account.removeprefix(tip).removeprefix(":") or "unknown": amount
            for account, amount in sorted(balances.items())
            if account.startswith(tip) and amount
        },
    )


def outstanding(tickets: Iterable[Ticket], at: Instant) -> list[Ticket]:
    """Issued before an instant and not paid before it. Tickets paid under an earlier release count as paid at once."""
    return [each for each in tickets if each.at < at and (not each.is_paid or each.paid_at >= at)]


class HouseOwes:
    """As of now, for consoles."""

    def __init__(self, ledger: Ledger, cashier: Callable[[], Cashier], clock: Callable[[], Instant]) -> None:
        self._ledger = ledger
        self._cashier = cashier
        self._clock = clock
        self._last: Owed | None = None

    async def now(self) -> Owed:
        at = self._clock()
        if self._last is None or not 0 <= at - self._last.at < FRESH_MS:
            self._last = await self.exactly()
        return self._last

    async def exactly(self) -> Owed:
        balances, desk, at = await self._ledger.every_balance(), self._cashier(), self._clock()
        open_tickets = sum(1 for ticket in desk.tickets.values() if not ticket.is_paid)
        return owed(balances, desk.currency, open_tickets, at)
