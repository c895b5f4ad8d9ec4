"""Sockets with frames to write at the end of this step of the loop, one write each."""

import asyncio

import structlog

from punto.server.telling.listener import Listener
from punto.server.telling.online import Online

log = structlog.get_logger("punto.outbox")


class Outbox:
    def __init__(self, online: Online) -> None:
        self._online = online
        self._waiting: list[Listener] = []

    def add(self, connection: Listener) -> None:
        """A connection that has frames to write, and had none before."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            try:
                self._online.messages_sent += connection.flush()
            except Exception:  # one socket's fault touches no other
                log.exception("socket_failed")
                connection.drop()
