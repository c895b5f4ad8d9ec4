"""Stakes that are decided but not stored yet, of patrons with limits of their own.

Each table decides by itself; without these, two tables could both give out what is left of a limit.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable

PromisedStakes = defaultdict[str, dict[str, int]]  # patron to table to whole stake there


class Promises:
    """One table's."""

    def __init__(
        self, table: str = "", promised: PromisedStakes | None = None, limited: Container[str] = frozenset()
    ) -> None:
        self._table = table
        self._limited = limited  # the patrons with limits of their own
        self._promised: PromisedStakes = defaultdict(dict) if promised is None else promised
        self._open: Counter[str] = Counter()  # patron to promises not settled yet; the last one counts

    def apply_to(self, patron: str) -> bool:
        return patron in self._limited

    def make(self, patron: str, staked: int) -> None:
        self._promised[patron][self._table] = staked
        self._open[patron] += 1

    def settle(self, patrons: Iterable[str]) -> None:
        """One promise of each patron is stored, or never will be."""
        for patron in patrons:
            self._open[patron] -= 1
            if not self._open[patron]:
                self._forget(patron)

    def drop_all(self) -> None:
        """The table was read again: only what is stored counts."""
        for patron in list(self._open):
            self._forget(patron)

    def _forget(self, patron: str) -> None:
        del self._open[patron]
        tables = self._promised[patron]
        del tables[self._table]
        if not tables:
            del self._promised[patron]
