"""A server whose floor another one has taken lets go of its edges and pits before anything else."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import uvicorn

from punto.server.edges.edge import Edge
from punto.server.run.uvicorn_server import FloorServer
from tests.server.edges.test_edge import SAFETY, Asker, answer, linked, no_sockets
from tests.server.edges.virtual_time import run


def test_edges_and_pits_of_a_fenced_floor_are_free_before_it_knows_who_has_taken_it() -> None:
    async def test() -> None:
        did, who_holds_it = list[str](), asyncio.Event()

        async def new_holder() -> str:
            await who_holds_it.wait()
            return "another server"

        async def next_floor(_: Any, __: Any, send: Any) -> None:
            await answer(send, b"ok")

        edge = Edge("edge", "test", SAFETY)
        desk = linked(edge, no_sockets)
        lease = SimpleNamespace(lost=asyncio.Event(), epoch=1, new_holder=new_holder)
        server = FloorServer(
            uvicorn.Config(cast(Any, no_sockets), log_config=None),
            cast(Any, SimpleNamespace(fence=lambda: did.append("fenced"))),
            cast(Any, lease),
            opened=lambda: None,
            reload=lambda: None,
            edges=desk,
            pits=cast(Any, SimpleNamespace(leave=lambda: did.append("pits left"))),
        )
        watching = asyncio.create_task(server._stop_when_fenced())
        await asyncio.sleep(0.1)
        assert not edge.lost.is_set()
        lease.lost.set()
        await asyncio.sleep(0.01)
        assert did == ["fenced", "pits left"]
        assert edge.lost.is_set(), "long before it misses a beat"
        linked(edge, next_floor, epoch=2)
        asker = Asker(edge)
        await asker.task
        assert (asker.status, edge.epoch) == (200, 2)
        assert not server.should_exit
        who_holds_it.set()
        await watching
        assert server.should_exit

    run(test())
