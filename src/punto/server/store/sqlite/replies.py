"""Our end of the socket pair to the SQLite writer: replies come in the order of the requests."""

import asyncio
from collections import deque
from typing import cast

from msgspec.msgpack import Decoder

from punto.server.store.failures import StoreIsLost
from punto.server.store.sqlite.calls import LENGTH_BYTES, Ends, Reply


class WriterReplies(asyncio.Protocol):
    """Callers are woken as soon as their reply arrives."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[Reply]] = deque()
        self._decoder: Decoder[Reply] = Decoder(Reply)
        self._received = bytearray()
        self._is_lost = False
        self._why = ""  # it is
        self.greeting = self._next()  # comes without a request
        self._ended = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    def ask(self, request: bytes) -> "asyncio.Future[Reply]":
        if self._is_lost:
            raise StoreIsLost(self._why)
        self._transport.write(request)
        return self._next()

    def _next(self) -> "asyncio.Future[Reply]":
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.append(reply)
        return reply

    async def close(self) -> None:
        self._is_lost = True
        self._transport.close()
        await self._ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name

    def data_received(self, data: bytes) -> None:
        self._received += data
        start = 0
        while len(self._received) >= start + LENGTH_BYTES:
            end = start + LENGTH_BYTES + int.from_bytes(self._received[start : start + LENGTH_BYTES], "big")
            if len(self._received) < end:
                break
            self._heard(self._decoder.decode(self._received[start + LENGTH_BYTES : end]))
            start = end
        del self._received[:start]

    def _heard(self, said: Reply) -> None:
        reply = self._waiting.popleft()
        if isinstance(said, Ends):
            self._why = said.reason  # for those who wait as well
        if not reply.done():  # the caller may have been cancelled
            reply.set_result(said)

    def connection_lost(self, _: Exception | None) -> None:
        """The writer is gone, or we closed: the outcome of unanswered requests is unknown."""
        self._is_lost = True
        for reply in self._waiting:
            if not reply.done():
                reply.set_exception(StoreIsLost(self._why))
        self._ended.set_result(None)
