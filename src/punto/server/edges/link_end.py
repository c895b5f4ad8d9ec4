"""One end of a link between a floor and an edge or a pit: messages of one step travel in one packet, in order, or the
link is lost. Both ends beat, and an end that has heard nothing for a while gives the link up: who hangs is as good as
dead.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec
import structlog

from punto.server.protocol.posted import pack

BEAT_SECONDS = 0.5
SILENT_SECONDS = 2.0
PACKET_BYTES = 256 * 1024  # about: a broker has its own maximum, which is more

log = structlog.get_logger("punto.link")
Came = TypeVar("Came")


class Link(Protocol):
    """Carries packets in order. What it cannot deliver, it does not skip: it calls `LinkEnd.lose`."""

    def send(self, packet: bytes) -> None: ...

    def close(self) -> None: ...


class LinkEnd(Generic[Came]):
    def __init__(
        self,
        link: Link,
        read: Callable[[bytes], list[Came]],
        hear: Callable[[Came], None],
        beat: Callable[[], msgspec.Struct],
        on_lost: Callable[[], None],
    ) -> None:
        self._link = link
        self._read = read
        self._hear = hear
        self._make_beat = beat
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._waiting: list[msgspec.Struct] = []
        self._bytes = 0
        self._heard_at = self._loop.time()
        self.is_lost = False
        self._timer = self._loop.call_later(BEAT_SECONDS, self._beat)

    def post(self, message: msgspec.Struct, size: int = 0) -> None:
        """At the end of this step. `size` is about how many bytes it has, if they are many."""
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(message)
        self._bytes += size
        if self._bytes > PACKET_BYTES:
            self.flush()

    def flush(self) -> None:
        if self._waiting and not self.is_lost:
            packet = pack(self._waiting)
            self._waiting, self._bytes = [], 0
            self._link.send(packet)

    def packet_came(self, packet: bytes) -> None:
        self._heard_at = self._loop.time()
        try:
            messages = self._read(packet)
        except msgspec.MsgspecError as error:
            log.error("link_is_not_understood", reason=str(error))
            self.lose()
            return
        for message in messages:
            if self.is_lost:
                return
            try:
                self._hear(message)
            except Exception:  # of one socket, which touches no other
                log.exception("link_message_failed", message=type(message).__name__)

    def _beat(self) -> None:
        if self._loop.time() - self._heard_at > SILENT_SECONDS:
            log.warning("link_is_silent")
            self.lose()
            return
        self.post(self._make_beat())
        self._timer = self._loop.call_later(BEAT_SECONDS, self._beat)

    def lose(self) -> None:
        """The link is gone, or we leave it."""
        if not self.is_lost:
            self.is_lost = True
            self._timer.cancel()
            self._link.close()
            self._on_lost()
