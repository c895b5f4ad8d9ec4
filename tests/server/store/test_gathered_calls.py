"""Calls that are made in one step go to the store together, and nobody is answered with what was read before."""

import asyncio
import gc
from collections.abc import Awaitable, Mapping

import pytest

from punto.server.store.failures import StoreIsLost
from punto.server.store.gathered_calls import GatheredCalls


class Trips:
    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.asked: list[list[str]] = []
        self.is_lost = False
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def all_of(self, names: list[str]) -> Mapping[str, int]:
        self.asked.append(names)
        found = {name: self.values[name] for name in names if name in self.values}
        await self.may_answer.wait()
        if self.is_lost:
            raise StoreIsLost
        return found


def test_those_who_ask_in_one_step_share_a_trip() -> None:
    async def test() -> None:
        trips = Trips()
        trips.values = {"a": 1, "b": 2}
        calls = GatheredCalls(trips.all_of)
        assert list(await asyncio.gather(*map(calls.of, "abca"))) == [1, 2, None, 1]
        assert trips.asked == [["a", "b", "c"]]

    asyncio.run(test())


def test_who_asks_while_a_trip_is_under_way_is_answered_by_the_next() -> None:
    """What the first brings was read before the second was asked."""

    async def test() -> None:
        trips = Trips()
        trips.values["a"] = 1
        calls = GatheredCalls(trips.all_of)
        trips.may_answer.clear()
        first = asyncio.create_task(calls.of("a"))
        while not trips.asked:
            await asyncio.sleep(0)
        trips.values["a"] = 2
        second = asyncio.create_task(calls.of("a"))
        await asyncio.sleep(0)
        trips.may_answer.set()
        assert (await first, await second) == (1, 2)

    asyncio.run(test())


def test_a_lost_store_is_lost_for_all_and_tried_again_by_the_next() -> None:
    async def test() -> None:
        trips = Trips()
        trips.values["a"] = 1
        trips.is_lost = True
        calls = GatheredCalls(trips.all_of)
        asked: list[Awaitable[int | None]] = [calls.of("a"), calls.of("b")]
        assert [type(each) for each in await asyncio.gather(*asked, return_exceptions=True)] == [StoreIsLost] * 2
        trips.is_lost = False
        assert await calls.of("a") == 1

    asyncio.run(test())


def test_who_gives_up_takes_nobody_along() -> None:
    async def test() -> None:
        trips = Trips()
        trips.values = {"a": 1, "b": 2}
        calls = GatheredCalls(trips.all_of)
        trips.may_answer.clear()
        gives_up, waits = asyncio.create_task(calls.of("a")), asyncio.create_task(calls.of("b"))
        while not trips.asked:
            await asyncio.sleep(0)
        gives_up.cancel()
        trips.may_answer.set()
        assert await waits == 2
        with pytest.raises(asyncio.CancelledError):
            await gives_up

    asyncio.run(test())


def test_a_trip_that_fails_once_nobody_waits_for_it_is_nobodys_trouble() -> None:
    """As it was found: a pit that had just lost its floor logged an error, because its store was lost too."""

    async def test() -> None:
        troubles: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: troubles.append(context))
        trips = Trips()
        trips.is_lost = True
        trips.may_answer.clear()
        calls = GatheredCalls(trips.all_of)
        gives_up = asyncio.create_task(calls.of("a"))
        while not trips.asked:
            await asyncio.sleep(0)
        gives_up.cancel()
        await asyncio.gather(gives_up, return_exceptions=True)
        trips.may_answer.set()
        for _ in range(5):
            await asyncio.sleep(0)
        gc.collect()
        assert troubles == []

    asyncio.run(test())
