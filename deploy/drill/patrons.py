"""Guests of the drill: real sockets on the real server, who bet while everything else happens."""

import asyncio
from contextlib import suppress
from itertools import count
from types import TracebackType

from punto.trials.load.bets import STAKE, wager
from punto.trials.load.client import Address, Client
from punto.trials.load.guests import let_in

ANSWER = b'{"type":"answer","id":"'
ACCEPTED = b'"accepted"'
SECONDS_BETWEEN_BETS = 0.1
SECONDS_TO_ANSWER = 30.0


class Patrons:
    """Inside `async with`, all of them bet at one table."""

    def __init__(self, address: Address, table: str, number: int) -> None:
        self.accepted = 0
        self._address = address
        self._table = table
        self._number = number
        self._names = count(1)
        self._waiting: dict[bytes, asyncio.Future[bool]] = {}
        self._clients: list[Client] = []
        self._betting: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Patrons":
        for guest in await let_in(self._address, self._number):
            self._clients.append(await Client.connect(self._address, guest.cookie, on_messages=self._hear))
        self._betting = asyncio.create_task(self._bet_on_and_on())
        return self

    async def __aexit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        assert self._betting is not None
        self._betting.cancel()
        with suppress(asyncio.CancelledError):
            await self._betting
        for client in self._clients:
            await client.close()

    async def bet_at(self, table: str) -> None:
        """One of them, until it is accepted: the first shoe may not be in."""
        self._open(self._clients[0], table)
        async with asyncio.timeout(SECONDS_TO_ANSWER):
            while not await self._answer(self._clients[0], table):
                await asyncio.sleep(SECONDS_BETWEEN_BETS)

    async def _bet_on_and_on(self) -> None:
        for client in self._clients:
            self._open(client, self._table)
        while True:
            for client in self._clients:
                client.send(wager(next(self._names), self._table, STAKE))
            await asyncio.sleep(SECONDS_BETWEEN_BETS)

    def _open(self, client: Client, table: str) -> None:
        client.send(b'{"type":"open_table","table":"%s"}' % table.encode())

    async def _answer(self, client: Client, table: str) -> bool:
        name = next(self._names)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[b"%d" % name] = answer
        client.send(wager(name, table, STAKE))
        return await answer

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            if message.startswith(ANSWER):
                name = message[len(ANSWER) : message.index(b'"', len(ANSWER))]
                is_accepted = ACCEPTED in message
                self.accepted += is_accepted
                if name in self._waiting:
                    self._waiting.pop(name).set_result(is_accepted)
