"""Counts open connections per address, so that one address cannot take them all."""

from collections import Counter
from collections.abc import Callable


class OpenConnections:
    def __init__(self, per_address: int, on_full: Callable[[], None]) -> None:
        self._per_address = per_address
        self._on_full = on_full  # one more was refused
        self._open: Counter[str] = Counter()

    def came(self, address: str) -> bool:
        """False if there are too many; that one is not counted."""
        if self._open.get(address, 0) >= self._per_address:
            self._on_full()
            return False
        self._open[address] += 1
        return True

    def went(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
