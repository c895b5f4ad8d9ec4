"""A full disk under a real server: it says so, acknowledges nothing, and continues when it can."""

import asyncio
import json
import resource
import time
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from punto.server.protocol.client import PlaceWager
from punto.server.protocol.table_private import Answer, Seat
from punto.server.sockets.entrance import Entrance, why_away
from punto.server.store.failures import StoreIsLost
from punto.trials.load.guests import let_in
from punto.trials.load.server_process import ServerProcess, children
from tests.server.real_server import Patron, run, served, table

QUICK = table("quick", "betting_ms = 60_000, hurry_ms = 200, card_ms = 10, result_ms = 60, shoe_change_ms = 100")
SECONDS_TO_CHANGE = 60.0
SMALL = 64 * 1024  # bytes: a few bets' worth of the database's log, and more than the server's own


def allow_files_of(server: ServerProcess, size: int) -> None:
    """Whatever the writer appends beyond that fails, as on a disk that has failed; so for each writer that follows."""
    for process in (*children(server.pid), server.pid):
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


def readiness(server: ServerProcess) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{server.address.authority}/readyz") as answer:
            return answer.status, json.load(answer)["why"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["why"]


async def becomes(server: ServerProcess, status: int) -> str:
    give_up_at = time.monotonic() + SECONDS_TO_CHANGE
    while True:
        code, why = await asyncio.to_thread(readiness, server)
        if code == status:
            return why
        assert time.monotonic() < give_up_at, (code, why)


async def bet(patron: Patron, name: str) -> str:
    """How it was answered; nothing when the socket was closed instead."""
    heard = len(patron.heard)
    patron.say(PlaceWager(id=name, table="quick", bet="player", stake=100))
    is_answered = asyncio.ensure_future(
        patron.hears(lambda each: isinstance(each, Answer) and each.id == name, since=heard)
    )
    either: list[asyncio.Future[Any]] = [is_answered, patron.client.closed]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not is_answered.done():
        is_answered.cancel()
        return ""
    answer = await is_answered
    assert isinstance(answer, Answer)
    return answer.outcome


async def opened(patron: Patron) -> Patron:
    await patron.hears(lambda each: isinstance(each, Seat))
    return patron


def test_a_disk_that_takes_nothing_more_is_told_and_outlived(tmp_path: Path) -> None:
    with served(tmp_path, QUICK) as server:  # which must not complain of anything it cannot name

        async def play() -> None:
            [guest] = await let_in(server.address, 1)
            patron, names = await opened(await Patron(guest).come(server.address, "quick")), map(str, count())
            while await bet(patron, next(names)) != "accepted":
                pass  # the first shoe is coming
            accepted = 1
            allow_files_of(server, SMALL)
            while await bet(patron, name := next(names)) == "accepted":
                accepted += 1
            assert patron.client.closed.done(), "nobody knows of the last one; no bet is refused for it"
            assert await becomes(server, 503) == "the disk cannot be written"
            allow_files_of(server, resource.RLIM_INFINITY)
            await becomes(server, 200)
            again = await opened(await Patron(guest).come(server.address, "quick"))
            assert await bet(again, name) == "accepted"
            last = await opened(await Patron(guest).come(server.address, "quick"))
            seats = [each.seat for _, each in last.heard if isinstance(each, Seat)]
            assert seats[0].stakes == (("player", 100 * (accepted + 1)),), "what was acknowledged, and nothing else"

        run(play())
        assert b"Traceback" not in server.log
        lines = [line for line in server.log.splitlines() if b"store_" in line]
        assert sum(b'"store_is_in_trouble"' in line for line in lines) <= 3, lines
        assert sum(b'"store_writer_ends"' in line for line in lines) <= 60, "no storm of processes"


def test_a_socket_that_comes_while_the_store_is_lost_is_told_when_to_come_again() -> None:
    async def lost(*_: object, **__: object) -> None:
        raise StoreIsLost

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def test() -> None:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        services = SimpleNamespace(sessions=SimpleNamespace(identify=lost), metrics=SimpleNamespace(socket_asked=len))
        nothing: Any = None
        entrance = Entrance(cast(Any, services), nothing, nothing, nothing, nothing, "", nothing, nothing, nothing)
        await entrance._serve(cast(Any, {"headers": []}), cast(Any, receive), cast(Any, send))
        assert sent[0]["status"] == 503
        assert (b"retry-after", b"2") in sent[0]["headers"]
        assert why_away(sent[1]["body"]) == "store"

    asyncio.run(test())
