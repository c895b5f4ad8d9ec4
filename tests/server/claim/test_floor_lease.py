"""Who may take a floor: decided by locks, by processes and by the store's own clock."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import structlog
from msgspec import json
from msgspec.structs import replace

from punto.server.claim import floor_holder, floor_lease
from punto.server.claim.floor_holder import Fate, Holder, this_process
from punto.server.claim.floor_lease import FloorIsHeld, FloorLease, take_floor
from punto.server.store.failures import CallFailed, FloorIsTaken, StoreIsLost
from punto.server.store.floor_lock import FileLock
from punto.server.store.health import StoreHealth
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Lease
from tests.server.claim.other_servers import Lock, dead_process, elsewhere, living_process


class Silent(SqliteInProcess):
    """With a clock, as PostgreSQL has one: it tells how long the holder has been silent, look by look."""

    def __init__(self, path: Path, *silences: int) -> None:
        super().__init__(path)
        self.silences = list(silences)

    async def lease(self) -> Lease:
        silence = self.silences.pop(0) if len(self.silences) > 1 else self.silences[0]
        return replace(await super().lease(), silent_ms=silence)


def on_a_store(tmp_path: Path, holder: Holder | None, test: Callable[[SqliteInProcess], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteInProcess(tmp_path / "floor.db")
        if holder is not None:
            await store.take_lease(json.encode(holder), after=0)
        await test(store)
        await store.close()

    asyncio.run(run())


def test_after_a_kill_the_next_start_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(store: SqliteInProcess) -> None:
        monkeypatch.setattr(asyncio, "sleep", None)  # whoever waits here fails
        lease = await take_floor(store, Lock(is_free=True))
        assert (lease.epoch, lease.displaced, lease.was_given_back) == (2, None, False)
        await lease.give_back()
        assert (await take_floor(store, Lock(is_free=True))).was_given_back

    on_a_store(tmp_path, dead_process(), test)


def test_a_zombie_process_is_dead() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        began = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[19]
        holder = replace(this_process(), process=child.pid, began=began)
        fates = [holder.fate]
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it stays a zombie
        assert [*fates, holder.fate] == [Fate.LIVES, Fate.IS_GONE]


def test_a_reused_process_id_is_no_sign_of_life() -> None:
    assert replace(this_process(), began="1").fate is Fate.IS_GONE
    assert replace(this_process(), boot="another").fate is Fate.IS_UNKNOWN


def test_a_process_that_may_not_be_looked_at_is_not_taken_for_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under systemd's ProtectProc: /proc shows nothing of other users."""
    holder = this_process()
    monkeypatch.setattr(floor_holder, "_began", lambda _: "")
    fates = [holder.fate]  # it can be looked at, and is a zombie
    monkeypatch.setattr(Path, "exists", lambda _: False)
    fates += [holder.fate, replace(holder, process=dead_process().process).fate]
    assert fates == [Fate.IS_GONE, Fate.IS_UNKNOWN, Fate.IS_GONE]


