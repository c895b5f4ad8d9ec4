"""A connection that sends no request, or sends it too slowly, is cut off; others are not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from punto.server.run import request_timeout as http_connections
from punto.server.run.request_timeout import HttpConnection

SECONDS_TO_ASK = 0.4
HEAD = b"Host: floor.test\r\nContent-Type: application/json\r\n"
WHOLE = b"GET /answer HTTP/1.1\r\n" + HEAD + b"\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads what is sent, takes its time where it is asked to, and says how much it was."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    if scope["path"] == "/slow":
        await asyncio.sleep(2 * SECONDS_TO_ASK)
    answer = str(len(body)).encode()
    headers = [(b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


@asynccontextmanager
async def connected() -> AsyncIterator[Stream]:
    config = uvicorn.Config(
        app, port=0, http=HttpConnection, ws="none", lifespan="off", log_config=None, timeout_keep_alive=1
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    stream = await asyncio.open_connection("127.0.0.1", server.servers[0].sockets[0].getsockname()[1])
    try:
        yield stream
    finally:
        stream[1].close()
        server.should_exit = True
        await serving


def on_a_connection(monkeypatch: pytest.MonkeyPatch, test: Callable[[Stream], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20), connected() as stream:
            await test(stream)

    monkeypatch.setattr(http_connections, "SECONDS_TO_ASK", SECONDS_TO_ASK)
    asyncio.run(run())


async def is_cut_off(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(5 * SECONDS_TO_ASK):
            return await reader.read(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


async def answered(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    return await reader.readexactly(1)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\n" + HEAD,
        b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 9\r\n\r\n{",
        b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        WHOLE + b"GET / HT",  # the second on the same connection
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    async def test(stream: Stream) -> None:
        reader, writer = stream
        writer.write(sent)
        if sent.startswith(WHOLE):
            await answered(reader)
        assert await is_cut_off(reader)

    on_a_connection(monkeypatch, test)


def test_a_letter_now_and_then_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(stream: Stream) -> None:
        reader, writer = stream
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(8):
            await asyncio.sleep(SECONDS_TO_ASK / 4)
            writer.write(b"a")
        assert await is_cut_off(reader)

    on_a_connection(monkeypatch, test)


def test_a_request_in_time_is_answered_however_long_the_answer_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(stream: Stream) -> None:
        reader, writer = stream
        for _ in range(3):
            writer.write(WHOLE.replace(b"/answer", b"/slow"))
            assert await answered(reader) == b"0"
            await asyncio.sleep(SECONDS_TO_ASK * 0.75)  # silent between two requests
        writer.write(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 3\r\n\r\n")
        await asyncio.sleep(SECONDS_TO_ASK / 4)
        writer.write(b"abc")
        assert await answered(reader) == b"3"

    on_a_connection(monkeypatch, test)
