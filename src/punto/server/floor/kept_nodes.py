"""The board of nodes, kept in the store for whoever asks from a terminal, whether or not the floor runs at that moment.

Written when a node, an owner or a move is new; for lag and sockets, which always change, only now and then.
"""

import asyncio
from typing import Protocol

import msgspec
import structlog
from msgspec.structs import replace

from punto.server.protocol.nodes import NodeWatch
from punto.server.store.failures import StoreIsLost
from punto.server.watching.node_board import NodeBoard

NODES, FLOOR = "nodes", "floor"  # kind and name of the record
LOOKS_EVERY_SECONDS = 2.0
KEPT_ANYWAY_EVERY = 5  # looks, if only lag or sockets have changed
log = structlog.get_logger("punto.nodes")


class _Reads(Protocol):
    async def record(self, kind: str, name: str) -> bytes | None: ...


class _Keeps(_Reads, Protocol):
    async def keep_record(self, kind: str, name: str, body: bytes) -> int: ...


async def kept_nodes(records: _Reads) -> NodeWatch | None:
    """As a floor last kept them."""
    body = await records.record(NODES, FLOOR)
    try:
        return None if body is None else msgspec.json.decode(body, type=NodeWatch)
    except msgspec.ValidationError:  # by another version of Punto, whose record says more or less than ours
        return None


class KeptNodes:
    def __init__(self, records: _Keeps, board: NodeBoard) -> None:
        self._records = records
        self._board = board
        self._kept: NodeWatch | None = None
        self._looks = 0

    async def run(self) -> None:
        """For ever. The moves that an earlier floor kept are shown on, and its tables have moved here."""
        is_recalled = False
        while True:
            try:
                if not is_recalled:
                    if kept := await kept_nodes(self._records):
                        self._board.recall(kept)
                    is_recalled = True
                await self.keep()
            except StoreIsLost:
                log.warning("nodes_were_not_kept")  # the next time
            await asyncio.sleep(LOOKS_EVERY_SECONDS)

    async def keep(self) -> None:
        seen = self._board.look()
        self._looks += 1
        if self._kept is not None:
            is_same = replace(seen, server_time=self._kept.server_time) == self._kept
            if is_same or (self._looks < KEPT_ANYWAY_EVERY and _steady(seen) == _steady(self._kept)):
                return
        await self._records.keep_record(NODES, FLOOR, msgspec.json.encode(seen))
        self._kept, self._looks = seen, 0


def _steady(seen: NodeWatch) -> NodeWatch:
    """Without what always changes; patrons' own tables come and go too."""
    return replace(
        seen,
        server_time=0,
        nodes=tuple(replace(node, lag_ms=None, sockets=0, tables=0) for node in seen.nodes),
        owners=tuple(replace(owner, tables=0) for owner in seen.owners),
    )
