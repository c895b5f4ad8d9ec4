"""The floor's application breaks down while it serves something of an edge: whoever waits there is told."""

import asyncio
from typing import Any

import pytest

from punto.server.edges.edge import SECONDS_BEFORE_SHOWN_AGAIN as PAUSE
from punto.server.edges.edge import Edge
from tests.server.edges.test_edge import SAFETY, Asker, Sockets, linked, opened
from tests.server.edges.virtual_time import run


@pytest.mark.parametrize("error", [KeyError("a fault"), ConnectionResetError("of the store"), None])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_is_answered_when_its_application_fails_before_it_answers(
    method: str, error: Exception | None
) -> None:
    async def test() -> None:
        async def app(_: Any, receive: Any, __: Any) -> None:
            await receive()
            if error is not None:
                raise error

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge, method)
        async with asyncio.timeout(1):
            await asker.task
        assert asker.status == 500

    run(test())


def test_a_request_is_broken_off_when_its_application_fails_in_the_middle_of_its_answer() -> None:
    async def test() -> None:
        async def app(_: Any, __: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"some", "more_body": True})
            raise KeyError("a fault")

        edge = Edge("edge", "test", SAFETY)
        linked(edge, app)
        asker = Asker(edge)
        with pytest.raises(ConnectionResetError):  # the server closes the connection then
            async with asyncio.timeout(1):
                await asker.task
        assert (asker.status, asker.body) == (200, b"some")

    run(test())


class Failing(Sockets):
    """Breaks down before it answers a socket, or once it is open and says something."""

    def __init__(self, *, fails_first: bool) -> None:
        super().__init__()
        self.fails_first = fails_first
        self.fails = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.fails_first:
            await receive()
            raise KeyError("a fault")
        serving = asyncio.create_task(super().__call__(scope, receive, send))
        failing = asyncio.create_task(self.fails.wait())
        await asyncio.wait({serving, failing}, return_when=asyncio.FIRST_COMPLETED)
        if failing.done():
            serving.cancel()
            raise KeyError("a fault")


def test_a_new_socket_is_refused_when_its_application_fails() -> None:
    async def test() -> None:
        edge = Edge("edge", "test", SAFETY)
        linked(edge, Failing(fails_first=True))
        _, refused = await opened(edge)
        assert refused == [500]

    run(test())


def test_an_open_socket_is_told_and_shown_again_when_its_application_fails() -> None:
    async def test() -> None:
        edge, floor = Edge("edge", "test", SAFETY), Failing(fails_first=False)
        linked(edge, floor)
        line, _ = await opened(edge)
        assert line.receiver is not None
        floor.fails.set()
        floor.fails_first = True  # also when it is shown again
        await asyncio.sleep(PAUSE + 0.1)
        assert line.wrote.count(b'"floor_away"') == 2
        floor.fails.clear()
        floor.fails_first = False
        await asyncio.sleep(2)
        line.receiver(b"again")
        await asyncio.sleep(0.1)
        assert (floor.said, line.codes) == ([b"again"], [])

    run(test())
