"""The last decision about a person stands even if an earlier write arrives late."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.people.limits.own_limits import OwnLimits, WantedLimits
from punto.server.people.limits.protection import PROTECTION
from punto.server.people.sign_in.sessions import SESSION
from punto.server.store.failures import StreamIsTaken
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.ordered_records import OrderedRecords
from tests.server.people.desks import CONFIG, KEY, NOON


class LateStore(SqliteInProcess):
    """The next record that is kept is written only when it is let go: a slow connection beside quick ones."""

    is_late = False

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.let_go = asyncio.Event()
        self.is_held = asyncio.Event()

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        if self.is_late:
            self.is_late = False
            self.is_held.set()
            await self.let_go.wait()
        return await super().keep_record(kind, name, body, version)


def on_a_late_store(folder: Path, test: Callable[[Floor, LateStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = LateStore(folder / "floor.db")
        try:
            await test(await open_floor(CONFIG, store, KEY, lambda: NOON), store)
        finally:
            await store.close()

    asyncio.run(run())


async def after(first: Awaitable[object], second: Callable[[], Awaitable[object]], store: LateStore) -> None:
    """The second is decided after the first, and stored before it."""
    store.is_late = True
    under_way = asyncio.ensure_future(first)
    await store.is_held.wait()
    await second()
    store.let_go.set()
    await under_way


def test_a_self_exclusion_is_not_lost_to_a_late_write(tmp_path: Path) -> None:
    async def test(floor: Floor, store: LateStore) -> None:
        wanted = WantedLimits(loss_a_day=100)
        await after(floor.protection.change("ann", wanted), lambda: floor.protection.exclude("ann", 180), store)
        body = await store.record(PROTECTION, "ann")
        assert body is not None
        assert msgspec.json.decode(body, type=OwnLimits) == floor.protection.limits("ann")
        assert floor.protection.limits("ann").excluded_until > NOON

    on_a_late_store(tmp_path, test)


def test_a_session_that_ended_does_not_come_back_with_a_late_write(tmp_path: Path) -> None:
    async def test(floor: Floor, store: LateStore) -> None:
        guest = await floor.accounts.new_guest()
        await floor.sessions.begin(guest)
        [(session, _)] = await store.records(SESSION)
        await after(floor.sessions.lock(session), lambda: floor.sessions.end(session), store)
        assert await store.records(SESSION) == []

    on_a_late_store(tmp_path, test)


def test_a_displaced_floor_is_told_so_and_replaces_nothing(tmp_path: Path) -> None:
    async def test(floor: Floor, store: LateStore) -> None:
        later = await OrderedRecords.open(store)
        await later.keep_record("account", "ann", b"theirs")
        with pytest.raises(StreamIsTaken):
            await floor.records.keep_record("account", "ann", b"ours")
        assert await store.record("account", "ann") == b"theirs"

    on_a_late_store(tmp_path, test)


def test_marks_are_dropped_once_no_late_write_can_come(tmp_path: Path) -> None:
    async def test(floor: Floor, store: LateStore) -> None:
        await floor.records.forget_record(SESSION, "ann")
        await floor.records.drop_old_marks()
        assert await store.keep_record(SESSION, "ann", b"late", version=1) > 1  # forgotten within the last hour
        await floor.records.drop_old_marks()
        assert await store.keep_record(SESSION, "ann", b"late", version=1) == 1

    on_a_late_store(tmp_path, test)
