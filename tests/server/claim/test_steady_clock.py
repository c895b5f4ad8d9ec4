"""Setting the wall clock mutes, stops, prolongs and ends nothing."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from punto.server.cashier.play_credits import PlayCredits
from punto.server.claim import clock_record
from punto.server.claim.clock_record import (
    CLOCK,
    FLOOR,
    SET_MS_MIN,
    ClockReading,
    adjust_for_clock,
    keep_clock,
    keep_clocks,
    set_forward_ms,
)
from punto.server.claim.steady_clock import MS, SECOND, SteadyClock
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.start_jobs import start_jobs
from punto.server.people.account import ACCOUNT, Account
from punto.server.people.identity import Role
from punto.server.people.limits.own_limits import FOR_EVER, OwnLimits, WantedLimits
from punto.server.people.limits.protection import ProtectionDesk
from punto.server.people.sign_in.lockout import Lockout
from punto.server.people.sign_in.sessions import Sessions
from punto.server.safety.rate_limit import RateLimit
from punto.server.store.failures import StoreIsLost
from punto.server.store.plays import PlayBatch
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Lease
from punto.table.state import Betting, NeedsShoe, ShowingResult, Table
from tests.server.held_store import HeldStore
from tests.server.people.desks import CONFIG, DAY, HOUR, KEY, MINUTE, NOON, SAFETY, Desks, with_desks
from tests.server.people.test_protection import played
from tests.server.table_behind import task_of
from tests.server.tables.test_table_task import DEMO, TIMED, until

ANN = "p-ann"


class Machine:
    """Its wall clock can be set; the time since its boot cannot."""

    def __init__(self, boot: str = "one") -> None:
        self.wall_ms, self.since_boot_ms, self.boot = NOON, HOUR, boot

    def passes(self, ms: int) -> None:
        self.wall_ms += ms
        self.since_boot_ms += ms

    def reading(self) -> ClockReading:
        return ClockReading(self.wall_ms, self.boot, self.since_boot_ms)

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall_ms * MS, lambda: self.since_boot_ms * MS)


@pytest.mark.parametrize("set_by", [-HOUR, HOUR, -30 * DAY, 365 * DAY])
def test_setting_the_clock_changes_no_duration(set_by: int) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall_ms += set_by
    assert clock() == NOON
    seen = [clock()]
    for _ in range(600):
        machine.passes(100)
        seen.append(clock())
    assert seen == sorted(seen)
    assert abs(seen[-1] - NOON - MINUTE) <= MINUTE // 2_000 + 1  # 500 ppm


def test_it_drifts_towards_a_clock_that_was_set_a_little() -> None:
    for set_by in (-800, 800):
        machine = Machine()
        clock = machine.clock()
        machine.wall_ms += set_by
        for _ in range(1_700):
            machine.passes(1_000)
            clock()
        assert clock() == machine.wall_ms


def test_an_idle_hour_causes_no_jump() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wall_ms += DAY
    machine.passes(HOUR)
    assert clock() - NOON - HOUR in (0, 1)


def test_a_rate_limit_lets_nobody_wait_longer_and_nobody_in_sooner() -> None:
    machine = Machine()
    clock, limit = machine.clock(), RateLimit(60, MINUTE, burst=1)
    for set_by in (-HOUR, 2 * HOUR):
        assert limit.wait_ms("ann", clock()) == 0
        machine.wall_ms += set_by
        assert 0 < limit.wait_ms("ann", clock()) <= 1_000
        machine.passes(1_001)


def test_a_lock_lasts_its_time_whatever_the_clock_does(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        machine = Machine()
        lockout = Lockout(desks.store, "tries", machine.clock(), failures_max=3, lock_ms=10 * MINUTE)
        for set_by in (-HOUR, 2 * HOUR):
            for _ in range(3):
                lockout.tried("ann")
            machine.wall_ms += set_by
            machine.passes(10 * MINUTE - 1_000)
            assert 0 < lockout.wait_ms("ann") <= 2_000
            machine.passes(2_000)
            assert lockout.wait_ms("ann") == 0

    with_desks(tmp_path, test)


def test_a_lock_kept_by_a_clock_that_was_ahead_is_no_longer_than_any(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        lockout = Lockout(desks.store, "tries", desks.clock, failures_max=3, lock_ms=10 * MINUTE)
        for _ in range(3):
            lockout.tried("ann")
        await lockout.keep("ann")
        desks.now -= DAY
        await lockout.recall()
        assert lockout.wait_ms("ann") == 10 * MINUTE

    with_desks(tmp_path, test)


def test_a_session_seen_by_a_clock_that_was_ahead_is_idle_as_soon_as_any(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        account = Account(id="p1", role=Role.ADMIN, created_at=0, password="hash")
        await desks.store.keep_record(ACCOUNT, account.id, msgspec.json.encode(account))
        token = await desks.sessions.begin(account)
        desks.now -= DAY
        desks.sessions = await Sessions.open(desks.store, desks.clock, KEY, SAFETY)
        identity = await desks.who(token, touch=False)
        assert identity is not None
        assert not identity.is_locked
        desks.now += SAFETY.staff_idle_minutes * MINUTE
        assert desks.sessions.is_locked(identity.session)

    with_desks(tmp_path, test)


def test_play_credits_given_by_a_clock_that_was_ahead_come_again_within_the_hour() -> None:
    desk = PlayCredits(1_000, lambda: NOON)
    desk.recall({ANN: NOON + DAY})
    assert desk.wait_ms(ANN) == HOUR


# --- a loosened limit -------------------------------------------------------------------------------------------------


def test_a_clock_set_forward_while_the_floor_runs_loosens_no_limit(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        machine = Machine()
        desk = await ProtectionDesk.open(desks.store, clock := machine.clock(), CONFIG)
        await desk.change(ANN, WantedLimits(loss_a_day=100))
        await desk.change(ANN, WantedLimits(loss_a_day=900))
        machine.wall_ms += 30 * DAY
        machine.passes(DAY - MINUTE)
        assert desk.room(ANN, clock()) == 100
        machine.passes(2 * MINUTE)
        assert desk.room(ANN, clock()) == 900

    with_desks(tmp_path, test)


@pytest.mark.parametrize("set_by", [25 * HOUR, -HOUR])
def test_a_clock_set_between_two_runs_leaves_a_patron_the_same_wait(tmp_path: Path, set_by: int) -> None:
    async def test(desks: Desks) -> None:
        machine = Machine()
        await keep_clocks(desks.store, machine.reading())
        desk = await ProtectionDesk.open(desks.store, machine.clock(), CONFIG)
        await desk.change(ANN, WantedLimits(loss_a_day=100))
        await desk.change(ANN, WantedLimits(loss_a_day=900))
        await desk.cool_off("p-bob", 1)
        await desk.exclude("p-cy", None)
        machine.passes(HOUR)
        machine.wall_ms += set_by
        await adjust_for_clock(desks.store, machine.reading())
        again = await ProtectionDesk.open(desks.store, clock := machine.clock(), CONFIG)
        assert again.limits(ANN).loss_a_day.next_at == clock() + 23 * HOUR
        assert again.limits("p-bob").cool_off_until == clock() + 23 * HOUR
        assert again.limits("p-cy").excluded_until == FOR_EVER

    with_desks(tmp_path, test)


class BreakingStore(SqliteInProcess):
    """Is lost at one of its next writes, before or after it has written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.writes_left, self.has_written = -1, False

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        self.writes_left -= 1
        if self.writes_left != 0:
            return await super().keep_record(kind, name, body, version)
        if self.has_written:
            await super().keep_record(kind, name, body, version)
        raise StoreIsLost


