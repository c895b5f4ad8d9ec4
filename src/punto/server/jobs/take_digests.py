"""Takes a digest of program and configuration at the start, after a reload and every 24 hours."""

import asyncio
from asyncio import sleep
from typing import Protocol

import structlog

from punto.server.config.floor_config import FloorConfig
from punto.server.floor.digests import Digests, Why
from punto.server.store.failures import StoreIsLost, StreamIsTaken

AFTER_START_SECONDS = 5.0  # a floor that opens has more urgent things to do
LOOKS_EVERY_SECONDS = 60.0
EVERY_SECONDS = 24 * 3_600.0

log = structlog.get_logger("punto.floor")


class DigestDesks(Protocol):
    @property
    def config(self) -> FloorConfig: ...

    @property
    def digests(self) -> Digests: ...


async def take_digests(desks: DigestDesks) -> None:
    """For ever. What the store could not keep now is taken again at the next look."""
    loop = asyncio.get_running_loop()
    why: Why | None = "start"
    config, due = desks.config, loop.time()
    await sleep(AFTER_START_SECONDS)
    while True:
        if why is not None and await _taken(desks.digests, why):
            why, due = None, loop.time() + EVERY_SECONDS
        await sleep(LOOKS_EVERY_SECONDS)
        if desks.config is not config:
            config, why = desks.config, why or "reload"
        elif loop.time() >= due:
            why = why or "daily"


async def _taken(digests: Digests, why: Why) -> bool:
    try:
        await digests.take(why)
    except (StoreIsLost, StreamIsTaken):
        log.warning("no_digest_was_taken")
        return False
    return True
