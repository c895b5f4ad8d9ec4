"""Sends the floor to staff sockets that watch it: whole, at most twice a second, and not at all while nobody does."""

import asyncio

import structlog
from msgspec.structs import replace

from punto.server.protocol.floor_watch import FloorWatch
from punto.server.protocol.frames import frame_of
from punto.server.store.failures import StoreIsLost
from punto.server.telling.bus import FLOOR_WATCH, Bus
from punto.server.watching.floor_watch import FloorWatcher

EVERY_SECONDS = 0.5
SENT_ANYWAY_EVERY = 4  # turns, so that a screen knows that it is still told
log = structlog.get_logger("punto.watching")


class FloorWatching:
    def __init__(self, watcher: FloorWatcher, bus: Bus) -> None:
        self._watcher = watcher
        self._bus = bus
        self._somebody_came = asyncio.Event()
        self._sent: FloorWatch | None = None
        self._turns = 0

    def somebody_came(self) -> None:
        """A socket has just begun to watch: it is sent the floor at the next turn."""
        self._sent = None
        self._somebody_came.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            if not self._bus.has_subscribers(FLOOR_WATCH):
                self._somebody_came.clear()
                await self._somebody_came.wait()
            try:
                await self._send()
            except StoreIsLost:
                log.warning("floor_cannot_be_watched", reason="the store is lost")
            await asyncio.sleep(EVERY_SECONDS)

    async def _send(self) -> None:
        found = await self._watcher.look()
        self._turns += 1
        is_new = self._sent is None or replace(found, server_time=self._sent.server_time) != self._sent
        if is_new or self._turns >= SENT_ANYWAY_EVERY:
            self._sent, self._turns = found, 0
            self._bus.publish(FLOOR_WATCH, frame_of(found))
