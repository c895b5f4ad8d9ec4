"""Where a floor's edges find it: on the bus, or over a socket of its own group of processes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.edges.edge_desk import EdgeDesk
from punto.server.run.options import Options
from punto.server.run.process_group import Part


@asynccontextmanager
async def edges_taken(desk: EdgeDesk, options: Options, part: Part | None, epoch: int) -> AsyncIterator[None]:
    """Inside, edges can link to this floor."""
    if options.bus:
        from punto.server.edges.nats_link import Bus, links_over_nats

        bus = Bus(options.bus)
        async with bus.open(), links_over_nats(bus, epoch, desk.link_made):
            yield
    elif part is not None and part.links is not None:
        from punto.server.edges.unix_link import links_to_edges

        async with links_to_edges(part.links, desk.link_made):
            yield
    else:
        yield
