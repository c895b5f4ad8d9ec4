"""Timeouts and limits of HTTP connections: a client has some seconds to send a whole request, and an address may have
only so many open.

uvicorn only ends connections that are idle between two requests. Without this, one person with a thousand connections
that send nothing, or a byte at a time, would use up the floor's descriptors.
"""

import asyncio
from functools import partial
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from punto.server.safety.address import address_of
from punto.server.safety.open_connections import OpenConnections
from punto.server.sockets.websocket import Socket

SECONDS_TO_ASK = 20.0
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # h11's states of a client whose request is not complete


class HttpConnection(H11Protocol):
    open_connections: ClassVar[OpenConnections | None] = None  # None: behind a proxy all are the proxy's
    _bell: asyncio.TimerHandle | None = None  # runs until a request is complete
    _address: str | None = None  # while it is counted

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.open_connections is not None:
            address = address_of({"client": self.client})
            if not self.open_connections.came(address):
                transport.abort()
                return
            self._address = address
        self._bell = self.loop.call_later(SECONDS_TO_ASK, self._is_too_slow)

    def data_received(self, data: bytes) -> None:
        if self._bell is None and self.conn.their_state is h11.IDLE:  # the next request on this connection begins
            self._bell = self.loop.call_later(SECONDS_TO_ASK, self._is_too_slow)
        super().data_received(data)
        if self.conn.their_state not in UNFINISHED:
            self._has_asked()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The WebSocket takes over the transport, and is counted where it opens."""
        self._has_asked()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, Socket):
            self._count_is_of(socket)
        else:  # it was refused, and is closing
            self._is_gone()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_asked()
        self._is_gone()
        super().connection_lost(exc)

    def _count_is_of(self, socket: Socket) -> None:
        """Drop the references by which the WebSocket would keep us alive: we are as large as it is."""
        if self._address is not None and self.open_connections is not None:
            socket.on_lost = partial(self.open_connections.went, self._address)
            self._address = None

    def _is_gone(self) -> None:
        if self._address is not None and self.open_connections is not None:
            self.open_connections.went(self._address)
            self._address = None

    def _has_asked(self) -> None:
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _is_too_slow(self) -> None:
        self._bell = None
        self.transport.abort()


def counted(open_connections: OpenConnections | None) -> type[HttpConnection]:
    """A protocol class for one server, whose connections share their counts."""
    return type("CountedConnection", (HttpConnection,), {"open_connections": open_connections})
