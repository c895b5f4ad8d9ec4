"""One end of a link between a floor and an edge or a pit: messages of one step travel in one packet, or in several that
are not too large, in order, or the link is lost. Both ends beat, and an end that has heard nothing for a while gives
the link up: who hangs is as good as dead.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec
import structlog

from punto.server.protocol.links.posted import pack

BEAT_SECONDS = 0.5
SILENT_SECONDS = 2.0
MESSAGES_MAX = 1024  # that wait to be packed
PACKET_BYTES = 256 * 1024  # unless one message has more; a broker has its own maximum

log = structlog.get_logger("punto.link")
Came = TypeVar("Came")


class PacketIsTooLarge(ValueError):
    """For what carries it."""


class Link(Protocol):
    """Carries packets in order. What it cannot deliver, it does not skip: it calls `LinkEnd.lose`."""

    def send(self, packet: bytes) -> None:
        """Raises PacketIsTooLarge, and has sent nothing then."""

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
        self._takes_messages = True  # until it is lost, or is about to be
        self._heard_at = self._loop.time()
        self.is_lost = False
        self._timer = self._loop.call_later(BEAT_SECONDS, self._beat)

    def post(self, message: msgspec.Struct) -> None:
        """At the end of this step. To a lost link: never."""
        if not self._takes_messages:
            return
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(message)
        if len(self._waiting) == MESSAGES_MAX:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                self._send(waiting)
            except Exception:  # a fault of ours; what was to be sent is missing
                log.exception("packet_cannot_be_sent", messages=len(waiting))
                self._lose_soon()

    def _send(self, messages: list[msgspec.Struct]) -> None:
        packet = pack(messages)
        if len(packet) > PACKET_BYTES and len(messages) > 1:
            self._send_in_parts(messages, len(packet) // PACKET_BYTES + 1)
            return
        try:
            self._link.send(packet)
        except PacketIsTooLarge as error:
            if len(messages) > 1:
                self._send_in_parts(messages, 2)
            else:
                name = type(messages[0]).__name__
                log.error("message_is_too_large", message=name, bytes=len(packet), reason=str(error))
                self._lose_soon()

    def _send_in_parts(self, messages: list[msgspec.Struct], parts: int) -> None:
        many = max(1, len(messages) // parts)
        for at in range(0, len(messages), many):
            if self._takes_messages:
                self._send(messages[at : at + many])

    def _lose_soon(self) -> None:
        """Nothing more is sent, but whoever posts now is not told in the middle of its step."""
        self._takes_messages, self._waiting = False, []
        self._loop.call_soon(self.lose)

    def packet_came(self, packet: bytes) -> None:
        if self.is_lost:  # what came in one piece with something unreadable
            return
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
            self._takes_messages, self._waiting = False, []
            self._timer.cancel()
            self._link.close()
            self._on_lost()
