"""The edges of a floor: who they are, and how they are doing."""

from collections.abc import Callable

import structlog
from litestar.types import ASGIApp

from punto.server.edges.far_edge import FarEdge
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.figures.edge_metrics import EdgeFigures
from punto.server.protocol.links.edge_link import ToFloor
from punto.server.protocol.nodes import NodeSeen
from punto.server.telling.bus import Bus
from punto.table.state import Instant

log = structlog.get_logger("punto.edges")


class EdgeDesk:
    def __init__(self, app: ASGIApp, bus: Bus, epoch: int, clock: Callable[[], Instant], files: NodeFiles) -> None:
        self._app = app
        self._bus = bus
        self._epoch = epoch
        self._clock = clock
        self._files = files
        self._edges: dict[str, FarEdge] = {}
        self._is_leaving = False
        self.on_leave: list[Callable[[], object]] = []  # no edge may find this floor any more

    def link_made(self, link: Link) -> LinkEnd[ToFloor]:
        edge = FarEdge(link, self._app, self._bus, self._epoch, self._came, self._went, self._files)
        if self._is_leaving:
            edge.leave()
        return edge.end

    def figures(self) -> list[EdgeFigures]:
        return [
            EdgeFigures(
                edge=each.id,
                messages_sent=each.beat.messages_sent,
                slow_readers=each.beat.slow_readers,
                floods=each.beat.floods,
            )
            for each in self._edges.values()
        ]

    def nodes(self) -> list[NodeSeen]:
        return [
            NodeSeen(
                id=each.id,
                role="edge",
                version=each.program,
                since=each.since,
                epoch=self._epoch,
                lag_ms=each.beat.round_trip_us / 1000 or None,  # none yet
                sockets=each.beat.sockets,
            )
            for each in self._edges.values()
        ]

    def _came(self, edge: FarEdge) -> None:
        earlier = self._edges.get(edge.id)
        if earlier is not None:  # it has given up a link that we still had
            earlier.end.lose()
        self._edges[edge.id] = edge
        edge.since = self._clock()
        log.info("edge_came", edge=edge.id, version=edge.program)

    def _went(self, edge: FarEdge) -> None:
        if self._edges.get(edge.id) is edge:
            del self._edges[edge.id]
            log.warning("edge_went", edge=edge.id)

    def begin_leaving(self) -> None:
        """This floor closes. What it refuses from now on, the next one is asked."""
        self._is_leaving = True
        for edge in self._edges.values():
            edge.is_leaving = True

    def leave(self) -> None:
        """Every edge is told that this floor goes; none may come back to it."""
        self.begin_leaving()
        for each in self.on_leave:
            each()
        for edge in list(self._edges.values()):
            edge.leave()
