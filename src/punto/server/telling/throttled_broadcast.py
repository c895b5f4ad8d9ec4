"""Something that changes all the time, told to many: a few of them after each other, each a few times a second.

A thousand messages at once would keep every bet that comes meanwhile waiting for them.
"""

import asyncio
from collections.abc import Callable, Collection
from math import ceil

from punto.server.telling.listener import Listener

TURN_SECONDS = 0.25  # within which everybody is told once
PARTS = 10  # of a turn


class ToldInTurns:
    def __init__(self, followers: Collection[Listener], frame: Callable[[], bytes]) -> None:
        self._followers = followers
        self._frame = frame
        self._has_changed = False
        self._untold: list[Listener] = []  # in this turn
        self._at_once = 0
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        self._has_changed = True
        if self._timer is None:
            self._next_part(1)

    def _next_part(self, part: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(TURN_SECONDS / PARTS, self._tell_some, part)

    def _tell_some(self, part: int) -> None:
        if part == 1:
            self._has_changed = False
            self._untold = list(self._followers)
            self._at_once = ceil(len(self._untold) / PARTS)
        told, self._untold = self._untold[: self._at_once], self._untold[self._at_once :]
        if told:
            frame = self._frame()
            for connection in told:
                if connection in self._followers:  # who has left meanwhile is not told
                    connection.send(frame)
        if part < PARTS:
            self._next_part(part + 1)
        elif self._has_changed:
            self._next_part(1)
        else:
            self._timer = None
