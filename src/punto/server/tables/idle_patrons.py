"""The house rule that a patron leaves a table after so many rounds without a bet."""

from collections import Counter

from punto.server.streams.happened import Happened
from punto.server.telling.table_room import TableRoom
from punto.table.events import CoupSettled


class IdlePatrons:
    def __init__(self, room: TableRoom, rounds_max: int) -> None:
        self._room = room
        self._rounds_max = rounds_max
        self._idle: Counter[str] = Counter()

    def happened(self, happened: Happened) -> None:
        if not isinstance(happened.event, CoupSettled):
            return
        played = {wager.patron for wager in happened.event.wagers}
        followers = self._room.followers
        here = {connection.patron for connection in followers}
        self._idle = Counter({patron: self._idle[patron] + 1 for patron in here - played})
        for connection in followers:
            if self._idle[connection.patron] >= self._rounds_max:
                connection.send_away(self._room.info.table, "idle")
