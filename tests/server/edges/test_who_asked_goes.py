"""Requests at an edge whose client goes before it has the whole answer: the floor is told, and asked no more."""

import asyncio
from typing import Any

import pytest
import structlog

from punto.server.edges.edge import Edge
from tests.server.edges.test_edge import SAFETY, Asker, answer, linked
from tests.server.edges.virtual_time import run


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("has_begun", [False, True])
def test_who_goes_before_the_answer_is_whole_is_asked_for_once_and_the_floor_is_told(
    method: str, *, has_begun: bool
) -> None:
    async def test() -> None:
        asked = told = 0

        async def app(_: Any, receive: Any, send: Any) -> None:
            nonlocal asked, told
            asked += 1
            await receive()
            if has_begun:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"some", "more_body": True})
            assert (await receive())["type"] == "http.disconnect"
            told += 1

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge, method)
        await asyncio.sleep(0.1)
        asker.has_gone.set()
        async with asyncio.timeout(1):
            await asker.task
        await asyncio.sleep(0.1)
        assert (asked, told) == (1, 1)
        assert asker.status == (200 if has_begun else 0), "nothing is answered to nobody"

    run(test())


@pytest.mark.parametrize("is_fault", [False, True])
def test_an_answer_that_nobody_takes_any_more_is_no_fault_of_the_floors(*, is_fault: bool) -> None:
    async def test() -> None:
        async def app(_: Any, receive: Any, send: Any) -> None:
            await receive()
            await receive()
            try:
                await send({"type": "http.response.body", "body": b"too late", "more_body": False})
            except ConnectionError as error:  # as Litestar passes on what middleware meets after an answer has begun
                raise RuntimeError("it cannot be answered") from (None if is_fault else error)

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge)
        await asyncio.sleep(0.1)
        with structlog.testing.capture_logs() as logged:
            asker.has_gone.set()
            await asyncio.sleep(0.1)
        assert [line["event"] for line in logged] == is_fault * ["edge_could_not_be_served"]

    run(test())


def test_who_goes_while_no_floor_is_there_is_asked_for_at_most_once() -> None:
    async def test() -> None:
        asked = 0

        async def app(_: Any, __: Any, ___: Any) -> None:
            nonlocal asked
            asked += 1
            await asyncio.Future()

        edge = Edge("edge", "test", SAFETY)
        asker = Asker(edge)
        await asyncio.sleep(0.1)
        asker.has_gone.set()
        linked(edge, app)
        async with asyncio.timeout(1):
            await asker.task
        assert asked <= 1

    run(test())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_whose_body_was_cut_off_is_not_sent_on(method: str) -> None:
    async def test() -> None:
        asked = 0

        async def app(_: Any, __: Any, send: Any) -> None:
            nonlocal asked
            asked += 1
            await answer(send, b"ok")

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge, method, b"x" * 5_000)
        asker.is_cut_off = True
        asker.has_gone.set()
        async with asyncio.timeout(1):
            await asker.task
        await asyncio.sleep(0.1)
        assert (asked, asker.status) == (0, 0)

    run(test())
