"""One WebSocket client, made to be held by the thousand: bytes in, whole messages out, nothing between.

Many sockets receive the same bytes one after another. The last chunk's messages are cached, so a broadcast is parsed
once.
"""

import asyncio
import socket
from base64 import b64encode
from collections.abc import Callable
from secrets import token_bytes
from typing import NamedTuple, cast

from punto.trials.load.frames import CLOSE, FINAL, PING, PONG, Read, accepted_key, masked, opening, read_frames

SECONDS_TO_CONNECT = 30.0
HEAD_MAX = 16_384
ETHERNET_SEGMENT = 1_460  # bytes

OnMessages = Callable[["Client", tuple[bytes, ...]], None]


class SocketRefused(Exception):
    """The server did not open the socket; the text is the first line of its answer."""


class Address(NamedTuple):
    host: str
    port: int
    path: str = ""  # the base path of a floor behind a proxy

    @property
    def authority(self) -> str:
        return f"{self.host}:{self.port}"


class _Memory:
    chunk = b""
    read = Read((), (), b"")


def _ignore(_: "Client", __: tuple[bytes, ...]) -> None:
    pass


class Client(asyncio.Protocol):
    __slots__ = (
        "_head",
        "_key",
        "_opened",
        "_rest",
        "close_code",
        "closed",
        "number",
        "on_messages",
        "received",
        "sent_at",
        "transport",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.on_messages: OnMessages = _ignore
        self.received = 0  # messages
        self.sent_at = 0.0  # for measuring
        self.close_code: int | None = None
        loop = asyncio.get_running_loop()
        self.closed: asyncio.Future[None] = loop.create_future()
        self._opened: asyncio.Future[None] | None = loop.create_future()
        self._key = b64encode(token_bytes(16))
        self._head = b""
        self._rest = b""
        self.transport: asyncio.Transport

    @classmethod
    async def connect(
        cls, address: Address, cookie: str, number: int = 0, on_messages: OnMessages = _ignore, *, buffer: int = 0
    ) -> "Client":
        """`buffer` bounds the bytes that the system takes before we read them, in segments as on a real network. On
        loopback they are so large that the other end would take megabytes."""
        loop = asyncio.get_running_loop()
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.settimeout(0)
        if buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, ETHERNET_SEGMENT)
        try:
            async with asyncio.timeout(SECONDS_TO_CONNECT):
                await loop.sock_connect(sock, (address.host, address.port))
                _, client = await loop.create_connection(lambda: cls(number), sock=sock)
                opened, client.on_messages = client._opened, on_messages
                assert opened is not None
                client.transport.write(opening(address.authority, f"{address.path}/ws", client._key, cookie))
                await opened
        except BaseException:
            sock.close()
            raise
        return client

    # --- out ----------------------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        self.transport.write(masked(message))

    def send_raw(self, data: bytes) -> None:
        self.transport.write(data)

    def drop(self) -> None:
        self.transport.abort()

    async def close(self) -> None:
        if not self.closed.done():
            self.transport.write(masked((1000).to_bytes(2, "big"), FINAL | CLOSE))
            self.transport.close()
            await self.closed

    # --- in -----------------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is not declared as one

    def connection_lost(self, _: Exception | None) -> None:
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(SocketRefused("the connection was closed"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        if self._opened is not None:
            self._read_head(data)
            return
        if self._rest:
            data = self._rest + data
            read = read_frames(data)
        elif data == _Memory.chunk:
            read = _Memory.read
        else:
            read = read_frames(data)
            _Memory.chunk, _Memory.read = data, read
        self._rest = read.rest
        if read.messages:
            self.received += len(read.messages)
            self.on_messages(self, read.messages)
        if read.controls:
            self._obey(read)

    def _read_head(self, data: bytes) -> None:
        assert self._opened is not None
        self._head += data
        head, found, rest = self._head.partition(b"\r\n\r\n")
        if not found and len(head) <= HEAD_MAX:
            return
        lines = head.split(b"\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in lines[1:] if b": " in line)
        is_ours = fields.get(b"sec-websocket-accept") == accepted_key(self._key).lower()
        if not (lines[0].startswith(b"HTTP/1.1 101") and is_ours):
            if not self._opened.done():
                self._opened.set_exception(SocketRefused(lines[0].decode("latin-1")))
            self.transport.abort()
            return
        if not self._opened.done():
            self._opened.set_result(None)
        self._opened, self._head = None, b""
        if rest:
            self.data_received(rest)

    def _obey(self, read: Read) -> None:
        for control in read.controls:
            if control.opcode == PING:
                self.transport.write(masked(control.payload, FINAL | PONG))
            elif control.opcode == CLOSE:
                self.close_code = int.from_bytes(control.payload[:2], "big") if control.payload else 1005
                self.transport.write(masked(control.payload[:2], FINAL | CLOSE))
                self.transport.close()
