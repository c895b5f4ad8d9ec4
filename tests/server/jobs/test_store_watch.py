"""A store that hangs is told as one that is lost, to whoever is online, and only then."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from punto.server.jobs import store_watch
from punto.server.jobs.store_watch import watch_store
from punto.server.protocol.closing_codes import STORE_LOST
from punto.server.store import health as store_health
from punto.server.store.health import StoreHealth
from punto.server.telling.bus import InProcessBus
from punto.server.telling.listener import Listener
from punto.server.telling.online import Online


class Line:
    def __init__(self) -> None:
        self.codes: list[int] = []

    def end(self, code: int, _reason: str) -> None:
        self.codes.append(code)


async def looked(times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("seconds", "others_are_answered", "we_slept", "codes"),
    [
        (1.9, False, False, []),
        (2.1, False, False, [STORE_LOST]),
        (60.0, True, False, []),  # one write is large, or waits for another server's
        (60.0, False, True, []),  # the answer is there to be read
    ],
)
def test_who_is_online_is_told_of_a_store_that_hangs(
    monkeypatch: pytest.MonkeyPatch, seconds: float, codes: list[int], *, others_are_answered: bool, we_slept: bool
) -> None:
    now = [100.0]
    monkeypatch.setattr(store_health, "monotonic", lambda: now[0])
    monkeypatch.setattr(store_watch, "SECONDS_BETWEEN", 0)

    async def test() -> None:
        health, online, line = StoreHealth(), Online(InProcessBus()), Line()
        online.came(cast(Listener, line), "ann", "")
        watching = asyncio.create_task(watch_store(SimpleNamespace(health=health, online=online)))
        waits, other = health.asked(), health.asked()
        now[0] += seconds
        if others_are_answered:
            health.answered(other)
        await looked(2)  # it has begun, and looked once
        assert line.codes == []
        if we_slept:
            health.answered(waits)
        await looked(10)
        assert (line.codes, health.is_well) == (codes, not codes)
        health.answered(waits)
        health.has_written()
        await looked(10)
        assert (line.codes, health.is_well) == (codes, True), "once"
        watching.cancel()

    asyncio.run(test())
