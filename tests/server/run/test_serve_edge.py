"""An edge on a port, whose way to find a floor breaks: it ends, so that its group starts another."""

import asyncio
import socket
from typing import Any

import pytest

from punto.server.run import serve_edge
from punto.server.run.options import Options
from punto.server.run.process_group import Part
from tests.server.people.desks import CONFIG


def test_an_edge_that_cannot_look_for_a_floor_any_more_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def find_floor(*_: Any) -> None:
        await asyncio.sleep(0.2)
        raise KeyError("a fault of ours")

    async def test() -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            options = Options(CONFIG, "", None, "127.0.0.1", listening.getsockname()[1])
            async with asyncio.timeout(10):
                await serve_edge._serve(options, Part(edge=1, listening=listening))

    monkeypatch.setattr(serve_edge, "find_floor", find_floor)
    with pytest.raises(KeyError, match="a fault of ours"):
        asyncio.run(test())