def test_a_living_holder_is_not_displaced_even_if_its_lock_file_was_deleted(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        lock = Lock(is_free=True)
        with pytest.raises(FloorIsHeld, match=f"process {os.getppid()} on "):
            await take_floor(store, lock)
        assert lock.is_released
        assert (await store.lease()).epoch == 1

    on_a_store(tmp_path, living_process(), test)


def test_a_floor_that_another_server_is_just_opening_is_left_to_it(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        with pytest.raises(FloorIsHeld, match="at this moment"):
            await take_floor(store, Lock(is_free=False))

    on_a_store(tmp_path, None, test)


@pytest.mark.parametrize(
    ("silences", "is_taken"),
    [
        ((0, 1_000, 1_900, 2_000), True),  # heard of a moment ago, and then never again
        ((5_000,), True),
        ((100, 200, 50), False),  # it was cut off from its lock for a moment, and is heard of again
    ],
)
def test_a_holder_on_another_machine_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silences: tuple[int, ...], *, is_taken: bool
) -> None:
    now = iter(range(1_000_000))
    monkeypatch.setattr(floor_lease, "monotonic", lambda: next(now))  # a second passes with every look
    monkeypatch.setattr(floor_lease, "LOOKS_EVERY_SECONDS", 0)

    async def test(_: SqliteInProcess) -> None:
        lock, clocked = Lock(is_free=True), Silent(tmp_path / "floor.db", *silences)
        try:
            if is_taken:
                lease = await take_floor(clocked, lock)
                assert lease.displaced is not None, "it may live, cut off from everybody"
            else:
                with pytest.raises(FloorIsHeld):
                    await take_floor(clocked, lock)
                assert lock.is_released, "or it could never have it back"
        finally:
            await clocked.close()

    on_a_store(tmp_path, elsewhere(), test)


def test_two_who_displace_at_once(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        seen = await store.lease()
        assert await store.take_lease(b"{}", after=seen.epoch) == 2  # the other was faster
        store.lease = lambda: asyncio.sleep(0, seen)  # type: ignore[method-assign]
        with pytest.raises(FloorIsHeld, match="has just taken"):
            await take_floor(store, Lock(is_free=False), take_over=True)

    on_a_store(tmp_path, living_process(), test)


def test_a_lost_lease_is_noticed_at_the_next_heartbeat_and_a_lost_store_is_waited_for(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        lease: FloorLease = await take_floor(store, Lock(is_free=True))
        renew, beats = store.renew_lease, list[str]()

        async def renewed(epoch: int) -> bool:
            beats.append("beat")
            if len(beats) == 2:
                raise StoreIsLost
            return await renew(epoch)

        async def sleep(_: float) -> None:
            if len(beats) == 3:
                await SqliteInProcess(tmp_path / "floor.db").take_lease(json.encode(this_process()), after=1)

        store.renew_lease = renewed  # type: ignore[method-assign]
        await asyncio.wait_for(lease.keep(StoreHealth(), sleep), timeout=10)
        assert lease.lost.is_set()
        assert len(beats) == 4
        assert f"process {os.getpid()} " in await lease.new_holder()

    on_a_store(tmp_path, None, test)


def test_heartbeats_do_not_wait_for_a_lock_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_lease, "BEAT_SECONDS", 0.001)

    async def test(store: SqliteInProcess) -> None:
        lock = Lock(is_free=True)
        lease = await take_floor(store, lock)
        lock.take = asyncio.Event().wait  # type: ignore[method-assign]
        renew, beats = store.renew_lease, asyncio.Semaphore(0)

        async def renewed(epoch: int) -> bool:
            beats.release()
            return await renew(epoch)

        store.renew_lease = renewed  # type: ignore[method-assign]
        lease.begin(StoreHealth())
        async with asyncio.timeout(10):
            for _ in range(3):
                await beats.acquire()
        await lease.give_back()
        assert lock.is_released

    on_a_store(tmp_path, None, test)


def test_a_store_that_hangs_is_not_asked_for_long_who_has_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_lease, "SECONDS_TO_LEAVE", 0.01)

    async def test(store: SqliteInProcess) -> None:
        lease = await take_floor(store, Lock(is_free=True))
        store.lease = asyncio.Event().wait  # type: ignore[method-assign, assignment]
        assert await asyncio.wait_for(lease.new_holder(), timeout=10) == "nobody knows: the store does not answer"

    on_a_store(tmp_path, None, test)


def test_heartbeats_go_on_after_a_fault(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        lease, beats = await take_floor(store, Lock(is_free=True)), list[int]()

        async def renewed(epoch: int) -> bool:
            beats.append(epoch)
            if len(beats) == 1:
                raise CallFailed("a fault of ours")
            return len(beats) < 3

        store.renew_lease = renewed  # type: ignore[method-assign]
        with structlog.testing.capture_logs() as logs:
            await asyncio.wait_for(lease.keep(StoreHealth(), lambda _: asyncio.sleep(0)), timeout=10)
        assert len(beats) == 3
        assert [each["event"] for each in logs] == ["heartbeat_failed"]

    on_a_store(tmp_path, None, test)


def test_a_file_has_one_lock_whatever_name_it_is_opened_by(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "floor.db").touch()
        (tmp_path / "link.db").symlink_to(tmp_path / "floor.db")
        first, second = FileLock(str(tmp_path / "floor.db")), FileLock(str(tmp_path / "link.db"))
        assert await first.take()
        assert await first.take(), "it has it already"
        assert not await second.take()
        (tmp_path / "floor.db.lock").unlink()
        assert await first.take(), "tidied away, and made again"
        assert not await second.take()
        await first.release()
        assert await second.take()
        await second.release()

    asyncio.run(test())


def test_a_lease_that_was_given_back_is_not_lost_to_the_server_that_takes_it_next(tmp_path: Path) -> None:
    async def test(store: SqliteInProcess) -> None:
        lock = Lock(is_free=True)
        lease: FloorLease = await take_floor(store, lock)
        lease.begin(StoreHealth())
        await lease.give_back()
        assert lock.is_released
        other = SqliteInProcess(tmp_path / "floor.db")
        assert (await other.lease()).holder == b""
        assert await other.take_lease(b"{}", after=lease.epoch) == lease.epoch + 1
        with pytest.raises(FloorIsTaken):
            await store.keep_record("clock", "floor", b"too late")
        assert lease.lost.is_set()
        assert not lease.was_taken, "it left by itself"
        await lease.give_back()
        assert (await other.lease()).holder == b"{}", "and no more can be given back"
        await other.close()

    on_a_store(tmp_path, None, test)


def test_a_holder_that_is_silent_is_displaced_without_waiting_for_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hangs does not hear that its floor is taken, and patrons have waited long enough."""

    async def waits(_: object) -> None:
        raise AssertionError("nobody answers")

    monkeypatch.setattr(floor_lease, "_wait_for", waits)

    async def test(_: SqliteInProcess) -> None:
        clocked = Silent(tmp_path / "floor.db", 4_100)
        lease = await take_floor(clocked, Lock(is_free=False), silent_ms=4_000)
        assert lease.displaced is not None
        await clocked.close()

    on_a_store(tmp_path, living_process(), test)
