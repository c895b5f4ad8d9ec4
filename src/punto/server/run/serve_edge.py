"""An edge on a port: holds sockets for the floor that it finds, until a signal stops it."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Iterator

import structlog
import uvicorn
import uvloop

from punto import __version__
from punto.server.config.process_name import process_name
from punto.server.config.settings_digest import file_digest
from punto.server.edges.edge import Edge
from punto.server.run.allow_sockets import allow_sockets
from punto.server.run.find_floor import find_floor
from punto.server.run.options import Options
from punto.server.run.process_group import Part
from punto.server.run.server_config import server_config

log = structlog.get_logger("punto.edge")


def serve_edge(options: Options, part: Part) -> None:
    """Until a signal stops it, or it cannot look for its floor any more: its group starts another then."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client may disconnect while we write
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # an edge has nothing to reload
    allow_sockets(options.config.safety.sockets_max)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(options, part))


async def _serve(options: Options, part: Part) -> None:
    assert part.listening is not None, "an edge has a port"
    edge = Edge(process_name(), __version__, options.config.safety, file_digest=file_digest(options.config))
    finding = asyncio.create_task(find_floor(edge, options.bus, "edge", part.link_path), name="find the floor")
    server = EdgeServer(server_config(edge, options.config, _unheard), edge)
    finding.add_done_callback(lambda _: server.stop())
    try:
        await server.serve(sockets=[part.listening])
    finally:
        finding.cancel()
        (ended,) = await asyncio.gather(finding, return_exceptions=True)
    if isinstance(ended, Exception):
        raise ended


class EdgeServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, edge: Edge) -> None:
        super().__init__(config)
        self._edge = edge

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Without raising it again when we have stopped, as uvicorn would."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self.handle_exit, signal.SIGTERM, None)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGTERM)

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._edge.end_all()
        await super().shutdown(sockets)
        self._edge.unlink()


def _unheard() -> None:
    pass
