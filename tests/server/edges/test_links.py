"""The contract of every link between a floor and an edge: in order, both ways, whole; or lost, and both ends know."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.nats_bus import Bus
from punto.server.edges.nats_link import Here, NatsLink, links_over_nats
from punto.server.edges.unix_link import link_to_floor, links_over_unix
from punto.server.protocol.links.edge_link import EdgeBeat, Said, ToFloor, read_at_floor
from tests.server.edges.nats_server import NatsServer

SECONDS_TO_WAIT = 20.0


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

    asyncio.run(bounded())


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
                await pair.at_floor[0].is_lost.wait()

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


class StuckClient:
    """Waits for a flush of a connection that is gone, and like the real one does not heed that it is cancelled."""

    def __init__(self) -> None:
        self.is_stuck = True
        self.published: list[bytes] = []

    async def publish(self, _subject: str, data: bytes) -> None:
        if self.is_stuck:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        else:
            self.published.append(data)


def test_what_was_being_sent_when_nats_went_holds_nothing_up_later() -> None:
    async def test() -> None:
        bus, client = Bus("nats://127.0.0.1"), StuckClient()
        bus._client = cast(Any, client)
        await bus._connected()
        bus.publish("here", b"lost")
        await asyncio.sleep(0.01)
        await bus._disconnected()
        client.is_stuck = False
        await bus._connected()
        bus.publish("here", b"one")
        bus.publish("here", b"two")
        async with asyncio.timeout(5):
            await until(lambda: len(client.published) == 2)
        assert client.published == [b"one", b"two"]
        await bus._disconnected()

    asyncio.run(test())


class GoneClient:
    """Had something to send when its connection went, and tries once more while it closes."""

    is_connected = True

    async def flush(self, _seconds: float) -> None:
        raise TimeoutError

    async def close(self) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


def test_a_bus_closes_when_nats_has_just_gone() -> None:
    """As it was found: a floor that had been handed over ended with a traceback and code 1."""

    async def test() -> None:
        bus = Bus("nats://127.0.0.1")
        bus._client = cast(Any, GoneClient())
        async with bus.open():
            await bus.is_connected.wait()

    run(test)
