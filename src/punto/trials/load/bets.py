"""How fast bets are made durable and acknowledged.

Closed loop: every patron bets again as soon as the answer arrives, which gives the maximum rate. Open loop: bets are
sent on a timer, whatever comes back, and each is timed from the moment it was due.
"""

import asyncio
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from punto.server.protocol.table_private import Answer
from punto.trials.load.client import Client

STAKE = 100  # one credit of the load floor
_ANSWER = b'{"type":"answer","id":"'
_ACCEPTED = b'"accepted"'
_SECONDS_FOR_THE_LAST = 10.0
_SECONDS_BETWEEN_DEPARTURES = 0.001


@dataclass
class Acknowledged:
    seconds: float = 0.0
    accepted: int = 0
    delays_ms: "array[float]" = field(default_factory=lambda: array("d"))
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def a_second(self) -> float:
        return self.accepted / self.seconds


def wager(name: int, table: str, stake: int) -> bytes:
    """Alternates between Player and Banker, so that every purse lasts."""
    bet = "player" if name & 1 else "banker"
    return f'{{"type":"place_wager","id":"{name}","table":"{table}","bet":"{bet}","stake":{stake}}}'.encode()


class _Bettors:
    """What both loops share: naming bets and receiving their answers."""

    def __init__(self, clients: Sequence[Client], tables: dict[Client, str], stake: int = STAKE) -> None:
        self.result = Acknowledged()
        self._clients = clients
        self._tables = tables
        self._stake = stake
        self._waiting: dict[bytes, float] = {}  # by name: when it was sent or due
        self._names = time.time_ns() // 1_000  # differs from every earlier run
        self._is_over = False
        for client in clients:
            client.on_messages = self._hear

    def _bet(self, client: Client, left_at: float) -> None:
        self._names += 1
        self._waiting[b"%d" % self._names] = left_at
        client.send(wager(self._names, self._tables[client], self._stake))

    def _hear(self, client: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            if message.startswith(_ANSWER):
                name = message[len(_ANSWER) : message.index(b'"', len(_ANSWER))]
                left_at = self._waiting.pop(name)
                if _ACCEPTED in message:
                    self.result.accepted += not self._is_over
                    self.result.delays_ms.append((time.perf_counter() - left_at) * 1000)
                else:
                    self.result.refusals[msgspec.json.decode(message, type=Answer).refusal or ""] += 1
                self._answered(client)

    def _answered(self, client: Client) -> None:
        """The open loop ignores it."""

    async def _end(self, began: float) -> Acknowledged:
        self._is_over = True
        self.result.seconds = time.perf_counter() - began
        give_up_at = time.perf_counter() + _SECONDS_FOR_THE_LAST
        while self._waiting and time.perf_counter() < give_up_at:
            await asyncio.sleep(0.01)
        assert not self._waiting, f"{len(self._waiting)} bets were never answered"
        return self.result


class ClosedLoop(_Bettors):
    async def run(self, seconds: float) -> Acknowledged:
        began = time.perf_counter()
        for client in self._clients:
            self._bet(client, time.perf_counter())
        await asyncio.sleep(seconds)
        return await self._end(began)

    def _answered(self, client: Client) -> None:
        if not self._is_over:
            self._bet(client, time.perf_counter())


class OpenLoop(_Bettors):
    async def run(self, seconds: float, bets_a_second: float) -> Acknowledged:
        began, left, count = time.perf_counter(), 0, len(self._clients)
        while (now := time.perf_counter()) < began + seconds:
            while began + left / bets_a_second <= now:
                self._bet(self._clients[left % count], began + left / bets_a_second)
                left += 1
            await asyncio.sleep(_SECONDS_BETWEEN_DEPARTURES)
        return await self._end(began)
