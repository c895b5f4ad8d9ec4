"""Whether a floor's edges and pits have read the same file as the floor. An edge keeps to the limits of its own."""

from collections.abc import Callable

import structlog

from punto import __version__
from punto.server.protocol.links.posted import Greeting

NODES_MAX = 1_000  # that were named in the log; then it names them again

log = structlog.get_logger("punto.floor")


class NodeFiles:
    def __init__(self, digest: Callable[[], bytes]) -> None:
        """Of the floor's file as it was last read."""
        self._digest = digest
        self._told: set[str] = set()

    def came(self, hello: Greeting, digest: bytes) -> None:
        """Another release may know other settings, and an earlier one says no digest."""
        if not digest or hello.program != __version__ or hello.node in self._told:
            return
        if digest == self._digest():
            return
        if len(self._told) == NODES_MAX:
            self._told.clear()
        self._told.add(hello.node)
        log.warning("another_floor_file", node=hello.node, remedy="give it the floor's file and restart it")
