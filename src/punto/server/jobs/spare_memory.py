"""Returns memory to the system after many sockets have closed: the C library would keep it.

That is worth a few milliseconds only after many have gone, and only where the library can be asked (glibc).
"""

import ctypes
from collections.abc import Callable

GONE_MIN = 1_000  # sockets, since the peak


class SpareMemory:
    def __init__(self, give_back: Callable[[], None] | None = None) -> None:
        self._give_back = give_back or _trimming()
        self._most = 0

    def look(self, sockets: int) -> None:
        """Call now and then with how many are open."""
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
