"""A bettor on a real socket, which is opened again when it is closed, and then counts as dropped."""

import asyncio
import time
from collections.abc import Callable

from punto.trials.edges.bettor import Bettor
from punto.trials.load.client import Address, Client, SocketRefused
from punto.trials.load.guests import Guest

SECONDS_BETWEEN_BETS = 0.05
SECONDS_BEFORE_TRYING_AGAIN = 0.3  # the web client's first pause
SECONDS_TO_STOP = 20.0


class StayingPatron:
    def __init__(self, address: Address, guest: Guest, table: str, names: Callable[[], int]) -> None:
        self.bettor = Bettor(table, names, self._send, time.perf_counter)
        self.dropped = 0  # sockets that were closed on us
        self._address = address
        self._guest = guest
        self._client: Client | None = None
        self._stops = self._has_stopped = False

    async def play(self) -> None:
        """Until it has stopped."""
        betting = asyncio.create_task(self._bet())
        while not self._has_stopped:
            try:
                self._client = await Client.connect(self._address, self._guest.cookie, on_messages=self._hear)
                await self._client.closed
                self.dropped += 1
                self.bettor.is_seated = False
            except (OSError, SocketRefused, TimeoutError):
                pass
            await asyncio.sleep(SECONDS_BEFORE_TRYING_AGAIN)
        self.dropped -= 1  # that was we
        await betting

    async def stop(self) -> None:
        """Bets no more; waits for its answers, and for a new seat, which says what lies."""
        self._stops = True
        async with asyncio.timeout(SECONDS_TO_STOP):
            while self.bettor.waiting:
                await asyncio.sleep(0.01)
            self.bettor.ask_seat()
            while not self.bettor.is_seated:
                await asyncio.sleep(0.01)
        self._has_stopped = True
        if self._client is not None:
            self._client.drop()

    async def _bet(self) -> None:
        while not self._stops:
            self.bettor.bet()
            await asyncio.sleep(SECONDS_BETWEEN_BETS)

    def _send(self, message: bytes) -> None:
        if self._client is not None and not self._client.transport.is_closing():
            self._client.send(message)

    def _hear(self, client: Client, messages: tuple[bytes, ...]) -> None:
        self._client = client
        for message in messages:
            self.bettor.hear(message)
