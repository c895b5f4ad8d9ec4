"""Watches a store that hangs: whoever is online is told what they are told of one that is lost, and may come back once
it has stored something.

A store that is lost says so to the tables that ask it. One that hangs says nothing for as long as a statement may take.
"""

import asyncio
from typing import Protocol

from punto.server.protocol.closing_codes import STORE_IS_LOST, STORE_LOST
from punto.server.store.health import DOES_NOT_ANSWER, StoreHealth
from punto.server.telling.online import Online

SECONDS_BETWEEN = 0.25


class StoreDesks(Protocol):
    @property
    def health(self) -> StoreHealth: ...

    @property
    def online(self) -> Online: ...


async def watch_store(desks: StoreDesks) -> None:
    """It must be silent at two looks in a row: answers may lie unread in a server that was suspended itself."""
    was_silent = False
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        is_silent = desks.health.is_silent
        if is_silent and was_silent and desks.health.is_well:
            desks.health.failed(DOES_NOT_ANSWER)
            desks.online.end_all(STORE_LOST, STORE_IS_LOST)
        was_silent = is_silent
