"""The heads a floor keeps outside its database, on both engines: written after commits, checked against the store."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import sleep
from typing import NamedTuple
from uuid import uuid4

import pytest
import structlog
from msgspec.structs import replace

from punto.server.keeping.accept_loss import FloorIsOpen, NothingToAccept, accept_loss
from punto.server.keeping.backup import back_up, restore
from punto.server.keeping.kept_heads import KeptHeads, check_file, heads_file_of, keep_heads
from punto.server.store import heads_file
from punto.server.store.database_kind import is_postgresql
from punto.server.store.failures import StoreIsLost
from punto.server.store.floor_lock import FileLock
from punto.server.store.heads_as_read import HeadsAsRead
from punto.server.store.heads_file import Head, UnusableHeads, read_heads
from punto.server.store.interface import Store
from punto.server.store.lost_end import StoreIsBehind
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.reopening_store import ReopeningStore, reopening_store
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import RENEWAL, STORE, Change, Claim, Stored


class Place(NamedTuple):
    open: Callable[[], Awaitable[Store]]
    database: str
    heads: Path
    schema: str = "punto"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    file, schema, heads = tmp_path / "floor.db", f"test_{uuid4().hex}", tmp_path / "floor.heads"

    async def open_file() -> Store:
        return SqliteInProcess(file)

    if request.param == "sqlite":
        return Place(open_file, str(file), heads)
    address = request.getfixturevalue("postgres_address")
    return Place(lambda: PostgresStore.open(address, schema), address, heads, schema)


async def watched(store: ReopeningStore, place: Place) -> KeptHeads:
    heads = await keep_heads(store, place.database, place.heads)
    store.watch(heads)
    return heads


async def written(store: Store, stream: str, count: int = 1) -> int:
    claim = await store.claim(stream)
    version = claim.version
    for number in range(count):
        (outcome,) = await store.commit([Change(stream, claim.epoch, version, (b"%d" % number,))])
        assert isinstance(outcome, Stored)
        version = outcome.version
    return version


def version_in(place: Place, stream: str) -> int:
    heads = read_heads(place.heads)
    return heads.streams.get(stream, Head(0, b"")).version if heads else 0


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.005)


def test_a_slow_disk_does_not_leave_the_heads_behind(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was found: each write took a moment, the next waited fifty times as long, and a lost end went unnoticed."""
    add = heads_file.HeadsFile.add

    def slow_add(file: heads_file.HeadsFile, moved: Mapping[str, Head]) -> None:
        add(file, moved)
        sleep(0.5)

    async def test() -> None:
        monkeypatch.setattr(heads_file.HeadsFile, "add", slow_add)
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        await written(store, "table:jade")
        await until(lambda: version_in(place, "table:jade") == 1)
        await written(store, "table:jade")
        await until(lambda: version_in(place, "table:jade") == 2)
        await heads.close()
        await store.close()

    asyncio.run(test())


