"""The house rule that a patron must leave a table after so many rounds without a bet."""

from collections import Counter

from punto.server.streams.happened import Happened
from punto.server.telling.table_publisher import TablePublisher
from punto.table.events import CoupSettled


class IdlePatrons:
    def __init__(self, publisher: TablePublisher, rounds_max: int) -> None:
        self._publisher = publisher
        self._rounds_max = rounds_max
        self._idle: Counter[str] = Counter()

    def happened(self, happened: Happened) -> None:
        if not isinstance(happened.event, CoupSettled):
            return
        played = happened.event.by_patron
        self._idle = Counter(
            {patron: self._idle[patron] + 1 for patron in self._publisher.followers if patron not in played}
        )
        for patron, rounds in self._idle.items():
            if rounds >= self._rounds_max:
                self._publisher.send_away(patron, "idle")
