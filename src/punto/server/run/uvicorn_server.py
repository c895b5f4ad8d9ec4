"""Uvicorn with our application and our sockets. A signal stops the floor first, then the server."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial

import structlog
import uvicorn

from punto.server.claim.floor_lease import FloorLease
from punto.server.floor.floor import Floor
from punto.server.run.app import create_app
from punto.server.run.request_timeout import counted
from punto.server.run.service_manager import OPEN, STOPPING, tell_service_manager
from punto.server.safety.open_connections import OpenConnections
from punto.server.sockets.websocket import Socket

SECONDS_TO_CLOSE = 5  # for responses still being sent when everything else has stopped
SECONDS_KEPT_ALIVE = 20
HEADERS_BYTES_MAX = 16_384
WAITING_CONNECTIONS_MAX = 2_048

log = structlog.get_logger("punto.server")


def uvicorn_config(floor: Floor) -> uvicorn.Config:
    safety, config = floor.config.safety, floor.config
    return uvicorn.Config(
        create_app(floor),
        loop="none",
        http=counted(_open_connections(floor)),
        ws=Socket,
        ws_max_size=safety.message_bytes_max,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=config.public_url is not None,  # else clients could forge their address
        h11_max_incomplete_event_size=HEADERS_BYTES_MAX,
        backlog=WAITING_CONNECTIONS_MAX,
        timeout_keep_alive=SECONDS_KEPT_ALIVE,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )


def _open_connections(floor: Floor) -> OpenConnections | None:
    """None behind a proxy, which limits connections itself; sockets are counted where they open."""
    if floor.config.public_url is not None:
        return None
    refused = partial(floor.metrics.connection_refused, "connections_of_address")
    return OpenConnections(floor.config.safety.connections_per_address, refused)


class FloorServer(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        floor: Floor,
        lease: FloorLease,
        *,
        opened: Callable[[], None],
        reload: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._floor = floor
        self._lease = lease
        self._watching: asyncio.Task[None] | None = None
        self._reload = reload
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        log.info("floor_is_open", tables=len(self._floor.config.tables))
        self._watching = asyncio.create_task(self._stop_when_fenced(), name="watch the lease")
        self._opened()  # patrons can connect now, and signals are handled
        tell_service_manager(OPEN)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal only asks us to stop or reload: uvicorn would raise it again, and the store would not be closed."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        loop.add_signal_handler(signal.SIGHUP, self._reload)
        try:
            yield
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(each)
            loop.remove_signal_handler(signal.SIGHUP)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)  # while closing: neither reload nor die

    async def _stop_when_fenced(self) -> None:
        await self._lease.lost.wait()
        self._floor.fence()
        log.error("floor_is_fenced", epoch=self._lease.epoch, held_by=await self._lease.new_holder())
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The floor first, so that patrons see the end of their coup. A second Ctrl-C does not wait."""
        log.info("floor_stops")
        tell_service_manager(STOPPING)
        if self._watching:
            self._watching.cancel()
        stopping = asyncio.create_task(self._floor.stop())
        while not stopping.done() and not self.force_exit:
            await asyncio.wait({stopping}, timeout=0.1)
        if not stopping.done():
            stopping.cancel()
        results = await asyncio.gather(stopping, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                log.error("floor_did_not_stop_well", exc_info=result)
        await super().shutdown(sockets)
        log.info("floor_is_closed")
