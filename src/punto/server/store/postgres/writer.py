"""The process that talks to PostgreSQL for a server, so that planning and laying out transactions does not keep its
event loop from bets.

`client.py` starts it with one end of a socket pair. Calls are carried out side by side and answered as they are done;
commits that wait are merged. It exits when the other end is closed or its parent is gone, once what is under way is
done.
"""

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Coroutine
from typing import Any, cast

import uvloop
from msgspec import Raw, json
from msgspec.msgpack import Decoder, encode

from punto.server.store.postgres.store import PostgresStore
from punto.server.store.process.calls import (
    CALLS,
    COMMIT,
    NOTHING,
    OPENING,
    CallRequest,
    Done,
    Failed,
    Reply,
    reply_to,
)
from punto.server.store.process.frames import Frames, framed
from punto.server.store.process.parent import PARENT_IS_CHECKED_EVERY_SECONDS, leave_signals_to_the_parent

GARBAGE_AFTER = (100_000, 20, 50)  # objects between collections: a batch makes many tuples and leaves no cycles


class Writer(asyncio.Protocol):
    def __init__(self) -> None:
        self.store: PostgresStore | None = None
        self.has_ended = asyncio.Event()
        self.under_way: set[asyncio.Task[None]] = set()
        self._decoder = Decoder(CallRequest)
        self._frames = Frames()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name

    def connection_lost(self, _: Exception | None) -> None:
        self.has_ended.set()

    def data_received(self, data: bytes) -> None:
        self._frames.add(data)
        while (frame := self._frames.next()) is not None:
            number, message = frame
            answering = self._open(message) if self.store is None else self._call(self.store, message)
            task = asyncio.create_task(self._answer(number, answering))
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def _answer(self, number: int, answering: Coroutine[Any, Any, Reply]) -> None:
        try:
            reply = await answering
        except Exception as error:
            reply = reply_to(error) or _failed(error)
        if not self.has_ended.is_set():
            self._transport.write(framed(number, encode(reply)))

    async def _open(self, message: bytes) -> Reply:
        self.store = await PostgresStore.open(*OPENING.decode(message))
        return NOTHING

    async def _call(self, store: PostgresStore, message: bytes) -> Reply:
        request = self._decoder.decode(message)
        call = CALLS[request.method]
        method = store.commit_briefly if call is COMMIT else getattr(store, call.method)
        return Done(Raw(encode(await method(*call.arguments(request.arguments)))))


def _failed(error: Exception) -> Failed:
    """Its caller is told what kind of error it is; what it says may be about people."""
    line = {"event": "store_call_failed", "level": "error", "kind": type(error).__name__, "detail": str(error)}
    sys.stderr.write(json.encode(line).decode() + "\n")
    return Failed(type(error).__name__)


async def serve(connection: socket.socket) -> None:
    _, writer = await asyncio.get_running_loop().create_connection(Writer, sock=connection)
    watching = asyncio.create_task(_parent_is_gone())
    ending = asyncio.create_task(writer.has_ended.wait())
    await asyncio.wait({watching, ending}, return_when=asyncio.FIRST_COMPLETED)
    watching.cancel()
    store = writer.store
    if writer.under_way and not (store and store.is_lost):  # of a lost one, nobody waits for an answer
        await asyncio.wait(writer.under_way)
    if store is not None:
        await store.close()


async def _parent_is_gone() -> None:
    """A parent that forked may leave its end open in another process when it dies."""
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(PARENT_IS_CHECKED_EVERY_SECONDS)


def main() -> None:
    leave_signals_to_the_parent()
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)  # the store says when it is lost
    gc.freeze()
    gc.set_threshold(*GARBAGE_AFTER)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(socket.socket(fileno=int(sys.argv[1]))))


if __name__ == "__main__":
    main()
