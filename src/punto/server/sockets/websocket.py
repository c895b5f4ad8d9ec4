"""uvicorn's WebSockets with two shortcuts.

A broadcast is framed once, and the same bytes are written to every transport. An ordinary incoming message, one masked
text frame, goes straight to the socket's receiver, without a parser, queue and task between, which would cost as much
as all the rest of a bet. Everything else (handshake, close, pings, fragments, faults) is left to the library, which is
given whole frames.
"""

from asyncio import BaseTransport
from collections.abc import Callable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from punto.server.protocol.closing_codes import TOO_BIG
from punto.server.protocol.frames import FINAL_TEXT, LENGTH_IN_TWO
from punto.server.safety.token_bucket import Rate, TokenBucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # where no compiled one is offered
    from websockets.utils import apply_mask

SOCKET = "punto.socket"  # among the extensions of the ASGI scope
FRAGMENTS_MAX = 16
KERNEL_BYTES_MAX = 128 * 1024  # buffered in the kernel, for each socket
_CONTROL = 0x08  # set in the opcode of pings, pongs and closes
_MASKED = 0x80

Receiver = Callable[[bytes], None]


def _unheard() -> None:
    pass


def frame_extent(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at this place starts and ends; None while its header is incomplete."""
    if len(data) < at + 2:
        return None
    length, start = data[at + 1] & ~_MASKED, at + 2
    if length >= LENGTH_IN_TWO:
        size = 2 if length == LENGTH_IN_TWO else 8
        length = int.from_bytes(data[start : start + size], "big")
        start += size
    if data[at + 1] & _MASKED:
        start += 4
    return (start, start + length) if len(data) >= start else None


class Socket(WebSocketsSansIOProtocol):
    """One WebSocket. Without a receiver it is an ordinary one of uvicorn's."""

    __slots__ = (  # uvicorn's dictionary would outgrow the keys it shares with all other sockets
        "_control_bucket",
        "_is_held",
        "_tail",
        "control_frames_a_second",
        "on_control",
        "on_flood",
        "on_lost",
        "receiver",
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.receiver: Receiver | None = None
        self.on_control: Callable[[], None] = _unheard  # a ping, pong or close has arrived
        self.on_flood: Callable[[], None] = _unheard  # too many of them
        self.on_lost: Callable[[], None] = _unheard
        self.control_frames_a_second = 0  # allowed, with a burst of twice as many
        self._control_bucket = TokenBucket(0, 0)
        self._is_held = False
        self._tail = b""  # an incomplete frame

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        plain = transport.get_extra_info("socket")
        if plain is not None:  # else the kernel buffers megabytes before a slow reader is noticed
            plain.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES_MAX)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the scope exists, and its task has not begun
            self.scope["extensions"][SOCKET] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Drops every reference back to us: a cycle would keep the socket until the collector runs, which is rarely."""
        self.on_lost()
        super().connection_lost(exc)
        self.receiver, self.on_lost, self.on_control = None, _unheard, _unheard
        self.conn.parser.close()
        if self.handshake_initiated and hasattr(self, "scope"):
            self.scope["extensions"].pop(SOCKET, None)

    def data_received(self, data: bytes) -> None:
        if self.receiver is None:
            super().data_received(data)
            return
        data, at = self._tail + data if self._tail else data, 0
        while at < len(data) and (extent := frame_extent(data, at)) is not None:
            start, end = extent
            if end - start > self.config.ws_max_size:
                super().data_received(data[at:])  # the library refuses it by its header
                return
            if end > len(data):
                break
            if data[at] == FINAL_TEXT and data[at + 1] & _MASKED and not self.frames and not self.close_sent:
                self.receiver(apply_mask(data[start:end], data[start - 4 : start]))
            elif data[at] & _CONTROL and not self._may_control():
                self.on_flood()
                self.drop()
                return
            else:
                super().data_received(data[at:end])
            at = end
        self._tail = data[at:]

    def _may_control(self) -> bool:
        """Browsers only answer our pings, and each of theirs would make us write."""
        self.on_control()
        allowed = self.control_frames_a_second
        return self._control_bucket.take(Rate(allowed, 2 * allowed), self.loop.time())

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= FRAGMENTS_MAX:
            self.end(TOO_BIG, "too many fragments")
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.receiver is None:
            super().send_receive_event_to_app()
            return
        message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.receiver(bytes(message))

    async def send(self, message: ASGISendEvent) -> None:
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected  # the server stops, and uvicorn has answered
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # else uvicorn logs our refusal as a fault

    def write(self, frame: bytes, waiting_max: int) -> bool:
        """False when more than `waiting_max` bytes written before have not been taken."""
        transport = self.transport
        if transport.get_write_buffer_size() > waiting_max:
            return False
        if self.conn.state is OPEN and not self.close_sent and not transport.is_closing():
            transport.write(frame)
        return True

    def hold(self) -> None:
        """Stop reading: backpressure for the sender."""
        if not self._is_held:
            self._is_held = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self._is_held:
            self._is_held = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def drop(self) -> None:
        """At once, without a closing frame: a reader this slow would not get it."""
        self.transport.abort()

    def end(self, code: int, reason: str) -> None:
        if self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