@pytest.mark.parametrize("set_by", [25 * HOUR, -HOUR])
@pytest.mark.parametrize("has_written", [False, True])
def test_limits_are_moved_once_however_often_the_store_is_lost(
    tmp_path: Path, set_by: int, *, has_written: bool
) -> None:
    """A server that stood by opens the floor again when the store was lost as it opened."""
    patrons = [f"p-{number}" for number in range(3)]

    async def test() -> None:
        machine, store = Machine(), BreakingStore(tmp_path / "floor.db")
        for times in (1, 2):  # the clock is set twice
            await keep_clocks(store, machine.reading())
            desk = await ProtectionDesk.open(store, machine.clock(), CONFIG)
            for patron in patrons:
                await desk.cool_off(patron, times)
            machine.wall_ms += set_by
            for number in range(1, len(patrons) + 2):
                store.writes_left, store.has_written = number, has_written
                with pytest.raises(StoreIsLost):
                    await adjust_for_clock(store, machine.reading())
            store.writes_left = -1
            await adjust_for_clock(store, machine.reading())
            again = await ProtectionDesk.open(store, clock := machine.clock(), CONFIG)
            assert [again.limits(patron).cool_off_until - clock() for patron in patrons] == [times * DAY] * 3
        await store.close()

    asyncio.run(test())


