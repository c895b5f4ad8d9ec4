"""How an edge or a pit finds its floor, again and again: on the bus, or at a socket of its group."""

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.server.edges.nats_link import Kind, Linked

SECONDS_BETWEEN_TRIES = 0.05  # of links that last no longer


async def find_floor(linked: "Linked", bus_address: str, kind: "Kind", path: str) -> None:
    """`path`: of the group's socket, where there is no bus."""
    if bus_address:
        from punto.server.edges.nats_bus import Bus
        from punto.server.edges.nats_link import follow_floors

        bus = Bus(bus_address)
        async with bus.open():
            await follow_floors(bus, linked, kind)
    else:
        await _find_floor_here(linked, path)


async def _find_floor_here(linked: "Linked", path: str) -> None:
    from punto.server.edges.unix_link import link_to_floor

    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        try:
            await link_to_floor(path, linked.link_made)
            await linked.lost.wait()
        except OSError:
            pass
        if loop.time() - began < SECONDS_BETWEEN_TRIES:  # the next floor takes us from the queue once it is open
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)
