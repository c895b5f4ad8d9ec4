"""A claimed stream, on every engine: folding, committing, and when it must be read again."""

import asyncio
from collections.abc import Sequence

import pytest

from punto.server.store.failures import StoreIsLost, StreamIsTaken
from punto.server.store.interface import EventStore, Store
from punto.server.store.values import (
    Change,
    Claim,
    Given,
    Outcome,
    Refused,
    Repeated,
    Stored,
    StoredEvent,
    StoreRefusal,
)
from punto.server.streams.event_stream import EventStream
from tests.server.store.engines import Engine

NAME = "s1"


class Log:
    """A stream whose state is the list of its events."""

    def __init__(self, store: EventStore) -> None:
        self.stream = EventStream(store, NAME)
        self.bodies: list[bytes] = []

    async def open(self) -> "Log":
        await self.stream.catch_up(self._fold)
        return self

    def _fold(self, stored: StoredEvent) -> None:
        self.bodies.append(stored.body)

    def change(self, *bodies: bytes, command: str = "", digest: bytes = b"") -> Change:
        stream = self.stream
        return Change(NAME, stream.epoch, stream.version, bodies, command=command, answer=b"done", digest=digest)

    async def append(self, *bodies: bytes, command: str = "", digest: bytes = b"") -> Outcome:
        if self.stream.is_behind:
            await self.open()
        (outcome,) = await self.stream.commit([self.change(*bodies, command=command, digest=digest)])
        if isinstance(outcome, Stored):
            self.bodies += bodies
            self.stream.version = outcome.version
        return outcome


class Losing:
    """A store that is lost in its next commit, before or after it has stored it."""

    def __init__(self, store: Store, *, is_stored: bool) -> None:
        self._store = store
        self._is_stored = is_stored
        self.is_lost = True

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        return await self._store.claim(stream, after)

    async def read(self, stream: str, after: int = 0, limit: int = 10) -> list[StoredEvent]:
        return await self._store.read(stream, after, limit)

    async def answer_to(self, command: str) -> Given | None:
        return await self._store.answer_to(command)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        if not self.is_lost:
            return await self._store.commit(changes)
        self.is_lost = False
        if self._is_stored:
            await self._store.commit(changes)
        raise StoreIsLost


def test_stored_events_are_folded_once_however_often_the_stream_is_claimed(engine: Engine) -> None:
    async def test(store: Store) -> None:
        log = await Log(store).open()
        assert (log.stream.version, log.bodies, log.stream.is_behind) == (0, [], False)
        await log.append(b"a", b"b")
        await log.append(b"c")
        await log.open()
        assert (log.stream.version, log.bodies) == (3, [b"a", b"b", b"c"])
        again = await Log(store).open()
        assert (again.stream.version, again.bodies) == (3, log.bodies)
        assert [each.body for each in await again.stream.read(after=1, limit=1)] == [b"b"]

    engine.run(test)


def test_reading_begins_at_the_version_it_is_given(engine: Engine) -> None:
    async def test(store: Store) -> None:
        await (await Log(store).open()).append(b"a", b"b")
        folded: list[int] = []
        stream = EventStream(store, NAME, version=1)
        await stream.catch_up(lambda each: folded.append(each.version))
        assert (folded, stream.version) == ([2], 2)
        unread = EventStream(store, NAME)
        await unread.skip_to_end()
        assert (unread.version, unread.is_behind) == (2, False)
        assert unread.epoch == stream.epoch + 1

    engine.run(test)


def test_a_stream_claimed_by_another_is_taken_at_the_next_commit_and_can_be_claimed_again(engine: Engine) -> None:
    async def test(store: Store) -> None:
        first, second = await Log(store).open(), await Log(store).open()
        await second.append(b"theirs")
        with pytest.raises(StreamIsTaken):
            await first.append(b"ours")
        assert first.stream.is_behind
        assert first.bodies == []
        await first.append(b"ours")
        assert first.bodies == [b"theirs", b"ours"]

    engine.run(test)


def test_what_was_folded_before_the_claim_is_not_read_again(engine: Engine) -> None:
    class Unread(Losing):
        async def read(self, stream: str, after: int = 0, limit: int = 10) -> list[StoredEvent]:
            raise AssertionError(f"{limit} events of {stream} are read after {after}")

    async def test(store: Store) -> None:
        log = await Log(store).open()
        await log.append(b"a")
        stream = EventStream(Unread(store, is_stored=True), NAME, log.stream.version)
        await stream.catch_up(lambda _: None)
        assert (stream.version, stream.epoch, stream.is_behind) == (1, log.stream.epoch + 1, False)

    engine.run(test)


def test_streams_claimed_in_one_step_are_each_claimed_once(engine: Engine) -> None:
    """On PostgreSQL in one transaction."""

    async def test(store: Store) -> None:
        await store.claim("s2")
        claims = await asyncio.gather(store.claim("s3"), store.claim("s2"), store.claim("s1"))
        assert [claim.epoch for claim in claims] == [1, 2, 1]
        assert {stream: claim.epoch for stream, claim in (await store.streams()).items()} == {"s1": 1, "s2": 2, "s3": 1}
        with pytest.raises(StreamIsTaken):
            await store.claim("s2", after=1)

    engine.run(test)


@pytest.mark.parametrize("is_stored", [True, False])
def test_after_a_lost_commit_the_stream_is_read_again(engine: Engine, *, is_stored: bool) -> None:
    async def test(store: Store) -> None:
        log = await Log(Losing(store, is_stored=is_stored)).open()
        with pytest.raises(StoreIsLost):
            await log.append(b"a")
        assert log.stream.is_behind
        await log.append(b"b")
        assert log.bodies == ([b"a", b"b"] if is_stored else [b"b"])

    engine.run(test)


def test_a_refused_change_leaves_the_stream_as_it_was(engine: Engine) -> None:
    async def test(store: Store) -> None:
        log = await Log(store).open()
        await log.append(b"a")
        log.stream.version = 0
        assert await log.append(b"b") == Refused(StoreRefusal.VERSION_HAS_MOVED)
        assert not log.stream.is_behind

    engine.run(test)


def test_the_earlier_outcome_of_a_command_is_found_by_its_id_and_content(engine: Engine) -> None:
    async def test(store: Store) -> None:
        log = await Log(store).open()
        await log.append(b"a", command="1", digest=b"x")
        assert await log.stream.earlier_outcome("1", b"x") == Repeated(b"done")
        assert await log.stream.earlier_outcome("1", b"y") == Refused(StoreRefusal.ID_WAS_USED)
        assert await log.stream.earlier_outcome("2", b"x") is None
        assert await log.stream.earlier_outcome("", b"x") is None

    engine.run(test)
