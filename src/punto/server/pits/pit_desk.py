"""The pits of a floor: who they are, and which tables each plays.

Tables are spread evenly over pits. A table moves between two coups, unless its pit is gone: then the floor plays it at
once, and lends it again after the coup.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Literal

import structlog
from msgspec import Struct

from punto.server.config.floor_config import FloorConfig, HouseRules
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.edges.node_files import NodeFiles
from punto.server.pits.far_pit import FarPit
from punto.server.pits.purses_of_pits import PursesOfPits
from punto.server.pits.spread_tables import table_to_move
from punto.server.protocol.links.pit_link import Observed, ToFloor
from punto.server.streams.wallets.ledger_wallet import WatchedStore
from punto.server.tables.lent_table import Borrower, LentTable, is_between_coups
from punto.server.tables.open_tables import OpenTables
from punto.table.state import Instant

SECONDS_BETWEEN_LOOKS = 0.25
MS_BEFORE_ANOTHER_TRY = 10_000  # with a table that a pit gave up: it may lack its book
LONG_AGO: Instant = -MS_BEFORE_ANOTHER_TRY
NODES_MAX = 1_000  # that were named in the log; then it names them again
MS_TO_ANSWER = 3_000  # longer than a link may be silent
WhyMoved = Literal["lent", "joined", "left", "died", "given_up"]
HeadsMoved = Callable[[dict[str, tuple[int, bytes]]], None]

log = structlog.get_logger("punto.pits")


class PitMove(Struct, frozen=True):
    """A table that another process plays from now on; an empty name is the floor itself."""

    table: str
    here: str
    there: str
    at: Instant
    why: WhyMoved


class PitDesk:
    def __init__(
        self,
        tables: OpenTables,
        ledger: WatchedStore,
        config: Callable[[], FloorConfig],
        clock: Callable[[], Instant],
        epoch: int,
        files: NodeFiles,
        heads_moved: HeadsMoved,
        holder: bytes = b"",
    ) -> None:
        """`holder` is what the lease says of us; empty: there is no lease."""
        self.epoch = epoch  # of the floor's lease
        self.holder = holder
        self.clock = clock
        self.heads_moved = heads_moved
        self.files = files
        self.on_move: list[Callable[[PitMove], None]] = []
        self.on_observed: list[Callable[[Observed], None]] = []
        self._tables = tables
        self._config = config
        self._pits: dict[str, FarPit] = {}
        self._not_hired: set[str] = set()  # pits that the log names already
        self._waiting: dict[str, tuple[int, Instant]] = {}  # by table: what its pit has to do, and since when
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_leaving = False
        self.purses_moved = PursesOfPits(ledger, self._pits.values()).moved

    @property
    def house(self) -> HouseRules:
        return self._config().house

    @property
    def queue_max(self) -> int:
        return self._config().safety.table_queue_max

    @property
    def pits(self) -> tuple[FarPit, ...]:
        return tuple(self._pits.values())

    def playing(self, table: str) -> tuple[FarPit, int] | None:
        """Which pit, and in which epoch of the table's stream; None: none that is here and has claimed it."""
        lent = self._tables.lent_table(table)
        pit = None if lent is None else self._pits.get(lent.pit.id)
        return None if lent is None or pit is None or not lent.epoch else (pit, lent.epoch)

    def is_lent(self, table: str) -> bool:
        """Also to one that has not claimed it yet, or has gone."""
        return self._tables.lent_table(table) is not None

    def link_made(self, link: Link) -> LinkEnd[ToFloor]:
        return FarPit(link, self).end

    # --- who comes and goes -------------------------------------------------------------------------------------------

    def came(self, pit: FarPit) -> None:
        earlier = self._pits.get(pit.id)
        if earlier is not None:  # it has given up a link that we still had
            earlier.end.lose()
        self._pits[pit.id] = pit
        pit.since = self.clock()
        log.info("pit_came", pit=pit.id, version=pit.program)
        self.spread()

    def not_hired(self, node: str, why: str) -> None:
        """It waits for another floor, and asks again whenever its link was lost."""
        if node not in self._not_hired:
            if len(self._not_hired) == NODES_MAX:
                self._not_hired.clear()
            self._not_hired.add(node)
            log.error("pit_is_not_hired", pit=node, reason=why)

    def observed(self, observed: Observed) -> None:
        for hear in self.on_observed:
            hear(observed)

    def went(self, pit: FarPit) -> None:
        if self._pits.get(pit.id) is pit:
            del self._pits[pit.id]
            log.warning("pit_went", pit=pit.id, tables=sorted(pit.tables))
        self._take_all_back(pit, "died")

    def leaves(self, pit: FarPit) -> None:
        log.info("pit_leaves", pit=pit.id, tables=sorted(pit.tables))
        self._take_all_back(pit, "left")

    def borrowed(self, pit: FarPit, table: str) -> None:
        """From now on it writes what happens there."""
        self._moved(PitMove(table, "", pit.id, self.clock(), "lent"))

    def given_up(self, pit: FarPit, table: str, why: str) -> None:
        log.warning("pit_gave_table_up", pit=pit.id, table=table, reason=why)
        pit.gave_up_at[table] = self.clock()
        self._soon(self._take_back(table, pit, "given_up"))

    def begin_leaving(self) -> None:
        """The floor goes. Tables are not lent again."""
        self._is_leaving = True

    def leave(self) -> None:
        """Every pit is free for the next floor."""
        self.begin_leaving()
        for pit in self.pits:
            pit.end.flush()
            pit.end.lose()

    # --- who plays what -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            self.spread()

    def spread(self) -> None:
        """Lend what the floor plays itself, the busiest first; then, one table at a time, even the pits out."""
        hired = {pit.id: pit for pit in self.pits if not pit.is_leaving}
        if self._is_leaving or not hired:
            return
        lent = self._tables.lent()
        self._give_up_stuck(lent)
        loads = {
            pit.id: {table: self._weight(table) for table in pit.tables if table in lent} for pit in hired.values()
        }
        for table in sorted(self._tables.may_be_lent(), key=self._weight, reverse=True):
            able = [pit for pit in hired.values() if self._may_have(pit, table)]
            if able:
                least = min(able, key=lambda pit: (sum(loads[pit.id].values()), pit.id))
                loads[least.id][table] = self._weight(table)
                self._tables.lend(table, least)
        if not self._tasks:  # a table on its way is nobody's load yet
            self._even_out(hired, lent, loads)

    def _even_out(
        self, hired: Mapping[str, FarPit], lent: Mapping[str, LentTable], loads: Mapping[str, Mapping[str, int]]
    ) -> None:
        movable = [
            table
            for table, each in lent.items()
            if is_between_coups(each.table) and all(self._may_have(pit, table) for pit in hired.values())
        ]
        moved = table_to_move(loads, movable)
        if moved is not None:
            self._soon(self._take_back(moved, lent[moved].pit, "joined"))

    def _give_up_stuck(self, lent: Mapping[str, LentTable]) -> None:
        """A pit that is there and does nothing for a table, perhaps because its way to the store is blocked."""
        now, before = self.clock(), self._waiting
        self._waiting = {}
        for table, each in lent.items():
            pit, waits_on = each.pit, each.waits_on(now)
            if waits_on is None or not isinstance(pit, FarPit) or table not in pit.tables:
                continue  # the last: it is on its way back, perhaps until the store is there again
            asked, since = before.get(table, (waits_on, now))
            self._waiting[table] = (waits_on, since if asked == waits_on else now)
            if now - self._waiting[table][1] > MS_TO_ANSWER:
                del self._waiting[table]
                self.given_up(pit, table, "it does not answer")

    def _weight(self, table: str) -> int:
        """A table costs something without anybody at it, and much more with each patron."""
        return 1 + self._tables.patrons_at(table)

    def _may_have(self, pit: FarPit, table: str) -> bool:
        return self.clock() - pit.gave_up_at.get(table, LONG_AGO) > MS_BEFORE_ANOTHER_TRY

    def _take_all_back(self, pit: FarPit, why: WhyMoved) -> None:
        for table in sorted(pit.tables):
            self._soon(self._take_back(table, pit, why))

    async def _take_back(self, table: str, pit: Borrower, why: WhyMoved) -> None:
        lent = self._tables.lent().get(table)
        if lent is not None and lent.pit is pit:
            await self._tables.take_back(table)
            self._moved(PitMove(table, pit.id, "", self.clock(), why))
        self.spread()

    def _moved(self, move: PitMove) -> None:
        for hear in self.on_move:
            hear(move)

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("table_could_not_be_taken_back", exc_info=task.exception())
