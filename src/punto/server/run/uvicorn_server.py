"""Uvicorn with our application and our sockets. A signal stops the floor first, then the server."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import structlog
import uvicorn
from litestar.types import ASGIApp

from punto.server.claim.floor_lease import FloorLease
from punto.server.edges.edge_desk import EdgeDesk
from punto.server.floor.floor import Floor
from punto.server.pits.pit_desk import PitDesk
from punto.server.run.server_config import server_config
from punto.server.run.service_manager import OPEN, STOPPING, tell_service_manager

log = structlog.get_logger("punto.server")


def uvicorn_config(floor: Floor, app: ASGIApp) -> uvicorn.Config:
    refused = partial(floor.metrics.connection_refused, "connections_of_address")
    return server_config(app, floor.config, refused)


class FloorServer(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        floor: Floor,
        lease: FloorLease,
        *,
        opened: Callable[[], None],
        reload: Callable[[], None],
        edges: EdgeDesk | None = None,
        pits: PitDesk | None = None,
        give_up_floor: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(config)
        self._floor = floor
        self._lease = lease
        self._watching: asyncio.Task[None] | None = None
        self._reload = reload
        self._opened = opened
        self._nodes: list[EdgeDesk | PitDesk] = [each for each in (edges, pits) if each is not None]
        self._give_up_floor = give_up_floor
        self._hands_over = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._watching = asyncio.create_task(self._stop_when_fenced(), name="watch the lease")
        self._opened()  # patrons can connect now, and signals are handled
        log.info("floor_is_open", tables=len(self._floor.config.tables))  # at a terminal, below what it says there
        tell_service_manager(OPEN)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal only asks us to stop or reload: uvicorn would raise it again, and the store would not be closed."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        loop.add_signal_handler(signal.SIGHUP, self._reload)
        loop.add_signal_handler(signal.SIGUSR2, self._hand_over)
        try:
            yield
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(each)
            for each in (signal.SIGHUP, signal.SIGUSR2):
                loop.remove_signal_handler(each)
                signal.signal(each, signal.SIG_IGN)  # while closing: neither reload nor die

    def _hand_over(self) -> None:
        """Leave at once: another server goes on with the coups that are being dealt, from what is stored."""
        self._hands_over = True
        self.should_exit = True

    async def _stop_when_fenced(self) -> None:
        await self._lease.lost.wait()
        self._floor.fence()
        for each in self._nodes:  # at once: the next floor waits for them, and who is asked below may be slow
            each.leave()
        log.error("floor_is_fenced", epoch=self._lease.epoch, held_by=await self._lease.new_holder())
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The floor first, so that patrons see the end of their coup. A second Ctrl-C does not wait."""
        log.info("floor_stops")
        tell_service_manager(STOPPING)
        if self._watching:
            self._watching.cancel()
        for each in self._nodes:
            each.begin_leaving()
        stopping = asyncio.create_task(self._floor.hand_over() if self._hands_over else self._floor.stop())
        while not stopping.done() and not self.force_exit:
            await asyncio.wait({stopping}, timeout=0.1)
        if not stopping.done():
            stopping.cancel()
        results = await asyncio.gather(stopping, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                log.error("floor_did_not_stop_well", exc_info=result)
        if self._give_up_floor:  # first, because patrons wait for the next floor and not for our end
            await self._give_up_floor()
        for each in self._nodes:
            each.leave()
        if self._hands_over:
            await self._floor.close_handed_over()
        await super().shutdown(sockets)
        log.info("floor_is_closed")
