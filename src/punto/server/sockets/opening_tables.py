"""Tables that a socket is opening, and what its client says of each meanwhile.

A client may open a table and bet there in one breath. What it says is done once the table is open, as of when it came.
"""

from collections.abc import Callable

Act = Callable[[], None]


class OpeningTables:
    def __init__(self, waiting_max: int) -> None:
        """So many acts may wait for each table."""
        self._waiting_max = waiting_max
        self._waiting: dict[str, list[Act]] = {}

    def __contains__(self, table: str) -> bool:
        return table in self._waiting

    def begin(self, table: str) -> None:
        self._waiting.setdefault(table, [])

    def wait(self, table: str, act: Act) -> bool:
        """Whether it will be done: the table is being opened, and not too much waits for it."""
        waiting = self._waiting.get(table)
        if waiting is None or len(waiting) >= self._waiting_max:
            return False
        waiting.append(act)
        return True

    def end(self, table: str) -> list[Act]:
        """It is open, or will not be: what waited for it."""
        return self._waiting.pop(table, [])
