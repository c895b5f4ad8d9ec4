"""Sockets with frames to write at the end of this step of the loop: one write each, whatever the number of frames."""

import asyncio

import structlog

from punto.server.telling.listener import Writes

log = structlog.get_logger("punto.sockets")


class Writing:
    def __init__(self) -> None:
        self._with_frames: list[Writes] = []
        self._joined: tuple[list[bytes], bytes] = [], b""  # the frames that were joined last, and what they gave
        self.messages_sent = 0

    def write_soon(self, connection: Writes) -> None:
        """A connection that has frames to write, and had none before."""
        if not self._with_frames:
            asyncio.get_running_loop().call_soon(self._write)
        self._with_frames.append(connection)

    def joined(self, frames: list[bytes]) -> bytes:
        """Sockets that follow the same tables are written the same, which is put together once for all of them."""
        if len(frames) == 1:
            return frames[0]
        if frames != self._joined[0]:
            self._joined = frames, b"".join(frames)
        return self._joined[1]

    def _write(self) -> None:
        connections, self._with_frames = self._with_frames, []
        for connection in connections:
            try:
                self.messages_sent += connection.flush()
            except Exception:  # one socket's fault touches no other
                log.exception("socket_failed")
                connection.drop()
        self._joined = [], b""
