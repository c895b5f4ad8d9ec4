"""A bettor on a real socket, which is opened again when it is closed, and then counts as dropped.

It does what the web client does: asks for a sign of life when nothing was heard for a while, gives the socket up when
none comes, and opens its table anew when a numbered message is missing.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle

import msgspec

from punto.server.protocol.client import Ping
from punto.trials.edges.bettor import Bettor
from punto.trials.load.client import Address, Client, SocketRefused
from punto.trials.load.guests import Guest
from punto.trials.load.seen_table import MessageIsMissing

SECONDS_BETWEEN_BETS = 0.05
SECONDS_BEFORE_TRYING_AGAIN = 0.3  # the web client's first pause
SECONDS_QUIET, SECONDS_SILENT = 2.0, 5.0  # as the web client: then it asks, then it gives the socket up
SECONDS_TO_STOP = 20.0
_PING = msgspec.json.encode(Ping(0))


class StayingPatron:
    def __init__(
        self,
        addresses: Sequence[Address],
        guest: Guest,
        table: str,
        names: Callable[[], int],
        seconds_between_bets: float = SECONDS_BETWEEN_BETS,
    ) -> None:
        """Each socket is opened at the next of the addresses, as behind a proxy."""
        self.bettor = Bettor(table, names, self._send, time.perf_counter, seconds_between_bets)
        self.patron = guest.patron
        self.table = table
        self.dropped = 0  # sockets that were closed on us
        self.close_codes = Counter[int | None]()  # of those; None: without a word
        self.given_up = 0  # sockets that we closed because nothing came
        self.gaps = 0  # numbered messages that were missing
        self.is_resting = False
        self._pause = seconds_between_bets
        self._addresses = cycle(addresses)
        self._guest = guest
        self._client: Client | None = None
        self._heard_at = time.perf_counter()
        self._asked_at = 0.0
        self._stops = self._has_stopped = False

    async def play(self) -> None:
        """Until it has stopped."""
        betting = asyncio.create_task(self._bet())
        while not self._has_stopped:
            try:
                self._client = await self._open()
                self._heard_at = time.perf_counter()
                await self._client.closed
                self.dropped += 1
                self.close_codes[self._client.close_code] += 1
                self.bettor.is_seated = False
            except (OSError, SocketRefused, TimeoutError):
                pass
            await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)
        self.dropped -= 1  # that was we
        await betting

    async def _open(self) -> Client:
        return await Client.connect(next(self._addresses), self._guest.cookie, on_messages=self._hear)

    async def rest(self) -> None:
        """Bets no more until it is told to; returns once nothing is unanswered."""
        self.is_resting = True
        async with asyncio.timeout(SECONDS_TO_STOP):
            while self.bettor.waiting:
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Bets no more; waits for its answers, and for a new seat, which says what lies."""
        self._stops = True
        async with asyncio.timeout(SECONDS_TO_STOP):
            while self.bettor.waiting:
                await asyncio.sleep(0.01)
            self.bettor.ask_seat()
            while not self.bettor.is_seated:
                await asyncio.sleep(0.01)
        self.leave()

    def leave(self) -> None:
        """At once, whatever is unanswered."""
        self._stops = self._has_stopped = True
        self.drop()

    def drop(self) -> None:
        """The socket; another is opened."""
        if self._client is not None:
            self._client.drop()

    async def _bet(self) -> None:
        while not self._stops:
            if not self.is_resting:
                self.bettor.bet()
            self._feel_pulse(time.perf_counter())
            await asyncio.sleep(self._pause)

    def _feel_pulse(self, now: float) -> None:
        if self._client is None or self._client.transport.is_closing():
            return
        if now - self._heard_at > SECONDS_SILENT:
            self.given_up += 1
            self._client.drop()
        elif now - max(self._heard_at, self._asked_at) > SECONDS_QUIET:
            self._asked_at = now
            self._send(_PING)

    def _send(self, message: bytes) -> None:
        if self._client is not None and not self._client.transport.is_closing():
            self._client.send(message)

    def _hear(self, client: Client, messages: tuple[bytes, ...]) -> None:
        self._client = client
        self._heard_at = time.perf_counter()
        for message in messages:
            try:
                self.bettor.hear(message)
            except MessageIsMissing:
                if self.bettor.is_seated:  # once: what follows has the wrong number too, until the snapshot is here
                    self.gaps += 1
                    self.bettor.ask_seat()
