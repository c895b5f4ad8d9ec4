"""Commands of patrons with own limits at a table that the floor plays itself: one after another, at all tables.

Patrons without limits of their own do not wait.
"""

from collections.abc import Callable

from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.turns import Turns
from punto.server.tables.lent_table import stakes_nothing
from punto.server.tables.table_door import Reply
from punto.table.commands import patron_of

Put = Callable[[Request, Reply], None]


class OwnTurns:
    def __init__(self, turns: Turns, allowances: Allowances, on_answered: Callable[[], None]) -> None:
        self._turns = turns
        self._allowances = allowances
        self._on_answered = on_answered
        self._open = 0

    @property
    def are_open(self) -> bool:
        """Commands wait for their turn, or have it."""
        return self._open > 0

    def apply_to(self, request: Request) -> bool:
        return self._allowances.apply_to(patron_of(request.command)) and not stakes_nothing(request)

    def take(self, request: Request, reply: Reply, put: Put) -> None:
        """Calls `put` in its turn, perhaps at once."""
        patron = patron_of(request.command)
        self._open += 1

        def begin() -> None:
            put(request, end)

        def end(answer: TableAnswer | None) -> None:
            self._open -= 1
            self._turns.end(patron, begin)
            reply(answer)
            self._on_answered()

        self._turns.take(patron, begin)
