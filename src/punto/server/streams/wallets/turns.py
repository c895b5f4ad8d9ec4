"""Turns of patrons who have limits of their own: their commands are decided one after another.

A table decides on the room that is left when it does. Two bets under way at once would both be told the whole rest of a
limit; and a bet that is asked again takes its room a second time, until the store says that it lies already. So the
second is not decided before the first is answered.
"""

from collections import deque
from collections.abc import Callable


class Turns:
    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}  # patron to who comes next; the first has its turn

    def take(self, patron: str, begin: Callable[[], None]) -> None:
        """Calls `begin` once nobody before it has a turn, perhaps at once. `end` must follow."""
        waiting = self._waiting.setdefault(patron, deque())
        waiting.append(begin)
        if len(waiting) == 1:
            begin()

    def end(self, patron: str, begin: Callable[[], None]) -> None:
        """The turn is over, or will not be taken."""
        waiting = self._waiting[patron]
        had_turn = waiting[0] is begin
        waiting.remove(begin)
        if not waiting:
            del self._waiting[patron]
        elif had_turn:
            waiting[0]()
