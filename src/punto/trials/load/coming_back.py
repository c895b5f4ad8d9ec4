"""Clients whose connection broke reconnect and say how far they had followed. They must miss nothing."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from punto.server.protocol.client import OpenTable
from punto.server.protocol.parts import Offset
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import kind_of, leave
from punto.trials.load.guests import Guest

_VERSION = b'"version":'
SECONDS_TO_WAIT = 30.0


class _Snapshot(msgspec.Struct):
    offset: Offset


class _Missed(msgspec.Struct):
    missed: int


@dataclass
class Follower:
    """One guest at one table, over as many sockets as needed. Checks that no public message is missing."""

    address: Address
    guest: Guest
    table: str
    log: str = ""
    version: int = 0
    resumed: int = 0  # how often the server resumed from our offset
    snapshots: int = 0
    missed: int = 0
    purse: int = 0
    client: Client | None = None
    _seated: asyncio.Event = field(default_factory=asyncio.Event)

    async def come(self) -> float:
        """Seconds until the seat and everything missed were there."""
        self._seated.clear()
        began = time.perf_counter()
        self.client = await Client.connect(self.address, self.guest.cookie, on_messages=self._hear)
        since = Offset(self.log, self.version) if self.log else None
        self.client.send(msgspec.json.encode(OpenTable(self.table, since)))
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await self._seated.wait()
        return time.perf_counter() - began

    async def lose(self) -> None:
        if self.client is not None:
            await leave([self.client])

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            match kind_of(message):
                case b"table_opened":
                    offset = msgspec.json.decode(message, type=_Snapshot).offset
                    self.log, self.version = offset.log, offset.version
                    self.snapshots += 1
                case b"table_resumed":
                    self.resumed += 1
                    self.missed += msgspec.json.decode(message, type=_Missed).missed
                case b"seat":
                    self._seated.set()
                case b"purse":
                    self.purse = int(message[message.index(b'"balance":') + 10 :].rstrip(b"}"))
                case _:
                    self._count(message)

    def _count(self, message: bytes) -> None:
        """Public messages are numbered without gaps."""
        start = message.find(_VERSION)
        if start < 0:
            return
        version = int(message[start + len(_VERSION) :].split(b",", 1)[0].rstrip(b"}"))
        assert version == self.version + 1, f"{self.table}: {version} follows {self.version}"
        self.version = version


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
