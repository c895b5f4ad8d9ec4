"""A request that came to an edge, as the floor's application sees it. Its response goes back in parts, only so many of
them ahead of what the client has taken."""

import asyncio
from typing import Any

from litestar.types import Message

from punto.server.protocol.edge_link import Continued, Started
from punto.server.sockets.far_socket import Post

PART_BYTES = 64 * 1024
PARTS_AHEAD = 8


class FarRequest:
    def __init__(self, number: int, body: bytes, post: Post) -> None:
        self.number = number
        self._post = post
        self._body: bytes | None = body
        self._is_gone = asyncio.Event()
        self._room = asyncio.Semaphore(PARTS_AHEAD)

    async def receive(self) -> Any:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._is_gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
            self._post(Started(self.number, message["status"], headers))
        elif message["type"] == "http.response.body":
            await self._send_body(bytes(message.get("body", b"")), has_more=message.get("more_body", False))

    async def _send_body(self, body: bytes, *, has_more: bool) -> None:
        for at in range(0, len(body) or 1, PART_BYTES):
            await self._room.acquire()
            if self._is_gone.is_set():
                raise ConnectionResetError("who asked has gone")
            part, is_last = body[at : at + PART_BYTES], at + PART_BYTES >= len(body)
            self._post(Continued(self.number, part, has_more or not is_last))

    def took(self) -> None:
        self._room.release()

    def gone(self) -> None:
        self._is_gone.set()
        for _ in range(PARTS_AHEAD):  # whoever waits for room
            self._room.release()
