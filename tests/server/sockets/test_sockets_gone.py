"""What a socket held is free when it has gone, without the collector of cycles, which a floor hardly ever calls."""

import asyncio
import contextlib
import gc
import socket
from pathlib import Path

import uvloop
from msgspec.structs import replace
from websockets.server import ServerProtocol

from punto.server.claim.floor_lease import take_floor
from punto.server.config.demo_floor import demo_floor
from punto.server.floor.floor import Floor
from punto.server.floor.open_floor import open_floor
from punto.server.jobs.spare_memory import GONE_MIN, SpareMemory
from punto.server.jobs.start_jobs import start_jobs
from punto.server.run.app import create_app
from punto.server.run.request_timeout import HttpConnection
from punto.server.run.serve_floor import now_ms
from punto.server.run.uvicorn_server import FloorServer, uvicorn_config
from punto.server.sockets.patron_connection import Connection
from punto.server.sockets.websocket import Socket
from punto.server.store.floor_lock import FileLock
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.config import TableKind
from punto.trials.load.client import Address
from punto.trials.load.crowd import bring_in, leave, seat_at
from punto.trials.load.guests import let_in
from tests.server.people.desks import KEY

DEMO = demo_floor()
ONE = tuple(table for table in DEMO.tables if table.kind is TableKind.TIMED)[:1]
SECONDS_TO_GO = 20.0
PER_CONNECTION = (Socket, Connection, ServerProtocol)


def held() -> dict[str, int]:
    every = [type(each) for each in gc.get_objects()]
    upgraded = sum(issubclass(each, HttpConnection) for each in every)
    return {kind.__name__: every.count(kind) for kind in PER_CONNECTION} | {"HttpConnection": upgraded}


async def open_and_leave(floor: Floor, address: Address) -> dict[str, int]:
    """What is held while twenty sockets sit at a table."""
    guests = await let_in(address, 4)
    clients = await bring_in(address, [guest for guest in guests for _ in range(5)])
    await seat_at(clients, next(iter(floor.tables)))
    while_open = held()
    await leave(clients)
    with contextlib.suppress(TimeoutError):  # timers of the table and of the line may still name one for a moment
        async with asyncio.timeout(SECONDS_TO_GO):
            while any(held().values()):
                await asyncio.sleep(0.1)
    return while_open


def test_what_a_socket_held_is_free_when_it_has_gone(tmp_path: Path) -> None:
    async def test() -> None:
        file, is_open = tmp_path / "floor.db", asyncio.Event()
        store = SqliteInProcess(file)
        lease = await take_floor(store, FileLock(str(file)))
        floor = await open_floor(replace(DEMO, tables=ONE, bots=False), store, KEY, now_ms)
        start_jobs(floor)
        await floor.start()
        sock = socket.socket()
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(0)
        server = FloorServer(
            uvicorn_config(floor, create_app(floor)), floor, lease, opened=is_open.set, reload=lambda: None
        )
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        await is_open.wait()
        gc.collect()
        gc.disable()
        try:
            while_open = await open_and_leave(floor, Address("127.0.0.1", sock.getsockname()[1]))
            after = held()
        finally:
            gc.enable()
        server.should_exit = True
        await serving
        await lease.give_back()
        await store.close()
        assert while_open.pop("HttpConnection") == 0, "one that was upgraded has done its part"
        assert set(while_open.values()) == {20}
        assert set(after.values()) == {0}, after

    uvloop.run(test())


def test_memory_is_given_back_once_after_many_have_gone() -> None:
    given: list[str] = []
    memory = SpareMemory(lambda: given.append("back"))
    for sockets in (0, GONE_MIN - 1, 0):
        memory.look(sockets)
    assert given == []
    for sockets in (5 * GONE_MIN, 5 * GONE_MIN - 10, 4 * GONE_MIN, 4 * GONE_MIN - 10):
        memory.look(sockets)
    assert given == ["back"]
    for sockets in (0, 0, 0):
        memory.look(sockets)
    assert given == ["back", "back"]


def test_the_library_of_this_system_can_be_asked() -> None:
    memory = SpareMemory()
    memory.look(GONE_MIN)
    memory.look(0)
