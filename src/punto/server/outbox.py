"""What is to be written to sockets at the end of this step of the loop, so that each is written to once."""

import asyncio
from typing import TYPE_CHECKING

from punto.server.online import Online

if TYPE_CHECKING:
    from punto.server.connection import Connection


class Outbox:
    def __init__(self, online: Online) -> None:
        self._online = online
        self._waiting: list[Connection] = []

    def add(self, connection: "Connection") -> None:
        """For a connection that has something to say and had nothing before."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        self._online.messages_sent += sum([connection.flush() for connection in waiting])
