"""A request that came to an edge, as the floor's application sees it. Its response goes back in parts, only so many of
them ahead of what the client has taken."""

import asyncio
from http import HTTPStatus
from typing import Any

from litestar.types import Message

from punto.server.protocol.links.edge_link import Continued, Dropped, Started
from punto.server.sockets.far_socket import Post

PART_BYTES = 64 * 1024
PARTS_AHEAD = 8


class FarRequest:
    def __init__(self, number: int, body: bytes, post: Post) -> None:
        self.number = number
        self._post = post
        self._body: bytes | None = body
        self._has_begun = False
        self.is_answered = False  # to the end
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
            self._has_begun = True
            self._post(Started(self.number, message["status"], headers))
        elif message["type"] == "http.response.body":
            await self._send_body(bytes(message.get("body", b"")), has_more=message.get("more_body", False))

    async def _send_body(self, body: bytes, *, has_more: bool) -> None:
        for at in range(0, len(body) or 1, PART_BYTES):
            await self._room.acquire()
            if self.is_gone:
                raise ConnectionResetError("who asked has gone")
            part, is_last = body[at : at + PART_BYTES], at + PART_BYTES >= len(body)
            self._post(Continued(self.number, part, has_more or not is_last))
        self.is_answered = not has_more

    def took(self) -> None:
        self._room.release()

    @property
    def is_gone(self) -> bool:
        return self._is_gone.is_set()

    def failed(self) -> None:
        """Its application broke down, or left it unanswered: nobody waits for the rest."""
        if self.is_gone or self.is_answered:
            return
        if self._has_begun:
            self._post(Dropped(self.number))
        else:
            self._post(Started(self.number, HTTPStatus.INTERNAL_SERVER_ERROR, [(b"content-length", b"0")]))
            self._post(Continued(self.number, b"", has_more=False))

    def gone(self) -> None:
        self._is_gone.set()
        for _ in range(PARTS_AHEAD):  # whoever waits for room
            self._room.release()
