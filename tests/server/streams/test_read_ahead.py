"""A log that was folded ahead ends in the same state as one that is read when the floor is opened."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.server.store.failures import CallFailed, EventsAreArchived, StoreIsLost
from punto.server.store.heads_as_read import HeadsAsRead
from punto.server.store.values import StoredEvent
from punto.server.streams import read_ahead
from punto.server.streams.happened import stream_of
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_ahead import ReadAhead
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import PlaceWager
from punto.trials.torture.faults import SqliteInProcess
from tests.server.streams.test_table_stream import BET_100, BOOK, CONFIG, NOW, on_a_table

TABLES = [(CONFIG, BOOK)]
MORE = Request(PlaceWager("p2", "tie", 20), "p2:1")


class Counted(SqliteInProcess):
    """Remembers after which versions it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read_after: list[int] = []
        self.fails: list[Exception] = []

    async def read(self, stream: str, after: int = 0, limit: int = 1_000) -> list[StoredEvent]:
        if self.fails:
            raise self.fails.pop()
        self.read_after.append(after)
        return await super().read(stream, after, limit)


def test_a_fault_while_reading_ahead_is_not_raised_when_the_floor_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_ahead, "SECONDS_BETWEEN_LOOKS", 0.001)

    async def test(_: SqliteInProcess, __: TableStream) -> None:
        store, looked = Counted(tmp_path / "floor.db"), asyncio.Semaphore(0)
        log_id = store.log_id

        async def fails_once() -> str:
            looked.release()
            store.log_id = log_id  # type: ignore[method-assign]
            raise CallFailed("a fault of ours")

        ahead = ReadAhead(store, TABLES)
        await ahead.begin()
        store.log_id = fails_once  # type: ignore[method-assign]
        await asyncio.wait_for(looked.acquire(), timeout=10)
        await ahead.end()
        await store.close()

    on_a_table(test, tmp_path)


def test_only_what_came_since_is_left_to_read(tmp_path: Path) -> None:
    async def test(_: SqliteInProcess, stream: TableStream) -> None:
        store = Counted(tmp_path / "floor.db")
        ahead = ReadAhead(store, TABLES)
        await ahead.catch_up()
        await stream.handle([BET_100], NOW)
        await ahead.catch_up()
        seen = stream.version
        await stream.handle([MORE], NOW)
        fold = ahead.take(CONFIG, BOOK, await store.log_id(), "rules")
        assert fold is not None
        assert fold.notes is not None
        store.read_after.clear()
        log = await read_log(store, CONFIG, BOOK, fold.notes, ahead=fold)
        assert store.read_after[0] == seen
        notes = LogNotes(store, CONFIG, BOOK, "rules")
        whole = await read_log(store, CONFIG, BOOK, notes)
        assert (log.table, log.version, log.tail) == (whole.table, whole.version, whole.tail)
        assert log.epoch == whole.epoch - 1, "each has claimed it"
        assert (fold.notes.public_events, fold.notes.fingerprint) == (notes.public_events, notes.fingerprint)
        assert ahead.take(CONFIG, BOOK, await store.log_id(), "rules") is None, "it is taken once"
        await store.close()

    on_a_table(test, tmp_path)


def test_what_does_not_fit_any_more_is_read_as_ever(tmp_path: Path) -> None:
    async def test(_: SqliteInProcess, stream: TableStream) -> None:
        await stream.handle([BET_100], NOW)
        store = Counted(tmp_path / "floor.db")
        ahead, log_id = ReadAhead(store, TABLES), await store.log_id()
        await ahead.catch_up()
        assert ahead.take(replace(CONFIG, title="Another"), BOOK, log_id, "") is None, "the floor's file was changed"
        await ahead.catch_up()
        assert ahead.take(CONFIG, BOOK, "another", "") is None, "the store was set back"
        await ahead.catch_up()
        store.fails.append(StoreIsLost())
        await ahead.catch_up()
        assert ahead.take(CONFIG, BOOK, log_id, "") is None
        await ahead.catch_up()
        store.fails.append(EventsAreArchived(CONFIG.id, 1))
        fold = ahead.take(CONFIG, BOOK, log_id, "")
        assert fold is not None
        log = await read_log(store, CONFIG, BOOK, fold.notes, ahead=fold)
        assert (log.table, log.version) == (stream.table, stream.version)
        await store.close()

    on_a_table(test, tmp_path)


def test_how_far_the_log_had_come_is_known_when_the_store_is_lost(tmp_path: Path) -> None:
    async def test(_: SqliteInProcess, stream: TableStream) -> None:
        store, read = Counted(tmp_path / "floor.db"), HeadsAsRead()
        ahead = ReadAhead(store, TABLES, read)
        await stream.handle([BET_100], NOW)
        await ahead.catch_up()
        store.fails.append(StoreIsLost())
        await ahead.catch_up()
        assert ahead.take(CONFIG, BOOK, await store.log_id(), "") is None
        assert read.heads is not None
        assert read.heads.log_id == await store.log_id()
        assert read.heads.streams[stream_of(CONFIG.id)].version == stream.version
        await store.close()

    on_a_table(test, tmp_path)


class Slow(Counted):
    """Readings are answered when a test lets them go."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.may_answer = asyncio.Event()
        self.has_answered = 0
        self.rehearsals = 0

    async def read(self, stream: str, after: int = 0, limit: int = 1_000) -> list[StoredEvent]:
        found = await super().read(stream, after, limit)
        await self.may_answer.wait()
        self.has_answered += 1
        return found

    async def get_ready(self) -> None:
        self.rehearsals += 1


def test_a_look_that_is_under_way_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.streams.read_ahead.SECONDS_BETWEEN_LOOKS", 0)

    async def test(_: SqliteInProcess, stream: TableStream) -> None:
        store = Slow(tmp_path / "floor.db")
        ahead, others = ReadAhead(store, TABLES), list[str]()

        async def another_looks() -> None:
            others.append("looked")

        ahead.now_and_then.append(another_looks)
        store.may_answer.set()
        await ahead.begin()
        assert (store.rehearsals, others) == (1, ["looked"])
        store.may_answer.clear()
        await stream.handle([BET_100], NOW)
        asked = len(store.read_after)
        while len(store.read_after) == asked:
            await asyncio.sleep(0)
        answered = store.has_answered
        ending = asyncio.create_task(ahead.end())
        await asyncio.sleep(0)
        store.may_answer.set()
        await ending
        assert store.has_answered == answered + 1
        fold = ahead.take(CONFIG, BOOK, await store.log_id(), "")
        assert fold is not None
        assert fold.version == stream.version
        await store.close()

    on_a_table(test, tmp_path)


def test_it_follows_until_the_floor_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.server.streams.read_ahead.SECONDS_BETWEEN_LOOKS", 0)

    async def test(_: SqliteInProcess, stream: TableStream) -> None:
        store = Counted(tmp_path / "floor.db")
        ahead = ReadAhead(store, TABLES)
        await ahead.begin()
        await stream.handle([BET_100], NOW)
        while stream.version not in store.read_after:
            await asyncio.sleep(0)
        await ahead.end()
        fold = ahead.take(CONFIG, BOOK, await store.log_id(), "")
        assert fold is not None
        assert fold.version == stream.version
        await store.close()

    on_a_table(test, tmp_path)
