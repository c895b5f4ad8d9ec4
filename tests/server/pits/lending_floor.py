"""A floor and pits in one process: real tables on a real store, and links that a test can cut."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from punto.server.config.floor_config import FloorConfig
from punto.server.edges.link_end import LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.floor.floor import Floor
from punto.server.pits.pit import Pit
from punto.server.pits.pit_desk import PitDesk, PitMove
from punto.server.pits.pit_metrics import add_to
from punto.server.store.interface import Store
from tests.server.people.desks import KEY


class Half:
    """One end's way to the other."""

    def __init__(self) -> None:
        self.there: LinkEnd[Any] | None = None
        self.is_cut = False
        self.held: list[bytes] | None = None  # packets on their way, while a test holds them up
        self._loop = asyncio.get_running_loop()

    def send(self, packet: bytes) -> None:
        if self.held is not None:
            self.held.append(packet)
        else:
            self._loop.call_soon(self._arrive, packet)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for packet in held:
            self.send(packet)

    def _arrive(self, packet: bytes) -> None:
        if self.there is not None and not self.is_cut:
            self.there.packet_came(packet)

    def close(self) -> None:
        if self.there is not None and not self.is_cut:
            self._loop.call_soon(self.there.lose)


class Lending:
    """A floor that lends its tables."""

    def __init__(self, floor: Floor, epoch: int = 0, holder: bytes = b"") -> None:
        self.floor = floor
        self.heads: dict[str, tuple[int, bytes]] = {}
        files = NodeFiles(lambda: floor.file_digest)
        self.desk = PitDesk(
            floor.tables, floor.ledger, lambda: floor.config, floor.clock, epoch, files, self.heads.update, holder
        )
        self.desk.on_observed.append(partial(add_to, floor.metrics))
        self.moves: list[PitMove] = []
        self.desk.on_move.append(self.moves.append)

    def hire(
        self, name: str, store: Store, config: FloorConfig | None = None, key: bytes = KEY
    ) -> tuple[Pit, Sequence[Half]]:
        pit = Pit(name, "test", store, key, config or self.floor.config)
        return pit, self.link(pit)

    def link(self, pit: Pit) -> Sequence[Half]:
        to_floor, to_pit = Half(), Half()
        to_floor.there = self.desk.link_made(to_pit)
        to_pit.there = pit.link_made(to_floor)
        return to_floor, to_pit

    async def until_lent(self, *tables: str) -> None:
        """And claimed by a pit."""
        async with asyncio.timeout(10):
            while not all(
                table in self.floor.tables.lent() and self.floor.tables.lent()[table].epoch for table in tables
            ):
                self.desk.spread()
                await asyncio.sleep(0.002)
