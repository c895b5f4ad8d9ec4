"""When a server that stands by takes the floor, and when it goes on waiting."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec import json
from msgspec.structs import replace

from punto.server.claim import standby
from punto.server.claim.floor_holder import Holder, this_process
from punto.server.claim.floor_lease import FloorLease
from punto.server.claim.standby import stand_by
from punto.server.store.failures import StoreIsLost
from punto.server.store.values import Lease
from tests.server.claim.other_servers import Lock, dead_process, elsewhere, living_process

Silence = Callable[[float], int | None]  # milliseconds since the last heartbeat, at a second of the test


class Floor:
    """A store whose lease somebody holds, and the time of the test."""

    def __init__(self, holder: Holder | None, silence: Silence, away: tuple[float, float] = (0, 0)) -> None:
        self.holder = holder
        self.now = 0.0
        self.dies_when_taken = False  # once, after it has written who took it
        self.slow: tuple[float, float] = (0, 0)  # from when on it answers once, and until when that takes
        self._silence = silence
        self._away = away  # from when to when the store does not answer

    async def lease(self) -> Lease:
        if self._away[0] <= self.now < self._away[1]:
            raise StoreIsLost
        if self.slow[0] <= self.now < self.slow[1]:
            self.now = self.slow[1]
        return Lease(1, json.encode(self.holder) if self.holder else b"", self._silence(self.now))

    async def take_lease(self, holder: bytes, after: int) -> int:
        if self.dies_when_taken:
            self.dies_when_taken, self.holder = False, json.decode(holder, type=Holder)
            raise StoreIsLost
        return after + 1

    async def guard(self, *_: object) -> None:
        pass

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now > 30:
            raise TimeoutError


def beating(_: float) -> int:
    return 300


def never(_: float) -> None:
    """A store without a clock."""


def dies_at(second: float) -> Silence:
    return lambda now: 300 if now < second else int((now - second) * 1000)


def waits(floor: Floor, lock: Lock, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bool] | None:
    """For how many seconds, and whether a holder was displaced that may live; None: for ever."""
    monkeypatch.setattr(standby, "monotonic", lambda: floor.now)
    lock.sleep = floor.sleep

    async def leave() -> None:
        lock.is_free = True

    monkeypatch.setattr("punto.server.claim.floor_lease._wait_for", lambda _: leave())
    try:
        lease: FloorLease = asyncio.run(stand_by(floor, lock, sleep=floor.sleep))  # type: ignore[arg-type]
    except TimeoutError:
        return None
    return round(floor.now), lease.displaced is not None


@pytest.mark.parametrize(
    ("holder", "silence", "is_free", "waited"),
    [
        # holder        heartbeats        lock     waited, displaced
        (None, never, True, (0, False)),
        (dead_process(), never, True, (0, False)),  # killed on this machine
        (dead_process(), beating, True, (0, False)),
        (elsewhere(), dies_at(5), True, (7, True)),  # its session is gone, and it is not heard of
        (elsewhere(), dies_at(5), False, (9, True)),  # it hangs, or its connection was cut
        (living_process(), dies_at(5), False, (9, True)),  # stopped in its tracks on this machine
        (elsewhere(), beating, True, None),  # cut off from its lock for a moment
        (elsewhere(), beating, False, None),
        (living_process(), never, False, None),  # SQLite: alive is alive
        (None, dies_at(0), False, (4, False)),  # it has the lock and no lease, before or after its reign, and hangs
    ],
)
def test_how_long_a_server_stands_by(
    monkeypatch: pytest.MonkeyPatch,
    holder: Holder | None,
    silence: Silence,
    waited: tuple[int, bool] | None,
    *,
    is_free: bool,
) -> None:
    assert waits(Floor(holder, silence), Lock(is_free=is_free), monkeypatch) == waited


def test_nobody_is_displaced_because_the_store_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is back, the last heartbeat is old, and the next one is about to come."""

    def heard(now: float) -> int:
        return 10_000 if 12 <= now < 12.5 else 300

    floor = Floor(elsewhere(), heard, away=(2, 12))
    assert waits(floor, Lock(is_free=True), monkeypatch) is None


def test_a_holder_that_does_not_come_back_with_its_store_is_displaced(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor(elsewhere(), dies_at(1), away=(2, 12))
    assert waits(floor, Lock(is_free=False), monkeypatch) == (16, True)


def test_nobody_is_displaced_because_the_store_was_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hung for everybody; the one that stands by is answered first, and the next heartbeat is about to come."""

    def heard(now: float) -> int:
        return 6_000 if 8 <= now < 8.5 else 300

    floor = Floor(elsewhere(), heard)
    floor.slow = (2, 8)
    assert waits(floor, Lock(is_free=True), monkeypatch) is None


def test_a_holder_that_is_heard_of_again_at_the_last_moment_keeps_its_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the deed, while a connection for the lock was being made."""
    floor, looks = Floor(elsewhere(), lambda now: 5_000 if now > 4 else 300), 0
    answered = floor.lease

    async def lease() -> Lease:
        nonlocal looks
        looks += 1
        seen = await answered()
        return seen if looks % 2 or floor.now < 4 else replace(seen, silent_ms=100)

    floor.lease = lease  # type: ignore[method-assign]
    monkeypatch.setattr(standby, "TERM_MS", 4_000)  # so that every second look is the one before the deed
    assert waits(floor, Lock(is_free=False), monkeypatch) is None


@pytest.mark.parametrize("silence", [never, beating])  # SQLite, PostgreSQL
def test_a_server_does_not_wait_for_itself_after_the_store_died_while_it_took_the_floor(
    monkeypatch: pytest.MonkeyPatch, silence: Silence
) -> None:
    floor = Floor(None, silence)
    floor.dies_when_taken = True
    assert waits(floor, Lock(is_free=True), monkeypatch) == (0, False)
    assert floor.holder is not None
    assert floor.holder.process == this_process().process
