"""One stream of a store, claimed: read and fold it, commit to it, and notice when it was lost or taken.

Tables, the cashier and the staff log each hold one and add what is theirs. After a commit whose end is unknown, or a
claim by somebody else, a stream is **behind**: it has to be claimed and read again before the next commit.
"""

from collections.abc import Callable, Sequence

from punto.server.store.failures import StreamIsTaken
from punto.server.store.interface import EventStore
from punto.server.store.values import (
    EVENTS_READ_AT_ONCE,
    Change,
    Outcome,
    Refused,
    Repeated,
    StoredEvent,
    StoreRefusal,
)

Fold = Callable[[StoredEvent], None]


class EventStream:
    def __init__(self, store: EventStore, name: str, version: int = 0, epoch: int = 0) -> None:
        self.name = name
        self.version = version  # of the last folded event; the holder advances it after folding a stored change
        self.epoch = epoch
        self.is_behind = not epoch
        self._store = store

    async def catch_up(self, fold: Fold, after: int | None = None) -> None:
        """Claim the stream, and fold what is stored after our version. `after`: if nobody has claimed it since that
        epoch. Raises StreamIsTaken also if somebody claims it while we read, and has written."""
        claim = await self._store.claim(self.name, after)
        while self.version < claim.version:
            stored = await self._store.read(self.name, self.version)
            assert stored, "events that were stored can be read"
            for each in stored:
                fold(each)
            self.version = stored[-1].version
        if self.version > claim.version:  # somebody else has claimed it meanwhile, and has written
            raise StreamIsTaken(self.name)
        self.epoch, self.is_behind = claim.epoch, False

    async def skip_to_end(self) -> None:
        """Claim a stream of which nothing is folded."""
        claim = await self._store.claim(self.name)
        self.epoch, self.version, self.is_behind = claim.epoch, claim.version, False

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        """Raises StreamIsTaken, and StoreIsLost when nobody knows whether it was stored."""
        try:
            outcomes = await self._store.commit(changes)
        except BaseException:
            self.is_behind = True
            raise
        for outcome in outcomes:
            if type(outcome) is Refused and outcome.reason is StoreRefusal.EPOCH_IS_OLD:
                self.is_behind = True
                raise StreamIsTaken(self.name)
        return outcomes

    async def read(self, after: int, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return await self._store.read(self.name, after, limit)

    async def earlier_outcome(self, command: str, digest: bytes) -> Repeated | Refused | None:
        """What became of a command that was stored under this id before."""
        given = await self._store.answer_to(command) if command else None
        return None if given is None else given.outcome(digest)
