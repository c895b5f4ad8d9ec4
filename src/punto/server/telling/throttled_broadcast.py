"""A throttled broadcast: the latest frame goes to every listener within a quarter of a second, a few at a time.

A thousand sends at once would hold up every bet that arrives meanwhile.
"""

import asyncio
from collections.abc import Collection
from math import ceil

from punto.server.telling.bus import Notice
from punto.server.telling.listener import Hears

TURN_SECONDS = 0.25  # in which every listener is sent one frame
PARTS = 10  # of a turn


class ThrottledBroadcast:
    def __init__(self, listeners: Collection[Hears]) -> None:
        self._listeners = listeners
        self._frame = b""
        self._has_changed = False
        self._waiting: list[Hears] = []  # for their frame of this turn
        self._at_once = 0
        self._timer: asyncio.TimerHandle | None = None

    def hear(self, frame: bytes, _table: str) -> None:
        self._frame = frame
        self._has_changed = True
        if self._timer is None:
            self._send_part(1)

    def heed(self, notice: Notice) -> None:
        raise AssertionError(f"{notice} on a channel of totals")

    def _next_part(self, part: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(TURN_SECONDS / PARTS, self._send_part, part)

    def _send_part(self, part: int) -> None:
        if part == 1:
            self._has_changed = False
            self._waiting = list(self._listeners)
            self._at_once = ceil(len(self._waiting) / PARTS)
        part_of_them, self._waiting = self._waiting[: self._at_once], self._waiting[self._at_once :]
        for listener in part_of_them:
            if listener in self._listeners:  # not who has left meanwhile
                listener.send(self._frame)
        if part < PARTS:
            self._next_part(part + 1)
        elif self._has_changed:
            self._next_part(1)
        else:
            self._timer = None
