"""How many messages a second reach a table's followers, and how long each takes, by the server's clock.

Some followers can be slow readers, whose sockets are never read. They must be dropped without affecting the others.
"""

import asyncio
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from punto.server.protocol.client import OpenTable
from punto.server.protocol.parts import Offset
from punto.server.protocol.table_opened import TableOpened
from punto.trials.load.client import Client

MESSAGES_SENT_AGAIN = 450  # a table keeps a few more
TIMES_NOT_TAKEN = 6
SECONDS_TO_FILL = 2.0
_AT = b'"at":'
_DIGITS_OF_AN_INSTANT = 13
_TIMED = (b'{"type":"card_dealt"', b'{"type":"betting_opened"', b'{"type":"betting_closed"')


@dataclass(frozen=True)
class Heard:
    messages_a_second: float
    delays_ms: Sequence[float]


class Listener:
    """Shared by all clients. Many of them receive the same message one after another; it is parsed once."""

    def __init__(self) -> None:
        self.messages = 0
        self.delays_ms = array("d")
        self._last: tuple[bytes, ...] = ()
        self._instants: list[int] = []

    def hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        self.messages += len(messages)
        if messages is not self._last:
            self._last = messages
            self._instants = [instant for message in messages if (instant := instant_of(message))]
        if self._instants:
            now = time.time() * 1000
            for instant in self._instants:
                self.delays_ms.append(now - instant)


def instant_of(message: bytes) -> int:
    """When a public event happened, by the server's clock; 0 if the message does not say."""
    if not message.startswith(_TIMED):
        return 0
    start = message.index(_AT) + len(_AT)
    return int(message[start : start + _DIGITS_OF_AN_INSTANT])


async def listen(clients: Sequence[Client], seconds: float) -> Heard:
    """The clients already follow their tables."""
    listener = Listener()
    for client in clients:
        client.on_messages = listener.hear
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    elapsed = time.perf_counter() - began
    messages, delays_ms = listener.messages, listener.delays_ms[:]
    for client in clients:
        client.on_messages = _nobody
    return Heard(messages / elapsed, delays_ms)


async def stop_reading(clients: Sequence[Client], table: str) -> None:
    """Stop reading from now on, with the buffers on the way already full of old messages."""
    offset = await _offset(clients[0], table)
    long_ago = Offset(offset.log, max(0, offset.version - MESSAGES_SENT_AGAIN))
    opening = msgspec.json.encode(OpenTable(table, long_ago))
    for client in clients:
        client.transport.pause_reading()
        for _ in range(TIMES_NOT_TAKEN):
            client.send(opening)
    await asyncio.sleep(SECONDS_TO_FILL)


async def _offset(client: Client, table: str) -> Offset:
    heard: asyncio.Future[Offset] = asyncio.get_running_loop().create_future()

    def hear(_: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            if message.startswith(b'{"type":"table_opened"') and not heard.done():
                heard.set_result(msgspec.json.decode(message, type=TableOpened).offset)

    client.on_messages = hear
    client.send(msgspec.json.encode(OpenTable(table)))
    return await heard


async def dropped(clients: Sequence[Client], within_seconds: float = 5.0) -> int:
    """How many of the slow readers find, when they read again, that the server has dropped them."""
    for client in clients:
        client.on_messages = _nobody
        client.transport.resume_reading()
    await asyncio.wait([client.closed for client in clients], timeout=within_seconds)
    return sum(client.closed.done() for client in clients)


def _nobody(_: Client, __: tuple[bytes, ...]) -> None:
    pass
