"""What rounds have given back that their tables have not told yet: a live table waits for its picture.

The money is in the purse as soon as the round is settled. A screen that showed it would give the result away, and so
would a bet that only a winner could place: whatever shows a balance, and whatever decides on a patron's stakes, leaves
these returns out until the table has told the round.
"""

from collections import Counter, deque
from collections.abc import Callable, Container

from punto.ledger.accounts import purse
from punto.table.events import Event, TipGiven, WagersChanged
from punto.table.money import move_of, purse_changes


class _Everybody(Container[str]):
    def __contains__(self, _: object) -> bool:
        return True


class UntoldReturns:
    def __init__(self) -> None:
        self.on_told: list[Callable[[str], None]] = []  # each gets an account whose balance may be shown again
        self._hidden: Counter[str] = Counter()  # account to amount
        self._holding: Counter[str] = Counter()  # account to rounds
        self._waiting: dict[str, deque[tuple[int, dict[str, int]]]] = {}  # by table: versions, and returns by account

    def of(self, account: str) -> int:
        return self._hidden.get(account, 0)

    def of_patron(self, patron: str, currency: str) -> int:
        return self._hidden[purse(patron, currency)] if self._hidden else 0

    def holds(self, account: str) -> bool:
        """Also for a patron who gets nothing back: silence would tell a win from a loss."""
        return account in self._holding

    def hold(self, table: str, version: int, event: Event, currency: str) -> None:
        """A stored event of a table that tells later. A patron's own bets are no secret."""
        move = None if isinstance(event, WagersChanged | TipGiven) else move_of(event)
        if move is None:
            return
        returns: Counter[str] = Counter()
        for patron, amount in purse_changes(move, _Everybody()):
            returns[purse(patron, currency)] += max(0, amount)
        self._waiting.setdefault(table, deque()).append((version, dict(returns)))
        self._hidden.update(returns)
        self._holding.update(returns.keys())

    def told(self, table: str, version: int) -> None:
        """All events of the table up to this version."""
        waiting = self._waiting.get(table)
        while waiting and waiting[0][0] <= version:
            self._let_go(waiting.popleft()[1])

    def drop(self, table: str) -> None:
        """The table is read again, or closed."""
        for _, returns in self._waiting.pop(table, ()):
            self._let_go(returns)

    def _let_go(self, returns: dict[str, int]) -> None:
        for account, amount in returns.items():
            self._hidden[account] -= amount
            self._holding[account] -= 1
            if not self._holding[account]:
                del self._holding[account], self._hidden[account]
            for hear in self.on_told:
                hear(account)
