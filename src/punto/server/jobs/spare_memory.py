"""Memory that patrons have left behind is given back to the system: the C library keeps it for whoever comes next.

That is worth a few milliseconds only after many sockets have gone, and only where the library can be asked (glibc).
"""

import ctypes
from collections.abc import Callable

GONE_MIN = 1_000  # sockets, since there were most


class SpareMemory:
    def __init__(self, give_back: Callable[[], None] | None = None) -> None:
        self._give_back = give_back or _trimming()
        self._most = 0

    def look(self, sockets: int) -> None:
        """How many are open now; to be called now and then."""
        self._most = max(self._most, sockets)
        if self._most - sockets >= GONE_MIN:
            self._most = sockets
            self._give_back()


def _trimming() -> Callable[[], None]:
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)

    def give_back() -> None:
        if trim is not None:
            trim(0)

    return give_back
