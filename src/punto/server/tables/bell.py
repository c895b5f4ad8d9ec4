"""A table's bell: it rings at an instant, or when somebody comes."""

import asyncio

from punto.table.state import Instant


class Bell(asyncio.Event):
    async def rings_at(self, at: Instant | None, now: Instant) -> None:
        """None: it rings only when somebody comes."""
        if at is None:
            await self.wait()
            return
        timer = asyncio.get_running_loop().call_later(max(0.0, (at - now) / 1000), self.set)
        try:
            await self.wait()
        finally:
            timer.cancel()
