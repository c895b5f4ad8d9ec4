"""A store that reopens: waiting callers share one attempt, and an engine that only cannot write is kept."""

import asyncio
from collections.abc import Sequence

import pytest
import structlog

from punto.server.store import health as store_health
from punto.server.store import reopening_store as reopening
from punto.server.store.failures import StoreCannotWrite, StoreIsLost
from punto.server.store.health import StoreHealth
from punto.server.store.reopening_store import reopening_store
from punto.server.store.values import Change, Lease, Outcome


class Engine:
    """What it does next is a test's to say."""

    def __init__(self) -> None:
        self.trouble: StoreIsLost | None = None
        self.guarded: list[int] = []

    async def commit(self, _: Sequence[Change]) -> list[Outcome]:
        if self.trouble:
            raise self.trouble
        return []

    async def lease(self) -> Lease:
        if self.trouble and not isinstance(self.trouble, StoreCannotWrite):
            raise self.trouble
        return Lease(1, b"")

    async def touch_lease(self, _: int) -> bool:
        await self.commit([])
        return True

    async def renew_lease(self, _: int) -> bool:
        await asyncio.Event().wait()
        return True

    async def guard(self, epoch: int, _: object = None) -> None:
        if self.trouble:
            raise self.trouble
        self.guarded.append(epoch)

    async def close(self) -> None:
        pass


class Engines:
    def __init__(self) -> None:
        self.opened: list[Engine] = []
        self.tries = 0
        self.is_there = True

    async def open(self) -> Engine:
        self.tries += 1
        if not self.is_there:
            raise OSError("nobody is there")
        self.opened.append(Engine())
        return self.opened[-1]


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited before each try; nobody waits."""
    waited: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(reopening.asyncio, "sleep", note)  # type: ignore[attr-defined]
    return waited


def test_callers_that_wait_for_an_engine_share_one_attempt_and_pauses_grow(pauses: list[float]) -> None:
    async def test() -> None:
        engines, health = Engines(), StoreHealth()
        store = await reopening_store(engines.open, health=health)  # type: ignore[arg-type]
        await store.guard(7)
        engines.opened[0].trouble = StoreIsLost()
        with pytest.raises(StoreIsLost):
            await store.commit([])
        engines.is_there = False
        for _ in range(3):
            ends = await asyncio.gather(*(store.commit([]) for _ in range(50)), return_exceptions=True)
            assert {type(each) for each in ends} == {StoreIsLost}
        assert engines.tries == 1 + 3
        assert pauses == [0.5, 1.0, 1.0]
        assert health.why_not == "the store does not answer"
        engines.is_there = True
        await store.commit([])
        assert health.is_well
        assert engines.opened[1].guarded == [7], "before anybody could write to it"

    asyncio.run(test())


def test_only_the_log_says_why_an_engine_cannot_be_reopened(
    pauses: list[float],
) -> None:
    async def test() -> None:
        engines, health = Engines(), StoreHealth()
        store = await reopening_store(engines.open, health=health)  # type: ignore[arg-type]
        engines.opened[0].trouble = StoreIsLost("the disk cannot be written")
        engines.is_there = False
        with structlog.testing.capture_logs() as logged:
            for _ in range(4):
                with pytest.raises(StoreIsLost):
                    await store.commit([])
        assert health.why_not == "the disk cannot be written", "what anybody may read"
        assert [line["reason"] for line in logged] == ["the disk cannot be written", "nobody is there"]
        assert len(pauses) == 3

    asyncio.run(test())


def test_an_engine_that_cannot_write_is_kept_and_reported_as_unhealthy(pauses: list[float]) -> None:
    async def test() -> None:
        engines, health = Engines(), StoreHealth()
        store = await reopening_store(engines.open, health=health)  # type: ignore[arg-type]
        engines.opened[0].trouble = StoreCannotWrite("the disk is full")
        with structlog.testing.capture_logs() as logged:
            for _ in range(5):
                with pytest.raises(StoreCannotWrite):
                    await store.commit([])
            await store.lease()
            assert health.why_not == "the disk is full", "to be read from shows nothing"
            engines.opened[0].trouble = None
            await store.touch_lease(1)
        assert health.is_well
        assert (engines.tries, pauses) == (1, [])
        assert [line["event"] for line in logged] == ["store_is_in_trouble", "store_is_well_again"]

    asyncio.run(test())


def test_a_write_that_waits_too_long_is_unhealthy(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(store_health, "monotonic", lambda: now[0])
    health = StoreHealth()
    first, second = health.asked(), health.asked()
    now[0] += 1.9
    assert health.why_not == ""
    now[0] += 0.2
    assert health.why_not == "the store does not answer"
    health.answered(second)
    assert health.why_not == "the store does not answer"
    health.answered(first)
    assert health.why_not == ""


def test_a_floor_where_nothing_happens_notices_that_its_store_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was found: its only call, the heartbeat, did not count."""
    now = [100.0]
    monkeypatch.setattr(store_health, "monotonic", lambda: now[0])

    async def test() -> None:
        health = StoreHealth()
        store = await reopening_store(Engines().open, health=health)  # type: ignore[arg-type]
        beat = asyncio.create_task(store.renew_lease(1))
        await asyncio.sleep(0)
        now[0] += 2.1
        assert (health.is_silent, health.why_not) == (True, "the store does not answer")
        beat.cancel()

    asyncio.run(test())


def test_an_engine_that_died_is_opened_again_to_be_guarded(pauses: list[float]) -> None:
    """A pit asks nothing else before it borrows a table."""

    async def test() -> None:
        engines = Engines()
        store = await reopening_store(engines.open)  # type: ignore[arg-type]
        await store.guard(6)
        engines.opened[0].trouble = StoreIsLost()
        with pytest.raises(StoreIsLost):
            await store.guard(7)
        await store.guard(7)
        assert [engine.guarded for engine in engines.opened] == [[6], [7, 7]]
        assert pauses == [0.5]

    asyncio.run(test())


def test_a_guard_that_failed_does_not_stand(pauses: list[float]) -> None:
    """Somebody else may hold that epoch: who could not be guarded must still be able to take the floor."""

    async def test() -> None:
        engines = Engines()
        store = await reopening_store(engines.open)  # type: ignore[arg-type]
        await store.guard(6)
        engines.opened[0].trouble = StoreIsLost()
        with pytest.raises(StoreIsLost):
            await store.guard(7)
        await store.lease()
        assert engines.opened[1].guarded == [6]
        assert pauses == [0.5]

    asyncio.run(test())
