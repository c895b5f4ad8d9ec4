"""Which sockets of an edge have joined which channel. The floor decides who joins; an edge only passes on."""

from collections.abc import Collection
from typing import Protocol

from punto.server.telling.bus import is_of_totals
from punto.server.telling.listener import Writes
from punto.server.telling.throttled_broadcast import ThrottledBroadcast


class Numbered(Writes, Protocol):
    @property
    def number(self) -> int: ...


class EdgeRooms:
    def __init__(self) -> None:
        self._rooms: dict[str, set[Numbered]] = {}
        self._totals: dict[str, ThrottledBroadcast] = {}
        self._joined: dict[Numbered, set[str]] = {}

    def join(self, channel: str, socket: Numbered) -> None:
        if channel not in self._rooms:
            self._rooms[channel] = set()
            if is_of_totals(channel):
                self._totals[channel] = ThrottledBroadcast(self._rooms[channel])
        self._rooms[channel].add(socket)
        self._joined.setdefault(socket, set()).add(channel)

    def part(self, channel: str, socket: Numbered) -> None:
        room = self._rooms.get(channel, set())
        room.discard(socket)
        self._joined.get(socket, set()).discard(channel)
        if not room:
            self._rooms.pop(channel, None)
            self._totals.pop(channel, None)

    def went(self, socket: Numbered) -> None:
        for channel in list(self._joined.get(socket, ())):
            self.part(channel, socket)
        self._joined.pop(socket, None)

    def clear(self) -> None:
        self._rooms, self._totals, self._joined = {}, {}, {}

    def publish(self, channel: str, frame: bytes, but: Collection[int]) -> None:
        totals = self._totals.get(channel)
        if totals is not None:
            totals.hear(frame, "")
            return
        room = self._rooms.get(channel, ())
        for socket in [each for each in room if each.number not in but] if but else room:
            socket.send(frame)

    def in_room(self, channel: str) -> list[Numbered]:
        return list(self._rooms.get(channel, ()))
