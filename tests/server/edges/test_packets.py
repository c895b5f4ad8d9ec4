"""How an end of a link packs what it is to say: in order, in packets that are not too large, and never after a gap."""

import asyncio

import pytest

from punto.server.edges.link_end import MESSAGES_MAX, PACKET_BYTES, LinkEnd, PacketIsTooLarge
from punto.server.protocol.links.edge_link import EdgeBeat, Said, ToFloor, read_at_floor
from tests.server.edges.virtual_time import run


class KeepingLink:
    """Keeps what it is to carry."""

    def __init__(self, bytes_max: int) -> None:
        self.packets: list[bytes] = []
        self.bytes_max = bytes_max
        self.losses = 0
        self.end: LinkEnd[ToFloor] = LinkEnd(self, read_at_floor, lambda _: None, _beat, self._lost)

    def send(self, packet: bytes) -> None:
        if len(packet) > self.bytes_max:
            raise PacketIsTooLarge("of a test")
        self.packets.append(packet)

    def close(self) -> None:
        pass

    def _lost(self) -> None:
        self.losses += 1

    @property
    def sizes(self) -> list[int]:
        """Of what was said."""
        said = [each for packet in self.packets for each in read_at_floor(packet)]
        return [len(each.data) for each in said if isinstance(each, Said)]


def _beat() -> EdgeBeat:
    return EdgeBeat(0, 0, 0, 0, 0, 0.0)


@pytest.mark.parametrize(
    ("sizes", "packets"),
    [
        ([10, 20, 30], 1),
        ([200_000, 200_000], 2),
        ([1] * 10 + [300_000, 5], 12),  # the large one has its own; nobody knows the sizes of the others before
        ([100_000] * 9, 9),
        ([60_000] * 8, 4),
        ([1] * MESSAGES_MAX * 2, 2),
    ],
)
@pytest.mark.parametrize("bytes_max", [1_000_000, 310_000])
def test_messages_of_one_step_go_in_one_packet_or_in_as_many_as_their_sizes_ask(
    sizes: list[int], packets: int, bytes_max: int
) -> None:
    async def test() -> None:
        link = KeepingLink(bytes_max)
        for number, size in enumerate(sizes):
            link.end.post(Said(number, bytes(size)))
        await asyncio.sleep(0)
        assert link.sizes == sizes
        assert len(link.packets) <= packets
        assert all(len(each) <= PACKET_BYTES or len(read_at_floor(each)) == 1 for each in link.packets)

    run(test())


def test_packets_are_smaller_where_the_broker_takes_less() -> None:
    async def test() -> None:
        link = KeepingLink(10_000)
        for number in range(100):
            link.end.post(Said(number, bytes(1_000)))
        await asyncio.sleep(0)
        assert link.sizes == [1_000] * 100
        assert link.losses == 0

    run(test())


def test_after_a_message_that_cannot_be_carried_nothing_is_and_the_link_is_lost_in_the_next_step() -> None:
    async def test() -> None:
        link = KeepingLink(310_000)
        for size in (1, 320_000, 3, 4):
            link.end.post(Said(0, bytes(size)))
        link.end.flush()
        link.end.post(Said(0, bytes(5)))
        assert link.losses == 0, "whoever posts is in the middle of something"
        await asyncio.sleep(0)
        assert (link.sizes, link.losses, link.end.is_lost) == ([1], 1, True)

    run(test())


def test_what_cannot_be_packed_loses_the_link() -> None:
    async def test() -> None:
        link = KeepingLink(310_000)
        link.end.post(Said(1 << 70, b""))
        link.end.post(Said(2, bytes(2)))
        await asyncio.sleep(0.1)
        assert (link.sizes, link.losses) == ([], 1)

    run(test())


def test_what_is_posted_to_a_lost_link_is_not_kept() -> None:
    async def test() -> None:
        link = KeepingLink(310_000)
        link.end.post(Said(1, b""))
        link.end.lose()
        link.end.post(Said(2, b""))
        await asyncio.sleep(0.1)
        assert (link.end._waiting, link.packets, link.losses) == ([], [], 1)

    run(test())
