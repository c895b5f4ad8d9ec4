"""Guessing passwords ends quickly: after a few failures a name, or an address, must wait.

An attempt counts as failed until it has succeeded, so that a hundred at once are not one. Memory is bounded: the
least recently tried are forgotten first. A restart forgets all of them; the rate limits still stand.
"""

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

REMEMBERED_MAX = 100_000


class _Tries(Struct):
    count: int
    last_at: int


class Lockout:
    """Of one kind of thing that can fail: names, or addresses."""

    def __init__(self, clock: Callable[[], int], *, failures_max: int, lock_ms: int) -> None:
        self._clock = clock
        self._failures_max = failures_max
        self._lock_ms = lock_ms
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait_ms(self, key: str) -> int:
        """How long the key is locked yet; 0: it is not."""
        tries = self._current(key)
        if tries is None or tries.count < self._failures_max:
            return 0
        return tries.last_at + self._lock_ms - self._clock()

    def tried(self, key: str) -> None:
        tries = self._current(key) or _Tries(0, 0)
        self._tries[key] = _Tries(tries.count + 1, self._clock())
        self._tries.move_to_end(key)
        if len(self._tries) > REMEMBERED_MAX:
            self._tries.popitem(last=False)

    def succeeded(self, key: str) -> None:
        """Takes back the last attempt only, or anybody with an account of their own could reset an address."""
        tries = self._tries.get(key)
        if tries is not None:
            tries.count -= 1

    def forgive(self, key: str) -> None:
        self._tries.pop(key, None)

    def _current(self, key: str) -> _Tries | None:
        tries = self._tries.get(key)
        if tries is not None and self._clock() - tries.last_at >= self._lock_ms:
            del self._tries[key]
            return None
        return tries
