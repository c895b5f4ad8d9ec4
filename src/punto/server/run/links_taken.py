"""Where a floor's edges and pits find it: on the bus, or over sockets of its own group of processes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from punto.server.edges.edge_desk import EdgeDesk
from punto.server.pits.pit_desk import PitDesk
from punto.server.run.process_group import Part

if TYPE_CHECKING:
    from punto.server.edges.nats_bus import Bus


@asynccontextmanager
async def bus_opened(address: str) -> AsyncIterator["Bus | None"]:
    """A server that stands by is connected already when it is needed. Without an address there is none."""
    if not address:
        yield None
        return
    from punto.server.edges.nats_bus import Bus

    bus = Bus(address)
    async with bus.open():
        yield bus


@asynccontextmanager
async def links_taken(
    edges: EdgeDesk, pits: PitDesk, bus: "Bus | None", part: Part | None, epoch: int, house: bytes
) -> AsyncIterator[None]:
    """Inside, edges and pits can link to this floor, until it leaves."""
    if bus is not None:
        from punto.server.edges.nats_link import links_over_nats

        async with (
            links_over_nats(bus, epoch, edges.link_made, house=house) as stop,
            links_over_nats(bus, epoch, pits.link_made, "pit", house) as stop_pits,
        ):
            edges.on_leave += [stop, stop_pits]
            yield
    elif part is not None and part.links is not None and part.pit_links is not None:
        from punto.server.edges.unix_link import links_over_unix

        async with (
            links_over_unix(part.links, edges.link_made) as stop,
            links_over_unix(part.pit_links, pits.link_made) as stop_pits,
        ):
            edges.on_leave += [stop, stop_pits]
            yield
    else:
        yield