def test_after_a_reboot_only_a_clock_that_shows_less_is_known_to_be_set() -> None:
    before, after = Machine("one"), Machine("two")
    after.passes(HOUR)
    assert set_forward_ms(before.reading(), after.reading()) == 0  # it may have been off for an hour
    assert set_forward_ms(after.reading(), before.reading()) == -HOUR
    assert set_forward_ms(replace(after.reading(), boot=""), replace(before.reading(), boot="")) == -HOUR


def test_machines_whose_clocks_differ_end_no_wait_sooner_however_often_the_floor_moves() -> None:
    """As it was found: each way to the machine that is behind ended cool-offs earlier, and no way back made up."""
    ahead, behind = Machine("one"), Machine("two")
    behind.wall_ms -= 10 * MINUTE
    moved = 0
    for machine, other in ((ahead, behind), (behind, ahead)):
        before = replace(machine.reading(), ahead_of_store_ms=machine.wall_ms - ahead.wall_ms)
        for each in (ahead, behind):
            each.passes(MINUTE)
        now = replace(other.reading(), ahead_of_store_ms=other.wall_ms - ahead.wall_ms)
        moved += (by_ms := set_forward_ms(before, now))
        assert abs(by_ms) == 10 * MINUTE
    assert moved == 0


def test_a_database_whose_clock_went_back_tells_nothing() -> None:
    """It is another one, on another machine: both clocks show less than before."""
    before = replace(Machine("one").reading(), ahead_of_store_ms=0)
    after = replace(before, boot="two", instant=before.instant - HOUR)
    assert set_forward_ms(before, after) == -HOUR
    assert set_forward_ms(before, replace(after, instant=NOON + 1, ahead_of_store_ms=HOUR)) == 0


def test_a_reading_of_an_earlier_release_counts_as_before() -> None:
    before, after = Machine("one"), Machine("two")
    after.wall_ms -= HOUR
    kept = msgspec.json.encode({"instant": before.wall_ms, "boot": "one", "since_boot_ms": HOUR})
    read = msgspec.json.decode(kept, type=ClockReading)
    assert set_forward_ms(read, replace(after.reading(), ahead_of_store_ms=-HOUR)) == -HOUR


class ClockOf(SqliteInProcess):
    """A store with a clock, which answers after a while."""

    shows_ms, takes_ms = NOON, 0

    def __init__(self, path: Path, machine: Machine) -> None:
        super().__init__(path)
        self.machine = machine

    async def lease(self) -> Lease:
        self.machine.passes(self.takes_ms)
        return replace(await super().lease(), now=self.shows_ms)


def test_a_clock_that_differs_from_the_databases_is_told_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_record, "KEPT_EVERY_SECONDS", 0)

    async def test() -> None:
        machine = Machine()
        store = ClockOf(tmp_path / "floor.db", machine)

        async def kept() -> ClockReading:
            keeping = asyncio.create_task(keep_clock(store, lambda: machine.wall_ms))
            for _ in range(9):
                await asyncio.sleep(0)
            keeping.cancel()
            body = await store.record(CLOCK, FLOOR)
            assert body is not None
            return msgspec.json.decode(body, type=ClockReading)

        with structlog.testing.capture_logs() as logged:
            assert (await kept()).ahead_of_store_ms == 0
            assert not logged
            store.shows_ms -= 2_500
            assert (await kept()).ahead_of_store_ms == 2_500
        assert [(line["event"], line["ahead_by_seconds"]) for line in logged] == [
            ("clock_differs_from_the_database", 2.5)
        ]
        store.takes_ms = 1_001
        assert (await kept()).ahead_of_store_ms is None
        await store.close()

    asyncio.run(test())


