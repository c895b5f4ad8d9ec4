"""What is to be written to sockets at the end of this step of the loop, so that each is written to once."""

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
        """For a connection that has something to say and had nothing before."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            try:
                self._online.messages_sent += connection.flush()
            except Exception:  # the trouble of one is nobody else's
                log.exception("socket_failed")
                connection.drop()
