"""A link on one machine: a Unix socket. The floor's group owns the socket it listens on, so an edge that comes while no
floor runs waits in its queue."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from punto.server.edges.link_end import Link, LinkEnd, PacketIsTooLarge

WAITING_BYTES_MAX = 64 * 1024 * 1024  # written and not taken: an edge this slow begins anew
PACKET_BYTES_MAX = 256 * 1024 * 1024
_LENGTH = 4

Made = Callable[[Link], LinkEnd[Any]]


class UnixLink(asyncio.Protocol):
    def __init__(self, made: Made) -> None:
        self._made = made
        self._end: LinkEnd[Any] | None = None
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not declared as one
        self._end = self._made(self)

    def connection_lost(self, _: Exception | None) -> None:
        if self._end is not None:
            self._end.lose()
        self._end = None

    def data_received(self, data: bytes) -> None:
        data, at = self._rest + data if self._rest else data, 0
        while len(data) - at >= _LENGTH:
            begins = at + _LENGTH
            ends = begins + int.from_bytes(data[at:begins], "big")
            if ends - begins > PACKET_BYTES_MAX:
                self.close()
                return
            if ends > len(data):
                break
            if self._end is not None:
                self._end.packet_came(data[begins:ends])
            at = ends
        self._rest = data[at:]

    def send(self, packet: bytes) -> None:
        if len(packet) > PACKET_BYTES_MAX:
            raise PacketIsTooLarge(f"the other end takes {PACKET_BYTES_MAX} bytes at once")
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(len(packet).to_bytes(_LENGTH, "big") + packet)
        if transport.get_write_buffer_size() > WAITING_BYTES_MAX:
            transport.abort()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


@asynccontextmanager
async def links_over_unix(listening: socket.socket, made: Made) -> AsyncIterator[Callable[[], object]]:
    """A floor takes links inside. The socket stays open for the next floor. Yields what takes no more."""
    ours = listening.dup()
    server = await asyncio.get_running_loop().create_unix_server(lambda: UnixLink(made), sock=ours)
    try:
        yield server.close
    finally:
        server.close()


async def link_to_floor(path: str, made: Made) -> None:
    """Raises OSError when nobody listens."""
    await asyncio.get_running_loop().create_unix_connection(lambda: UnixLink(made), path)