def test_a_little_drift_moves_nothing() -> None:
    machine = Machine()
    before = machine.reading()
    machine.passes(HOUR)
    machine.wall_ms += SET_MS_MIN - 1
    assert set_forward_ms(before, machine.reading()) == 0


def test_limits_that_wait_for_nothing_are_not_moved() -> None:
    assert OwnLimits().moved(DAY) == OwnLimits()


def test_what_was_played_by_a_clock_that_was_ahead_still_counts_today(tmp_path: Path) -> None:
    async def test(desks: Desks) -> None:
        await desks.protection.change(ANN, WantedLimits(loss_a_day=1_000))
        kept = PlayBatch("table:jade", 9, plays=(played(1, NOON + HOUR, staked=300, returned=0),))
        await desks.store.keep_plays([kept])
        again = await ProtectionDesk.open(desks.store, desks.clock, CONFIG)
        await again.recall_limited()
        assert again.room(ANN, NOON) == 700

    with_desks(tmp_path, test)


# --- a table ----------------------------------------------------------------------------------------------------------


def test_a_table_plays_on_at_its_pace_while_the_clock_is_set(tmp_path: Path) -> None:
    async def run() -> None:
        ahead_ns = 0
        clock = SteadyClock(wall=lambda: time.time_ns() + ahead_ns)
        store = HeldStore(tmp_path / "floor.db")
        floor = await open_floor(replace(DEMO, tables=(TIMED,)), store, KEY, clock)
        start_jobs(floor)
        await floor.start()
        task = task_of(floor, TIMED.id)
        async with asyncio.timeout(20):
            for set_to in (-3_600, 7_200):
                await until(task, Betting)
                ahead_ns = set_to * SECOND
                await asyncio.sleep(0.1)
                assert isinstance(task.table.phase, Betting)  # forward: it did not close at once
                await until(task, ShowingResult)  # back: it does not wait for an hour
        await floor.stop()
        await store.close()

    asyncio.run(run())


SLOW_CHANGE = replace(TIMED, pace=replace(TIMED.pace, shoe_change_ms=500))


def is_betting(table: Table) -> bool:
    return isinstance(table.phase, Betting)


def has_the_coming_shoe_bound(table: Table) -> bool:
    return isinstance(table.phase, NeedsShoe) and table.commitment is not None


def shows_a_result(table: Table) -> bool:
    return isinstance(table.phase, ShowingResult)


@pytest.mark.parametrize("stands", [is_betting, has_the_coming_shoe_bound, shows_a_result])
def test_a_table_left_by_a_clock_that_was_ahead_goes_on_at_once(
    tmp_path: Path, stands: Callable[[Table], bool]
) -> None:
    """Without a word, as a kill leaves it; an hour of waiting would be over after the test has given up."""

    async def run() -> None:
        store, config = HeldStore(tmp_path / "floor.db"), replace(DEMO, tables=(SLOW_CHANGE,))
        floor = await open_floor(config, store, KEY, lambda: time.time_ns() // MS + HOUR)
        start_jobs(floor)
        await floor.start()
        async with asyncio.timeout(20):
            while not stands(task_of(floor, TIMED.id).table):
                await asyncio.sleep(0.002)
        for task in (task_of(floor, TIMED.id).runner, *floor.background.tasks):
            assert task is not None
            task.cancel()
        again = await open_floor(config, store, KEY, lambda: time.time_ns() // MS)
        await again.start()
        async with asyncio.timeout(10):
            for phase in (Betting, ShowingResult, Betting):
                await until(task_of(again, TIMED.id), phase)
        await again.stop()
        await store.close()

    asyncio.run(run())