def test_heads_are_in_the_file_a_moment_after_a_commit_and_all_of_them_at_the_end(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        assert await written(store, "cashier", 5) == 5
        await until(lambda: version_in(place, "cashier") == 5)
        last = await written(store, "table:jade", 3)
        await heads.close()
        assert version_in(place, "table:jade") == last
        (await keep_heads(store, place.database, place.heads))._task.cancel()
        await store.close()

    asyncio.run(test())


def test_heads_of_a_floor_that_is_given_up_are_written_first_and_synced_later(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stands by waits for the first, and not for the disk."""
    synced, sync = list[str](), heads_file.HeadsFile.sync

    def noted(file: heads_file.HeadsFile) -> None:
        synced.append("at the end")
        sync(file)

    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        await heads.is_written()
        last = await written(store, "cashier", 5)
        monkeypatch.setattr(heads_file.HeadsFile, "sync", noted)
        await heads.rest()
        assert (version_in(place, "cashier"), synced) == (last, [])
        await written(store, "cashier")
        await heads.close()
        assert (version_in(place, "cashier"), synced) == (last, ["at the end"]), "the next floor's are not ours"
        await heads.close()
        await store.close()

    asyncio.run(test())


def test_a_refused_commit_moves_no_head(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        claim = await store.claim("jade")
        changes = [Change("jade", claim.epoch, version, (b"x",)) for version in (0, 1, 7)]  # the last cannot follow
        outcomes = await store.commit([*changes, Change("ruby", 5, 0, (b"x",))])
        assert [isinstance(outcome, Stored) for outcome in outcomes] == [True, True, False, False]
        await heads.close()
        told = read_heads(place.heads)
        assert told is not None
        assert {stream: head.version for stream, head in told.streams.items()} == {"jade": 2}
        await store.close()

    asyncio.run(test())


def test_a_store_that_is_behind_is_refused_with_the_way_to_accept_it(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        version = await written(store, "cashier", 5)
        heads._file.add({"cashier": Head(version + 3, bytes(32))})  # three that were told and are gone
        await heads.close()
        before = place.heads.read_bytes()
        says = f"cashier lacks events 6 to 8 .*accept-loss --database .* --heads-file {place.heads}"
        with pytest.raises(StoreIsBehind, match=says):
            await keep_heads(store, place.database, place.heads)
        assert place.heads.read_bytes() == before
        await store.close()

    asyncio.run(test())


def test_a_loss_is_accepted_once_and_the_store_says_why(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)
        await written(store, "cashier", 5)
        await heads.close()
        with pytest.raises(NothingToAccept, match="has everything"):
            await accept_loss(place.database, place.heads, lambda _: place.open(), FileLock(str(place.heads)))
        heads._file = heads_file.HeadsFile.written(place.heads, read_heads(place.heads) or pytest.fail("no file"))
        heads._file.add({"cashier": Head(9, bytes(32))})
        log_id = await store.log_id()
        running = FileLock(str(place.heads))
        assert await running.take()
        with pytest.raises(FloorIsOpen, match="stop it first"):
            await accept_loss(place.database, place.heads, lambda _: place.open(), FileLock(str(place.heads)))
        assert await store.log_id() == log_id
        await running.release()
        lost = await accept_loss(place.database, place.heads, lambda _: place.open(), FileLock(str(place.heads)))
        assert lost == "it has lost its end: cashier lacks events 6 to 9"
        assert await store.log_id() != log_id
        assert await store.record(STORE, RENEWAL) == f"A loss was accepted. Of the database was said: {lost}.".encode()
        await (await keep_heads(store, place.database, place.heads)).close()
        place.heads.unlink()
        with pytest.raises(NothingToAccept, match="there is no such file"):
            await accept_loss(place.database, place.heads, lambda _: place.open(), FileLock(str(place.heads)))
        await store.close()

    asyncio.run(test())


def test_damaged_heads_are_refused_by_name_until_they_are_accepted_or_removed(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        await written(store, "cashier")
        place.heads.write_bytes(bytes(50))
        with pytest.raises(UnusableHeads, match=r"first line cannot be read.* remove this file; otherwise: punto"):
            await keep_heads(store, place.database, place.heads)
        await accept_loss(place.database, place.heads, lambda _: place.open(), FileLock(str(place.heads)))
        await (await keep_heads(store, place.database, place.heads)).close()
        await store.close()

    asyncio.run(test())


def test_a_restore_writes_the_heads_of_the_copy_and_without_them_the_store_is_refused(
    place: Place, tmp_path: Path
) -> None:
    """The second is what a crash between the two leaves, and what an older copy put there by hand looks like."""

    async def test() -> None:
        store, copy = await reopening_store(place.open), tmp_path / "copy.db"
        heads = await watched(store, place)
        await written(store, "cashier-less", 2)
        await back_up(place.database, copy, schema=place.schema)
        await written(store, "cashier-less", 4)
        await heads.close()
        await store.close()
        await restore(copy, place.database, replaces=True, schema=place.schema)
        store = await reopening_store(place.open)
        with pytest.raises(StoreIsBehind, match="it is not the one that was played in last"):
            await keep_heads(store, place.database, place.heads)
        await restore(copy, place.database, replaces=True, schema=place.schema, heads=place.heads)
        assert version_in(place, "cashier-less") == 2
        await (await keep_heads(store, place.database, place.heads)).close()
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("has_file", [True, False])
def test_a_store_that_reopens_older_is_not_written_to(place: Place, tmp_path: Path, *, has_file: bool) -> None:
    """A stand-in that had not heard of the last commits takes the place of a server that died."""

    class Dies:
        def __init__(self, store: Store) -> None:
            self._store = store

        def __getattr__(self, name: str) -> object:
            return getattr(self._store, name)

        async def balances(self, _: object) -> None:
            raise StoreIsLost

    async def test() -> None:
        stores: list[Store] = [Dies(await place.open()), SqliteInProcess(tmp_path / "older.db")]  # type: ignore[list-item]

        async def next_store() -> Store:
            return stores.pop(0)

        store = await reopening_store(next_store)
        heads = await keep_heads(store, place.database, place.heads if has_file else None)
        store.watch(heads)
        await written(store, "cashier", 3)
        with pytest.raises(StoreIsLost):
            await store.balances([])
        with structlog.testing.capture_logs() as logged, pytest.raises(StoreIsLost):
            await written(store, "cashier")
        assert "came back, and it is missing or empty" in logged[0]["reason"]
        await heads.close()

    asyncio.run(test())


def test_a_failure_to_write_heads_is_logged_once_and_retried(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        heads = await watched(store, place)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with structlog.testing.capture_logs() as logged, monkeypatch.context() as patch:
            patch.setattr(heads_file, "_write_all", full)
            await written(store, "cashier", 3)
            await heads._write()
            await written(store, "cashier", 3)
            await heads._write()
        assert [line["event"] for line in logged] == ["heads_cannot_be_written"]
        await heads.close()
        assert version_in(place, "cashier") == 6
        await store.close()

    asyncio.run(test())


def test_a_missing_file_is_logged_and_rewritten_but_not_at_a_first_start(place: Place) -> None:
    async def test() -> None:
        store = await reopening_store(place.open)
        with structlog.testing.capture_logs() as logged:
            await (await keep_heads(store, place.database, place.heads)).close()
            await written(store, "cashier")
            place.heads.unlink()
            await (await keep_heads(store, place.database, place.heads)).close()
        assert [line["event"] for line in logged] == ["heads_are_written_anew"]
        assert version_in(place, "cashier") == 1
        await store.close()

    asyncio.run(test())


class LacksTheEnd:
    """A database that was promoted before the last events of a stream had reached it."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store, self._stream = store, stream

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def streams(self) -> dict[str, Claim]:
        found = await self._store.streams()
        claim = found[self._stream]
        return found | {self._stream: replace(claim, version=claim.version - 1)}


@pytest.mark.parametrize("file_is", ["old", "missing", "not kept"])
def test_what_was_read_while_standing_by_tells_of_a_lost_end_like_the_file(place: Place, file_is: str) -> None:
    """As it was found: the floor's machine died with its heads file and the database, and a replica that lacked the
    last moments was opened by a server whose own file was old."""

    async def test() -> None:
        store, read = await reopening_store(place.open), HeadsAsRead()
        if file_is == "old":
            await (await watched(store, place)).close()
        await written(store, "table:jade", 3)
        await read.look(store)
        promoted: Store = LacksTheEnd(store, "table:jade")  # type: ignore[assignment]
        await read.look(promoted)
        file = None if file_is == "not kept" else place.heads
        with pytest.raises(StoreIsBehind, match=r"table:jade lacks event 3 .*punto accept-loss"):
            await keep_heads(promoted, place.database, file, read.heads)
        if file is not None:
            with pytest.raises(StoreIsBehind):  # it is started again
                await keep_heads(promoted, place.database, file)
            lock = FileLock(str(place.heads))

            async def reopened(_: str) -> Store:
                return LacksTheEnd(await place.open(), "table:jade")  # type: ignore[return-value]

            if is_postgresql(place.database):
                lost = await accept_loss(place.database, file, reopened, lock)
                assert lost == "it has lost its end: table:jade lacks event 3"
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("has_file", [True, False])
def test_a_history_that_was_begun_on_purpose_is_not_held_against_what_was_read(place: Place, *, has_file: bool) -> None:
    async def test() -> None:
        store, read = await reopening_store(place.open), HeadsAsRead()
        await written(store, "table:jade", 3)
        await read.look(store)
        await store.renew_log_id("A loss was accepted.")
        promoted: Store = LacksTheEnd(store, "table:jade")  # type: ignore[assignment]
        await (await keep_heads(promoted, place.database, place.heads if has_file else None, read.heads)).close()
        assert await read.look(promoted) == await store.log_id()
        assert read.heads is not None
        assert read.heads.streams["table:jade"].version == 2
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize(
    ("database", "key_file", "chosen", "file"),
    [
        ("var/floor.db", None, None, "var/floor.db.heads"),
        ("var/floor.db", "/etc/punto/key", None, "var/floor.db.heads"),
        ("var/floor.db", None, "/mnt/heads", "/mnt/heads"),
        ("postgresql://db/punto", "/etc/punto/key", None, "/etc/punto/key.heads"),
        ("postgresql://db/punto", "/etc/punto/key", "/mnt/heads", "/mnt/heads"),
        ("postgresql://db/punto", None, None, None),
    ],
)
def test_where_the_heads_are(database: str, key_file: str | None, chosen: str | None, file: str | None) -> None:
    found = heads_file_of(database, Path(key_file) if key_file else None, Path(chosen) if chosen else None)
    assert found == (Path(file) if file else None)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        heads = await keep_heads(store, "floor.db", tmp_path / "no" / "floor.heads")
        with pytest.raises(UnusableHeads, match="cannot be written: No such file or directory; name another with"):
            await heads.is_written()
        await heads.close()
        await store.close()

    asyncio.run(test())


def test_a_database_that_is_gone_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        heads = await keep_heads(store, "floor.db", tmp_path / "floor.heads")
        await heads.close()
        await store.close()
        (tmp_path / "floor.db").unlink()
        with pytest.raises(StoreIsBehind, match="it is missing or empty"):
            await check_file(str(tmp_path / "floor.db"), tmp_path / "floor.heads")
        assert not (tmp_path / "floor.db").exists()

    asyncio.run(test())
