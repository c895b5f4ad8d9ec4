"""A real server in a process of its own, on a floor that a test writes, and clients that remember what they heard."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Self

import msgspec
import uvloop

from punto.server.protocol.client import OpenTable
from punto.server.protocol.server_message import ServerMessage
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.happened import stream_of
from punto.table.events import Event
from punto.table.stored.event_codec import decode_event
from punto.trials.load.client import Address, Client
from punto.trials.load.crowd import leave
from punto.trials.load.guests import Guest
from punto.trials.load.http import Http
from punto.trials.load.server_process import ServerProcess

FLOOR = """
name = "Test floor"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000

[safety]
requests_a_minute = 1_000_000
address_requests_a_minute = 1_000_000
guests_an_hour = 1_000_000
messages_a_second = 1_000_000
"""
PLAY_CREDITS = 1_000_000  # in hundredths
SECONDS_TO_WAIT = 60.0
PROCESSES = int(os.environ.get("PUNTO_PROCESSES", "1"))  # 2: every test of real servers goes through an edge
_DECODER = msgspec.json.Decoder(ServerMessage)


def table(name: str, pace: str, *, book: str = "interblock", more: str = "") -> str:
    return f"""
[[tables]]
id = "{name}"
title = "{name}"
book = "{book}"
pace = {{ {pace} }}
chips = [1, 5, 25, 100, 500, 1_000]
min = 1
max = 5_000
{more}
"""


@contextmanager
def served(folder: Path, *tables: str, processes: int = PROCESSES) -> Iterator[ServerProcess]:
    """It must not complain, whatever a test does to it."""
    config = folder / "floor.toml"
    config.write_text(FLOOR + "".join(tables), encoding="utf-8")
    server = ServerProcess(config, str(folder / "floor.db"), folder, more=("--processes", str(processes)))
    server.start()
    try:
        yield server
        assert server.is_alive
        assert server.trouble == []
    finally:
        server.stop()


def run(test: Coroutine[None, None, None]) -> None:
    """Whatever becomes of the test, every patron who came has left when it is over."""

    async def and_leave() -> None:
        try:
            await test
        finally:
            await leave([patron.client for patron in Patron.here])
            Patron.here.clear()

    uvloop.run(and_leave())


class Patron:
    """A guest with a socket, who keeps every message with the time at which it came."""

    here: ClassVar[list["Patron"]] = []
    kind_of_client: ClassVar[type[Client]] = Client

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.heard: list[tuple[float, ServerMessage]] = []  # the instant on the machine's clock, in milliseconds
        self.client: Client
        self._news = asyncio.Event()

    async def come(self, address: Address, *tables: str) -> Self:
        self.client = await self.kind_of_client.connect(address, self.guest.cookie, on_messages=self._hear)
        self.here.append(self)
        for each in tables:
            self.say(OpenTable(each))
        return self

    def say(self, message: msgspec.Struct) -> None:
        self.client.send(msgspec.json.encode(message))

    async def hears(self, wanted: Callable[[ServerMessage], bool], since: int = 0) -> ServerMessage:
        """The first message like that from a place in `heard` on."""
        async with asyncio.timeout(SECONDS_TO_WAIT):
            while True:
                for _, message in self.heard[since:]:
                    if wanted(message):
                        return message
                since = len(self.heard)
                self._news.clear()
                await self._news.wait()

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        now = time.time() * 1000
        self.heard += [(now, _DECODER.decode(message)) for message in messages]
        self._news.set()


async def stored_events(server: ServerProcess, table_id: str) -> list[Event]:
    store = SqliteInProcess(server.database)
    events: list[Event] = []
    try:
        while stored := await store.read(stream_of(table_id), len(events)):
            events += [decode_event(each.body) for each in stored]
        return events
    finally:
        await store.close()


async def register(server: ServerProcess, guest: Guest, name: str, password: str = "seven shoes of cards") -> Guest:
    """The same patron with a name and a password, and so with another cookie."""
    http = Http(server.address, guest.cookie, guest.token)
    answer = await http.post("/api/register", msgspec.json.encode({"name": name, "password": password}))
    await http.close()
    assert answer.status == 200, answer.body
    return Guest(guest.patron, answer.cookie, msgspec.json.decode(answer.body)["request_token"])
