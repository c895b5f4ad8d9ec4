"""Which of the floors that announce themselves on the bus an edge links to, and how often."""

import asyncio
import random
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from punto.server.config.floor_config import Safety
from punto.server.edges.edge import Edge
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.edges.link_end import BEAT_SECONDS, SILENT_SECONDS, Link, LinkEnd
from punto.server.edges.nats_link import Here, follow_floors, links_over_nats
from punto.server.protocol.links.edge_link import ToEdge, Welcomed
from punto.server.protocol.links.posted import pack
from tests.server.edges.simulated_bus import Network, SimulatedBus
from tests.server.edges.test_edge import SAFETY, Asker, answer, linked
from tests.server.edges.test_links import End
from tests.server.edges.virtual_time import run


class CountedEdge(Edge):
    """Remembers its links."""

    def __init__(self) -> None:
        super().__init__("edge", "test", Safety())
        self.ends: list[LinkEnd[ToEdge]] = []

    def link_made(self, link: Link) -> LinkEnd[ToEdge]:
        self.ends.append(super().link_made(link))
        return self.ends[-1]


@pytest.mark.parametrize(
    ("epochs", "links"),
    [
        ([5], 1),
        ([5, 5, 5, 5], 1),  # it has not answered yet
        ([5, 5, 4, 5], 1),  # another that was suspended
        ([5, 6, 5, 6], 2),
        ([5, 6, 7], 3),
    ],
)
@pytest.mark.parametrize("answers", [False, True])
def test_a_floor_is_linked_to_once_however_often_it_announces_itself(
    epochs: list[int], links: int, *, answers: bool
) -> None:
    async def test() -> None:
        network = Network(random.Random(0), lost=0.0)
        floor, bus, edge = SimulatedBus(network), SimulatedBus(network), CountedEdge()
        following = asyncio.create_task(follow_floors(bus, edge))
        await asyncio.sleep(0.1)
        for epoch in epochs:
            floor.publish(floor.subject("floor"), msgspec.msgpack.encode(Here(epoch, f"boot {epoch}")))
            await asyncio.sleep(0.45 * BEAT_SECONDS)
            if answers and epoch == max(epochs):
                edge.ends[-1].packet_came(pack([Welcomed(epoch)]))
            await asyncio.sleep(0.45 * BEAT_SECONDS)
        assert len(edge.ends) == links
        assert [end.is_lost for end in edge.ends] == [True] * (links - 1) + [False]
        await asyncio.sleep(SILENT_SECONDS + BEAT_SECONDS)
        floor.publish(floor.subject("floor"), msgspec.msgpack.encode(Here(max(epochs), "boot")))
        await asyncio.sleep(BEAT_SECONDS)
        assert len(edge.ends) == links + 1, "a link that was lost is made again"
        following.cancel()

    run(test())


def test_a_floor_of_an_earlier_epoch_is_named_once_while_there_is_no_other() -> None:
    """As it was found: after a restore into an empty database, an edge answered 503 for ever and logged nothing."""

    async def test() -> None:
        network = Network(random.Random(0), lost=0.0)
        floor, bus, edge = SimulatedBus(network), SimulatedBus(network), CountedEdge()
        following = asyncio.create_task(follow_floors(bus, edge))
        await asyncio.sleep(0.1)

        async def heard(*floors: tuple[int, str]) -> list[tuple[int, int]]:
            with capture_logs() as logs:
                for epoch, boot in floors:
                    floor.publish(floor.subject("floor"), msgspec.msgpack.encode(Here(epoch, boot)))
                    await asyncio.sleep(0.9)
            told = [each for each in logs if each["event"] == "earlier_floor_is_not_followed"]
            assert all("restart this process" in each["remedy"] for each in told)
            return [(each["epoch"], each["followed"]) for each in told]

        assert await heard((5, "before"), (4, "suspended")) == [], "there is one that is followed"
        await asyncio.sleep(SILENT_SECONDS + BEAT_SECONDS)
        assert edge.lost.is_set()
        assert await heard((1, "restored"), (1, "restored"), (2, "again"), (1, "restored")) == [(1, 5), (2, 5)]
        assert len(edge.ends) == 1
        following.cancel()

    run(test())


def test_a_floor_of_another_house_is_not_followed_whatever_its_epoch_and_both_are_told() -> None:
    """As it was found: two houses had one name on one bus, and the edges of one went over to the other."""

    async def test() -> None:
        network = Network(random.Random(0), lost=0.0)
        floor, other, bus, edge = SimulatedBus(network), SimulatedBus(network), SimulatedBus(network), CountedEdge()
        following = asyncio.create_task(follow_floors(bus, edge))
        with capture_logs() as logs:
            async with links_over_nats(floor, 1, lambda link: End(link).end, house=b"ours"):
                await asyncio.sleep(BEAT_SECONDS)
                edge.ends[-1].packet_came(pack([Welcomed(1)]))
                for _ in range(3):
                    other.publish(other.subject("floor"), msgspec.msgpack.encode(Here(7, "boot", b"theirs")))
                    await asyncio.sleep(0.3 * BEAT_SECONDS)
                assert len(edge.ends) == 1
                other.publish(other.subject("floor"), msgspec.msgpack.encode(Here(2, "boot", b"ours")))
                await asyncio.sleep(0.3 * BEAT_SECONDS)
                assert len(edge.ends) == 2, "the next floor of the same house"
        told = [each["epoch"] for each in logs if each["event"] == "another_house_is_on_the_bus"]
        assert told == [7, 7], "once by the edge, once by the floor"
        following.cancel()

    run(test())


def test_a_floor_that_was_suspended_is_not_followed_when_it_wakes_up_at_the_socket_of_its_group() -> None:
    """Both floors listen there, so that either may take the link."""

    async def test() -> None:
        edge, asked = Edge("edge", "test", SAFETY), list[str]()

        def floor(name: str, epoch: int) -> EdgeDesk:
            async def app(_: Any, __: Any, send: Any) -> None:
                asked.append(name)
                await answer(send, b"")

            return linked(edge, app, epoch)

        floor("second", 2)
        await asyncio.sleep(0.1)
        floor("first", 1)
        asker = Asker(edge)
        await asyncio.sleep(0.1)
        assert edge.lost.is_set(), "so that it looks for another"
        floor("second", 2)
        await asker.task
        assert (asked, edge.epoch) == (["second"], 2)

    run(test())
