"""What the log of a floor says was staked, to be held against what patrons were told: the last word on losses.

It is read on from where the last reading ended, so that a floor can be counted again after every kind of hurt.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from punto.server.run.open_store import open_store
from punto.server.streams.happened import stream_of
from punto.table.events import BettingOpened, CoupCancelled, CoupSettled, Event, ShoeOpened, WagersChanged
from punto.table.stored.event_codec import decode_event


@dataclass
class TableLog:
    """One table, folded as far as this question needs."""

    version: int = 0
    staked: Counter[str] = field(default_factory=Counter)  # by patron, in units
    results: Counter[tuple[int, int]] = field(default_factory=Counter)  # by shoe and coup: settled or cancelled
    _coup: tuple[int, int] = (0, 0)

    def fold(self, events: Iterable[Event]) -> None:
        for event in events:
            self.version += 1
            match event:
                case WagersChanged(patron=patron, added=added):
                    self.staked[patron] += added
                case ShoeOpened(shoe=shoe):
                    self._coup = (shoe, 0)
                case BettingOpened(coup=coup):
                    self._coup = (self._coup[0], coup)
                case CoupSettled() | CoupCancelled():
                    self.results[self._coup] += 1
                case _:
                    pass


class StoredStakes:
    def __init__(self, database: str, tables: Sequence[str]) -> None:
        self._database = database
        self._logs = {table: TableLog() for table in tables}

    async def read_on(self) -> None:
        store = await open_store(self._database)
        try:
            for table, log in self._logs.items():
                while stored := await store.read(stream_of(table), log.version):
                    log.fold(decode_event(each.body) for each in stored)
        finally:
            await store.close()

    @property
    def of_patrons(self) -> Counter[str]:
        return sum((log.staked for log in self._logs.values()), Counter[str]())

    @property
    def settled(self) -> int:
        """Coups with a result."""
        return sum(len(log.results) for log in self._logs.values())

    @property
    def settled_twice(self) -> list[str]:
        return [
            f"{table}: shoe {shoe}, round {coup}: {results} results"
            for table, log in self._logs.items()
            for (shoe, coup), results in log.results.items()
            if results > 1
        ]
