"""A clock that jumps from one event to the next, and the queues that work waits in."""

import heapq
from collections.abc import Callable
from itertools import count

Then = Callable[[], None]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Then]] = []
        self._order = count()

    def at(self, instant: float, do: Then) -> None:
        heapq.heappush(self._due, (instant, next(self._order), do))

    def after(self, seconds: float, do: Then) -> None:
        self.at(self.now + seconds, do)

    def run(self, until: float) -> None:
        while self._due and self._due[0][0] <= until:
            self.now, _, do = heapq.heappop(self._due)
            do()
        self.now = until


class Queue:
    """One server; first come, first served."""

    def __init__(self, clock: Clock) -> None:
        self.work = 0.0  # seconds that have come
        self.waits: list[float] = []
        self._clock = clock
        self._free_at = 0.0

    def put(self, seconds: float, then: Then) -> None:
        self.work += seconds
        self._free_at = max(self._free_at, self._clock.now) + seconds
        self.waits.append(self._free_at - self._clock.now)
        self._clock.at(self._free_at, then)

    def forget(self) -> None:
        """What came until now does not count."""
        self.work = 0.0
        self.waits.clear()

    @property
    def behind(self) -> float:
        return max(0.0, self._free_at - self._clock.now)


class GatheringStore:
    """Gathers whatever came while the last transaction was under way."""

    def __init__(self, clock: Clock, commit_seconds: float, changes_max: int) -> None:
        self.work = 0.0  # that no gathering saves
        self.waits: list[float] = []
        self.commits = 0
        self._clock = clock
        self._commit_seconds = commit_seconds
        self._changes_max = changes_max
        self._waiting: list[tuple[float, float, Then]] = []
        self._is_busy = False

    def put(self, seconds: float, then: Then) -> None:
        self.work += seconds
        self._waiting.append((self._clock.now, seconds, then))
        if not self._is_busy:
            self._commit()

    def _commit(self) -> None:
        group, self._waiting = self._waiting[: self._changes_max], self._waiting[self._changes_max :]
        self._is_busy = bool(group)
        if group:
            self.commits += 1
            self._clock.after(self._commit_seconds + sum(each for _, each, _ in group), lambda: self._stored(group))

    def _stored(self, group: list[tuple[float, float, Then]]) -> None:
        for came, _, then in group:
            self.waits.append(self._clock.now - came)
            then()
        self._commit()

    def forget(self) -> None:
        self.work, self.commits = 0.0, 0
        self.waits.clear()

    @property
    def behind(self) -> float:
        return sum(seconds for _, seconds, _ in self._waiting)
