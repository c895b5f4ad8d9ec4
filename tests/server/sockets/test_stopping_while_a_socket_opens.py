"""A server that stops while a socket is being opened: uvicorn answers, and ours must not answer again."""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

import pytest
import uvicorn
import uvloop

from punto.server.sockets.entrance import refuse
from punto.server.sockets.websocket import Socket

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
ACCEPT: Any = {"type": "websocket.accept", "subprotocol": None, "headers": []}


@pytest.mark.parametrize("answer", ["accepted", "refused"])
def test_nothing_is_complained_about(caplog: pytest.LogCaptureFixture, answer: str) -> None:
    async def test() -> None:
        async def app(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            for connection in list(server.server_state.connections):
                connection.shutdown()
            await (send(ACCEPT) if answer == "accepted" else refuse(send, HTTPStatus.SERVICE_UNAVAILABLE))

        config = uvicorn.Config(app, port=0, ws=Socket, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        async with asyncio.timeout(10):
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HANDSHAKE)
            assert (await reader.read()).startswith(b"HTTP/1.1 500")
            writer.close()
            server.should_exit = True
            await serving

    with caplog.at_level(logging.ERROR):
        uvloop.run(test())
    assert caplog.messages == []
