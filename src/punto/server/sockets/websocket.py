"""WebSockets as uvicorn speaks them, with two short cuts.

A message for many is framed once and the same bytes are written to every transport; and an ordinary incoming message,
one masked text frame, goes straight to whoever receives for the socket, without a parser that can wait, a queue and a
task between, which costs as much as all the rest of a bet. Everything else on a socket (opening and closing, pings,
fragments, faults) is the library's: it is given whole frames.
"""

from asyncio import BaseTransport
from collections.abc import Callable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn._types import ASGISendEvent
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
KERNEL_BYTES_MAX = 128 * 1024  # that wait in the kernel, for each socket
_CONTROL = 0x08  # set in the opcode of pings, pongs and closes
_MASKED = 0x80

Receiver = Callable[[bytes], None]


def _unheard() -> None:
    pass


def frame_extent(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at this place starts and ends; None while its header is not all there."""
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
    """One WebSocket. Until somebody receives for it, it is an ordinary one of uvicorn's."""

    __slots__ = (  # beside uvicorn's dictionary, which would outgrow the keys it shares with all others
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
        self.on_control: Callable[[], None] = _unheard  # a ping, a pong or a close has come
        self.on_flood: Callable[[], None] = _unheard  # more of them than anybody needs
        self.on_lost: Callable[[], None] = _unheard
        self.control_frames_a_second = 0  # that are let through, twice as many at once
        self._control_bucket = TokenBucket(0, 0)
        self._is_held = False
        self._tail = b""  # the beginning of a frame whose end has not come yet

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        plain = transport.get_extra_info("socket")
        if plain is not None:  # the kernel would take megabytes before anybody notices that the other end does not read
            plain.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES_MAX)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # the scope was made, and its task has not begun yet
            self.scope["extensions"][SOCKET] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Whatever leads back to us is let go: with cycles, a socket would stay until the collector looks for them, and
        a floor lets it look as rarely as it can."""
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
        while (extent := frame_extent(data, at)) is not None:
            start, end = extent
            if end - start > self.config.ws_max_size:
                super().data_received(data[at:])  # refused by its header
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
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # by our refusal; uvicorn would log it as a fault

    def write(self, frame: bytes, waiting_max: int) -> bool:
        """False when the other end has not taken so many bytes that were written before."""
        transport = self.transport
        if transport.get_write_buffer_size() > waiting_max:
            return False
        if self.conn.state is OPEN and not self.close_sent and not transport.is_closing():
            transport.write(frame)
        return True

    def hold(self) -> None:
        """Read no more for now; the sender feels it."""
        if not self._is_held:
            self._is_held = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self._is_held:
            self._is_held = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    def drop(self) -> None:
        """At once and without a word: a reader this slow would not hear it."""
        self.transport.abort()

    def end(self, code: int, reason: str) -> None:
        if self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
