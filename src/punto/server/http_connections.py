"""HTTP connections that wait for nobody for ever: whoever opens one has some seconds to send a whole request.

uvicorn ends a connection that is silent between two requests, and no other. Without this, one person with a thousand
connections that never ask, or ask a letter at a time, would take every descriptor that the floor has.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_TO_ASK = 20.0
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # what h11 calls a client whose request is not here yet


class HttpConnection(H11Protocol):
    _bell: asyncio.TimerHandle | None = None  # while a request is expected, or on its way

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._bell = self.loop.call_later(SECONDS_TO_ASK, self._is_too_slow)

    def data_received(self, data: bytes) -> None:
        if self._bell is None and self.conn.their_state is h11.IDLE:  # the next one on the same connection begins
            self._bell = self.loop.call_later(SECONDS_TO_ASK, self._is_too_slow)
        super().data_received(data)
        if self.conn.their_state not in UNFINISHED:
            self._has_asked()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._has_asked()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_asked()
        super().connection_lost(exc)

    def _has_asked(self) -> None:
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None

    def _is_too_slow(self) -> None:
        self._bell = None
        self.transport.abort()
