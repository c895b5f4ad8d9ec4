"""Our end of the socket pair to the store's process: every reply finds the request that has its number."""

import asyncio
from itertools import count
from typing import cast

from msgspec.msgpack import Decoder

from punto.server.store.failures import StoreIsLost
from punto.server.store.process.calls import IsLost, Reply
from punto.server.store.process.frames import NUMBERS, Frames, framed

SECONDS_TO_FLUSH = 3.0


class StoreReplies(asyncio.Protocol):
    """Callers are woken as soon as their reply arrives."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._numbers = count()
        self._decoder: Decoder[Reply] = Decoder(Reply)
        self._frames = Frames()
        self._is_lost = False
        self._why = ""  # it is
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._transport: asyncio.Transport

    def ask(self, request: bytes) -> "asyncio.Future[Reply]":
        if self._is_lost:
            raise StoreIsLost(self._why)
        number = next(self._numbers) % NUMBERS
        reply = self._waiting[number] = self._loop.create_future()
        self._transport.write(framed(number, request))
        return reply

    async def close(self) -> None:
        """What is written still goes out, but a process that hangs is not waited for."""
        self._is_lost = True
        self._transport.close()
        await asyncio.wait({self._ended}, timeout=SECONDS_TO_FLUSH)
        if not self._ended.done():
            self._transport.abort()
            await asyncio.wait({self._ended})

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name

    def data_received(self, data: bytes) -> None:
        self._frames.add(data)
        while (frame := self._frames.next()) is not None:
            number, message = frame
            self._heard(self._waiting.pop(number), self._decoder.decode(message))

    def _heard(self, reply: "asyncio.Future[Reply]", said: Reply) -> None:
        if isinstance(said, IsLost):
            self._why = said.reason or self._why  # for those who wait as well
        if not reply.done():  # the caller may have been cancelled
            reply.set_result(said)

    def connection_lost(self, _: Exception | None) -> None:
        """The process is gone, or we closed: the outcome of unanswered requests is unknown."""
        self._is_lost = True
        for reply in self._waiting.values():
            if not reply.done():
                reply.set_exception(StoreIsLost(self._why))
        self._ended.set_result(None)
