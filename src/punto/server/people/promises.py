"""Stakes that a table has decided on and not stored yet, of patrons with limits of their own.

Every table decides by itself. Without these, two tables that are bet on in the same moment would both give what is left
of a limit.
"""

from collections import defaultdict

PromisedStakes = defaultdict[str, dict[str, int]]  # patron, table, all that will lie there


class Promises:
    """Of one table."""

    def __init__(self, table: str = "", promised: PromisedStakes | None = None) -> None:
        self._table = table
        self._promised: PromisedStakes = defaultdict(dict) if promised is None else promised
        self._patrons: set[str] = set()

    def make(self, patron: str, staked: int) -> None:
        self._promised[patron][self._table] = staked
        self._patrons.add(patron)

    def settle(self) -> None:
        """They are stored by now, or never will be."""
        while self._patrons:
            patron = self._patrons.pop()
            tables = self._promised[patron]
            del tables[self._table]
            if not tables:
                del self._promised[patron]
