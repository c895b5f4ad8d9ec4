"""Clients whose connection broke reconnect and say how far they had followed. They must miss nothing."""

import asyncio
import time
from collections.abc import Sequence

import msgspec

from punto.server.protocol.client import OpenTable
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import kind_of, leave
from punto.trials.load.guests import Guest
from punto.trials.load.seen_table import SeenTable

SECONDS_TO_WAIT = 30.0


class Follower(SeenTable):
    """One guest at one table, over as many sockets as needed. Checks that no public message is missing."""

    def __init__(self, address: Address, guest: Guest, table: str) -> None:
        super().__init__(table)
        self.address = address
        self.guest = guest
        self.purse = 0
        self.client: Client | None = None
        self._seated = asyncio.Event()

    async def come(self) -> float:
        """Seconds until the seat and everything missed were there."""
        self._seated.clear()
        began = time.perf_counter()
        self.client = await Client.connect(self.address, self.guest.cookie, on_messages=self._hear)
        self.client.send(msgspec.json.encode(OpenTable(self.table, self.since)))
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await self._seated.wait()
        return time.perf_counter() - began

    async def lose(self) -> None:
        if self.client is not None:
            await leave([self.client])

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            match kind_of(message):
                case b"seat":
                    self._seated.set()
                case b"purse":
                    self.purse = int(message[message.index(b'"balance":') + 10 :].rstrip(b"}"))
                case _:
                    self.hear(message)


async def come_back(address: Address, guests: Sequence[Guest], table: str) -> tuple[list[float], int]:
    """How long each took to reconnect, in milliseconds, and how many resumed by offset."""
    followers = [Follower(address, guest, table) for guest in guests]
    await asyncio.gather(*(follower.come() for follower in followers))
    await asyncio.sleep(0.5)
    await asyncio.gather(*(follower.lose() for follower in followers))
    await asyncio.sleep(0.5)  # so that they miss something
    seconds = await asyncio.gather(*(follower.come() for follower in followers))
    await asyncio.sleep(0.5)  # they must follow as before
    await asyncio.gather(*(follower.lose() for follower in followers))
    return [each * 1000 for each in seconds], sum(follower.resumed for follower in followers)
