"""Which files a real bet and a real cash-out pass through, in order: `.venv/bin/python -m dev.walk`.

It opens a floor of one table in this process, lets two guests in, and profiles the server while one of them bets and
the other cashes out. The store's writer is a process of its own and not seen. `docs/architecture.md` has the same walks
in words, and a test compares them.
"""

import asyncio
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import FrameType

import msgspec

import punto
from punto.server.config.floor_file import read_floor
from punto.server.protocol.client import OpenTable, PlaceWager
from punto.server.protocol.server_message import ServerMessage
from punto.server.protocol.table_private import Seat, Wagers
from punto.server.protocol.table_public import Totals
from punto.server.run.options import Options
from punto.server.run.serve_floor import serve_floor
from punto.trials.load.client import Address, Client
from punto.trials.load.guests import Guest, let_in
from punto.trials.load.http import Http

SOURCES = str(Path(punto.__file__).parent) + os.sep  # in `src`, or where a wheel is installed
HERE = "127.0.0.1"
BESIDE = {  # tasks that run meanwhile
    *("Task-1", "housekeeping", "digests", "pictures", "tables without an owner", "keep the nodes", "watch the store"),
    *("keep the lease", "keep the lock", "keep the clock"),
}
FLOOR = """
name = "Walk"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000

[[tables]]
id = "jade"
title = "Jade"
book = "interblock"
pace = { betting_ms = 600_000, hurry_ms = 0, card_ms = 5, result_ms = 100, shoe_change_ms = 100 }
chips = [1, 5]
min = 1
max = 500
"""
Walk = dict[str, list[str]]  # file to functions, both in the order of their first call

_DECODER = msgspec.json.Decoder(ServerMessage)


class Screen:
    """A guest at the table."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self._messages: asyncio.Queue[ServerMessage] = asyncio.Queue()

    async def open(self, address: Address) -> None:
        self._client = await Client.connect(address, self.guest.cookie, on_messages=self._hear)
        self.say(OpenTable("jade"))
        await self.hears(Seat)

    def say(self, message: OpenTable | PlaceWager) -> None:
        self._client.send(msgspec.json.encode(message))

    async def hears(self, kind: type[msgspec.Struct]) -> None:
        async with asyncio.timeout(20):
            while not isinstance(await self._messages.get(), kind):
                pass

    async def calm(self) -> None:
        """What was under way has been heard, and is forgotten."""
        await asyncio.sleep(1)
        while not self._messages.empty():
            self._messages.get_nowait()

    def _hear(self, _: Client, messages: tuple[bytes, ...]) -> None:
        for message in messages:
            self._messages.put_nowait(_DECODER.decode(message))


class Profiler:
    """Of the server's thread, switched on and off from the guests' thread."""

    def __init__(self, server: asyncio.AbstractEventLoop) -> None:
        self._server = server
        self._walk: Walk = {}

    async def walk(self, steps: Callable[[], Awaitable[None]]) -> Walk:
        self._walk = {}
        await self._on_server(self._note)
        await steps()
        await self._on_server(None)
        return self._walk

    async def _on_server(self, profile: Callable[[FrameType, str, object], None] | None) -> None:
        done = threading.Event()

        def switch() -> None:
            sys.setprofile(profile)
            done.set()

        self._server.call_soon_threadsafe(switch)
        await asyncio.to_thread(done.wait)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code, task = frame.f_code, asyncio.current_task()
        is_beside = task is not None and task.get_name() in BESIDE
        if event == "call" and code.co_filename.startswith(SOURCES) and not is_beside:
            functions = self._walk.setdefault(code.co_filename.removeprefix(SOURCES), [])
            function = code.co_qualname.partition(".<locals>")[0]
            if function not in functions:
                functions.append(function)


async def walks(address: Address, profiler: Profiler) -> dict[str, Walk]:
    ann, bob = (Screen(guest) for guest in await let_in(address, 2))
    await ann.open(address)
    await bob.open(address)
    http = Http(address, bob.guest.cookie, bob.guest.token)

    async def bet() -> None:
        ann.say(PlaceWager(id="bet", table="jade", bet="player", stake=500))
        await ann.hears(Wagers)
        await bob.hears(Totals)

    async def cash_out() -> None:
        await http.post("/api/cashout", msgspec.json.encode({"id": "cash-out"}))

    await bob.calm()
    walk_of_bet = await profiler.walk(bet)
    await bob.calm()
    walk_of_cash_out = await profiler.walk(cash_out)
    await http.close()
    return {"bet": walk_of_bet, "cash-out": walk_of_cash_out}


def lines_of(found: dict[str, Walk]) -> Iterator[str]:
    for name, walk in found.items():
        yield f"{name}: {len(walk)} files"
        for number, (file, functions) in enumerate(walk.items(), 1):
            yield f"{number:4} {file}: {', '.join(functions)}"


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "floor.toml").write_text(FLOOR, encoding="utf-8")

        def opened(port: int, _: object) -> None:
            profiler = Profiler(asyncio.get_running_loop())
            threading.Thread(target=walk_and_stop, args=(Address(HERE, port), profiler)).start()

        config = read_floor(folder / "floor.toml")
        serve_floor(Options(config, str(folder / "floor.db"), None, HERE, 0), opened)


def walk_and_stop(address: Address, profiler: Profiler) -> None:
    try:
        for line in lines_of(asyncio.run(walks(address, profiler))):
            sys.stdout.write(f"{line}\n")
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
