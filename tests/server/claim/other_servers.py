"""Servers that hold, or held, a floor: as a test of leases sees them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from punto.server.claim.floor_holder import Holder, _began, this_process

FAR_FUTURE = 10**14  # a clock that was wrong when the holder wrote it down


def dead_process() -> Holder:
    """One that has ended, with everything else as it is here."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return replace(this_process(), process=child.pid, since=FAR_FUTURE)


def living_process() -> Holder:
    """Another one on this machine: whoever started this test."""
    parent = os.getppid()
    return replace(this_process(), process=parent, began=_began(parent))


class Lock:
    def __init__(self, *, is_free: bool) -> None:
        self.is_free = is_free
        self.is_released = False
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def take(self) -> bool:
        return self.is_free

    async def release(self) -> None:
        self.is_released = True

    async def released(self, seconds: float) -> None:
        await self.sleep(seconds)


def elsewhere() -> Holder:
    """On another machine, where nobody here sees it."""
    return replace(this_process(), boot="of another machine", since=FAR_FUTURE)
