"""The contract of every link between a floor and an edge: in order, both ways, whole; or lost, and both ends know."""

import asyncio
import socket
import struct
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, cast

import msgspec
import pytest
import uvloop
from nats.aio.client import Client
from structlog.testing import capture_logs

from punto.server.edges.link_end import SILENT_SECONDS, Link, LinkEnd
from punto.server.edges.nats_bus import Bus
from punto.server.edges.nats_link import Here, NatsLink, links_over_nats
from punto.server.edges.unix_link import link_to_floor, links_over_unix
from punto.server.protocol.links.edge_link import EdgeBeat, Said, ToFloor, read_at_floor
from tests.server.edges.nats_server import NatsServer

SECONDS_TO_WAIT = 20.0
RESETS = 8
NO_LINGER = struct.pack("ii", 1, 0)  # a reset instead of an ending


class End:
    """Remembers what came, and whether the link was lost."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.came: list[ToFloor] = []
        self.is_lost = asyncio.Event()
        self.end: LinkEnd[ToFloor] = LinkEnd(link, read_at_floor, self._hear, _beat, self.is_lost.set)

    def _hear(self, message: ToFloor) -> None:
        if not isinstance(message, EdgeBeat):
            self.came.append(message)


def _beat() -> EdgeBeat:
    return EdgeBeat(0, 0, 0, 0, 0, 0.0)


class Pair:
    """Both ends of one link."""

    def __init__(self) -> None:
        self.at_floor: list[End] = []
        self.at_edge: list[End] = []

    def floor_made(self, link: Link) -> LinkEnd[Any]:
        self.at_floor.append(End(link))
        return self.at_floor[-1].end

    def edge_made(self, link: Link) -> LinkEnd[Any]:
        self.at_edge.append(End(link))
        return self.at_edge[-1].end

    async def close(self) -> None:
        for each in (*self.at_edge, *self.at_floor):
            each.end.lose()
        await asyncio.sleep(0.01)  # transports close in the next step


Linked = Callable[[], Any]  # an asynchronous context with a pair


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsServer]:
    with NatsServer() as server:
        yield server


@asynccontextmanager
async def over_a_unix_socket(folder: Path) -> AsyncIterator[Pair]:
    pair, listening = Pair(), socket.socket(socket.AF_UNIX)
    with listening:
        listening.bind(str(folder / "link"))
        listening.listen()
        async with links_over_unix(listening, pair.floor_made):
            await link_to_floor(str(folder / "link"), pair.edge_made)
            yield pair
            await pair.close()


@asynccontextmanager
async def over_nats(address: str) -> AsyncIterator[Pair]:
    pair, floor_bus, edge_bus = Pair(), Bus(address), Bus(address)
    async with floor_bus.open(), edge_bus.open(), links_over_nats(floor_bus, 1, pair.floor_made):
        await edge_bus.is_connected.wait()
        here: asyncio.Queue[Here] = asyncio.Queue()
        await edge_bus.hear(
            edge_bus.subject("floor"), lambda data: here.put_nowait(msgspec.msgpack.decode(data, type=Here))
        )
        floor = await here.get()
        link = NatsLink(edge_bus, b"12345678", edge_bus.subject("to_floor", floor.boot), lambda _: None)
        await edge_bus.hear(edge_bus.subject("edge", link.id.hex()), link.came)
        link.end = pair.edge_made(link)
        yield pair
        await pair.close()


@pytest.fixture(params=["unix", "nats"])
def linked(request: pytest.FixtureRequest, tmp_path: Path) -> Linked:
    if request.param == "unix":
        return lambda: over_a_unix_socket(tmp_path)
    address = request.getfixturevalue("nats").address
    return lambda: over_nats(address)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            await test()

    uvloop.run(bounded())  # as servers do


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


def test_messages_come_whole_and_in_order_both_ways_however_large(linked: Linked) -> None:
    async def test() -> None:
        async with linked() as pair:
            sent = [Said(number, bytes(number * 997 % 50_000)) for number in range(300)]
            for message in sent:
                pair.at_edge[0].end.post(message)
            await until(lambda: bool(pair.at_floor) and len(pair.at_floor[0].came) == len(sent))
            assert pair.at_floor[0].came == sent
            for message in sent:
                pair.at_floor[0].end.post(message)
            await until(lambda: len(pair.at_edge[0].came) == len(sent))
            assert pair.at_edge[0].came == sent

    run(test)


def test_a_message_that_nats_does_not_take_loses_the_link_and_is_named(nats: NatsServer) -> None:
    async def test() -> None:
        async with over_nats(nats.address) as pair:
            edge = pair.at_edge[0]
            with capture_logs() as logs:
                edge.end.post(Said(1, bytes(2_000_000)))
                edge.end.post(Said(2, b""))
                await edge.is_lost.wait()
            (error,) = [each for each in logs if each["log_level"] == "error"]
            assert (error["event"], error["message"]) == ("message_is_too_large", "Said")
            assert error["bytes"] > 2_000_000
            await asyncio.sleep(0.1)
            assert all(end.came == [] for end in pair.at_floor), "what comes after it is not heard without it"

    run(test)


def test_a_link_that_one_end_gives_up_is_lost_for_the_other_too(linked: Linked) -> None:
    async def test() -> None:
        async with linked() as pair:
            pair.at_edge[0].end.post(Said(1, b""))
            await until(lambda: bool(pair.at_floor))
            pair.at_floor[0].end.lose()
            await pair.at_edge[0].is_lost.wait()  # at once, or because nothing more is heard

    run(test)


def test_a_lost_packet_loses_the_link(nats: NatsServer) -> None:
    async def test() -> None:
        async with over_nats(nats.address) as pair:
            edge = pair.at_edge[0]
            edge.end.post(Said(1, b""))
            await until(lambda: bool(pair.at_floor and pair.at_floor[0].came))
            assert isinstance(edge.link, NatsLink)
            edge.link._sent += 1  # as if one had been on its way when NATS went
            edge.end.post(Said(2, b""))
            await pair.at_floor[0].is_lost.wait()
            assert pair.at_floor[0].came == [Said(1, b"")]

    run(test)


def test_links_are_lost_at_once_when_nats_goes() -> None:
    async def test() -> None:
        with NatsServer() as another:
            async with over_nats(another.address) as pair:
                pair.at_edge[0].end.post(Said(1, b""))
                await until(lambda: bool(pair.at_floor))
                another.stop()
                async with asyncio.timeout(SILENT_SECONDS / 2):
                    await pair.at_floor[0].is_lost.wait()

    run(test)


class Restless:
    """Speaks as NATS does, in a thread of its own, so that a line is reset while the other end answers. Resets so many
    of the next lines."""

    def __init__(self) -> None:
        self.resets = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self.address = f"nats://127.0.0.1:{self._door.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.hang_up()

    def hang_up(self) -> None:
        while self._lines:
            with suppress(OSError):  # the other end has hung up
                self._lines.pop().shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._door.accept()
                line.sendall(b'INFO {"server_id":"x","version":"2.10.0","proto":1,"max_payload":1048576}\r\n')
                if self.resets:
                    self.resets -= 1
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
                    line.close()
                else:
                    self._lines.append(line)
                    threading.Thread(target=_answer_pings, args=(line,), daemon=True).start()


def _answer_pings(line: socket.socket) -> None:
    with line, suppress(OSError):
        while came := line.recv(65_536):
            line.sendall(b"PONG\r\n" * came.count(b"PING"))


@pytest.mark.parametrize("is_connected_before", [False, True])
def test_a_bus_whose_server_resets_lines_while_it_starts_connects_in_the_end(*, is_connected_before: bool) -> None:
    """As when NATS restarts behind a proxy."""

    async def test() -> None:
        with Restless() as server:
            server.resets = 0 if is_connected_before else RESETS
            bus = Bus(server.address)
            async with bus.open():
                await bus.is_connected.wait()
                if is_connected_before:
                    server.resets = RESETS
                    server.hang_up()
                    await until(lambda: not bus.is_connected.is_set())
                    await bus.is_connected.wait()
                assert server.resets == 0

    run(test)


def test_a_bus_that_nats_sends_away_connects_anew_and_hears_what_it_heard(nats: NatsServer) -> None:
    """As when its credentials have run out: the client of that connection is of no use any more."""

    async def test() -> None:
        bus, other, lost = Bus(nats.address), Bus(nats.address), list[str]()
        heard, ended, answers = list[bytes](), list[bytes](), list[bytes]()
        async with bus.open(), other.open():
            await asyncio.gather(bus.is_connected.wait(), other.is_connected.wait())
            bus.on_lost.append(lambda: lost.append("lost"))
            await bus.hear("here", heard.append)
            await (await bus.hear("ended", ended.append))()
            await other.hear("answers", answers.append)
            for times in (1, 2):
                await bus._client._process_err("'User Authentication Expired'")  # as the server says it
                await until(partial(_has, lost, times))
                await bus.hear(f"meanwhile.{times}", heard.append)
                await bus.is_connected.wait()
                while not {b"here", b"meanwhile"} <= set(heard):  # NATS may not know yet that we listen
                    other.publish("ended", b"ended")
                    other.publish("here", b"here")
                    other.publish(f"meanwhile.{times}", b"meanwhile")
                    await asyncio.sleep(0.02)
                heard.clear()
                bus.publish("answers", b"sent")
                await until(partial(_has, answers, times))
            assert ended == []

    run(test)


def _has(came: list[Any], many: int) -> bool:
    return len(came) == many


class FakeClient:
    """Connects at once, and goes when it is told."""

    is_connected = True
    max_payload = 1_000
    last_error = None

    async def connect(self, *, disconnected_cb: Callable[[], Awaitable[None]], **_options: object) -> None:
        self.go = disconnected_cb

    async def flush(self, _seconds: float) -> None: ...

    async def close(self) -> None: ...


class StuckClient(FakeClient):
    """Waits for a flush of a connection that is gone, and like the real one does not heed that it is cancelled."""

    def __init__(self) -> None:
        self.is_stuck = False
        self.published: list[bytes] = []

    async def publish(self, _subject: str, data: bytes) -> None:
        if self.is_stuck:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        else:
            self.published.append(data)


def test_what_was_being_sent_when_nats_went_holds_nothing_up_later() -> None:
    async def test() -> None:
        clients = list[StuckClient]()

        def new_client() -> Client:
            clients.append(StuckClient())
            return cast(Client, clients[-1])

        bus = Bus("nats://127.0.0.1", new_client)
        async with bus.open():
            await bus.is_connected.wait()
            before = clients[-1]
            before.is_stuck = True
            bus.publish("here", b"lost")
            await asyncio.sleep(0.01)
            await before.go()
            await until(lambda: not bus.is_connected.is_set())
            await bus.is_connected.wait()
            bus.publish("here", b"one")
            bus.publish("here", b"two")
            await until(lambda: len(clients[-1].published) == 2)
            assert clients[-1].published == [b"one", b"two"]
            assert before.published == []

    run(test)


class SilentClient(FakeClient):
    """Fails as it closes a connection that is gone, before it has told anybody."""

    async def close(self) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


def test_a_client_that_does_not_tell_that_it_is_gone_is_replaced() -> None:
    async def test() -> None:
        clients, lost = list[SilentClient](), list[str]()

        def new_client() -> Client:
            clients.append(SilentClient())
            return cast(Client, clients[-1])

        bus = Bus("nats://127.0.0.1", new_client)
        bus.on_lost.append(lambda: lost.append("lost"))
        async with bus.open():
            await bus.is_connected.wait()
            clients[-1].is_connected = False
            await until(lambda: lost == ["lost"])
            await bus.is_connected.wait()

    run(test)


class GoneClient(SilentClient):
    """Had something to send when its connection went, and tries once more while it closes."""

    async def flush(self, _seconds: float) -> None:
        raise TimeoutError


def test_a_bus_closes_when_nats_has_just_gone() -> None:
    """As it was found: a floor that had been handed over ended with a traceback and code 1."""

    async def test() -> None:
        bus = Bus("nats://127.0.0.1", cast(Callable[[], Client], GoneClient))
        async with bus.open():
            await bus.is_connected.wait()

    run(test)
