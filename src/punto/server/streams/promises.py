"""Stakes that a table has decided on and not stored yet, of patrons with limits of their own.

Every table decides by itself. Without these, two tables that are bet on in the same moment would both give what is left
of a limit.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable

PromisedStakes = defaultdict[str, dict[str, int]]  # patron, table, all that will lie there


class Promises:
    """Of one table."""

    def __init__(
        self, table: str = "", promised: PromisedStakes | None = None, limited: Container[str] = frozenset()
    ) -> None:
        self._table = table
        self._limited = limited  # the patrons with limits of their own
        self._promised: PromisedStakes = defaultdict(dict) if promised is None else promised
        self._open: Counter[str] = Counter()  # how many of each patron are not settled yet; the last one counts

    def concern(self, patron: str) -> bool:
        return patron in self._limited

    def make(self, patron: str, staked: int) -> None:
        self._promised[patron][self._table] = staked
        self._open[patron] += 1

    def settle(self, patrons: Iterable[str]) -> None:
        """One of each is stored by now, or never will be."""
        for patron in patrons:
            self._open[patron] -= 1
            if not self._open[patron]:
                self._forget(patron)

    def give_up(self) -> None:
        """The table is read again: what is stored counts, and nothing else."""
        for patron in list(self._open):
            self._forget(patron)

    def _forget(self, patron: str) -> None:
        del self._open[patron]
        tables = self._promised[patron]
        del tables[self._table]
        if not tables:
            del self._promised[patron]
