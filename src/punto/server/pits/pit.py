"""A pit: plays the tables that a floor lends it. It decides their commands, stores them, and deals by the clock.

It holds no patron, no limit and no lobby: the floor tells it on which terms to decide, and hears what was stored. Every
write is guarded by the lease of the floor that hired it and by the claim of the table. When the link is lost it stops
at once, and whatever goes wrong at a table, it gives that table up: the floor plays on from what is stored.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import monotonic
from typing import assert_never

import structlog
from msgspec import Struct

from punto.server.claim.key_check import WrongKey, check_key
from punto.server.config.floor_config import FloorConfig
from punto.server.config.settings_digest import file_digest
from punto.server.edges.link_end import Link, LinkEnd
from punto.server.pits.floor_clock import FloorClock
from punto.server.pits.pit_tables import CannotBorrow, PitTables
from punto.server.pits.posted_requests import answered, request_in
from punto.server.protocol.links.pit_link import (
    VERSION,
    Commanded,
    GivenUp,
    HeadsMoved,
    Hired,
    HouseBeat,
    Lent,
    NotHired,
    PitBeat,
    PitHello,
    PitLeaves,
    PursesMoved,
    TakenBack,
    ToPit,
    read_at_pit,
)
from punto.server.store.failures import StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.values import Change, Outcome, last_stored
from punto.server.streams.request import TableAnswer
from punto.table.events import SCHEMA

SECONDS_TO_LEAVE = 3.0  # for a floor to take its tables back

log = structlog.get_logger("punto.pit")


class Pit:
    def __init__(
        self,
        name: str,
        program: str,
        store: Store,
        key: bytes,
        config: FloorConfig,
        timer: Callable[[], float] = monotonic,
        clock: FloorClock | None = None,
    ) -> None:
        self.name = name
        self.epoch = 0  # of the last floor that hired us
        self._holder = b""  # of its lease
        self._has_checked_key = False  # for that floor
        self.lost = asyncio.Event()  # there is no link
        self.lost.set()
        self._program = program
        self._store = store
        self._key = key
        self._config = config
        self._file_digest = file_digest(config)
        self._clock = clock or FloorClock()
        self._timer = timer  # of round trips: a loop's own time may be as coarse as they are long
        self._loop = asyncio.get_running_loop()
        self._end: LinkEnd[ToPit] | None = None
        self._tables: PitTables | None = None  # while a floor has hired us
        self._work: set[asyncio.Task[None]] = set()  # that ends with the link
        self._heads: dict[str, tuple[int, bytes]] = {}  # that the floor has not been told
        self._round_trip_us = 0

    # --- the link -----------------------------------------------------------------------------------------------------

    def link_made(self, link: Link) -> LinkEnd[ToPit]:
        self.unlink()
        self.lost.clear()
        self._end = LinkEnd(link, read_at_pit, self._hear, self._beat, self._lost)
        self._end.post(PitHello(self.name, VERSION, self._program, SCHEMA, self._file_digest))
        self._end.flush()
        return self._end

    def unlink(self) -> None:
        """Another floor runs, or we stop."""
        if self._end is not None:
            self._end.lose()

    async def leave(self) -> None:
        """The floor takes its tables back, and goes on with every coup."""
        self._post(PitLeaves())
        give_up_at = self._loop.time() + SECONDS_TO_LEAVE
        while self._tables and self._loop.time() < give_up_at:
            await asyncio.sleep(0.005)
        self.unlink()

    def _post(self, message: Struct) -> None:
        if self._end is not None:
            self._end.post(message)

    def _beat(self) -> PitBeat:
        observed = None if self._tables is None else self._tables.metrics.take()
        return PitBeat(self._round_trip_us, self._timer(), observed)

    def _lost(self) -> None:
        self._end = None
        tables, self._tables = self._tables, None
        for task in self._work:
            task.cancel()
        if tables is not None:
            log.warning("floor_is_away", epoch=self.epoch, tables=sorted(tables))
            tables.halt()
        self.lost.set()

    # --- what the floor says ------------------------------------------------------------------------------------------

    def _hear(self, message: ToPit) -> None:
        match message:
            case HouseBeat(came_with=came_with, now=now):
                if came_with:
                    self._round_trip_us = int((self._timer() - came_with) * 1e6)
                    self._clock.heard(now, self._round_trip_us)
            case Hired():
                self._hired(message)
            case NotHired(why=why):
                log.error("floor_does_not_hire", reason=why)
            case _:
                assert self._tables is not None, "a floor hires a pit before it lends it a table"
                self._hear_of_tables(message, self._tables)

    def _hear_of_tables(self, message: Commanded | Lent | TakenBack | PursesMoved, tables: PitTables) -> None:
        match message:
            case Commanded(table=table, number=number):
                reply = partial(self._answered, table, number)
                tables.submit(table, request_in(message), message.room, message.untold, reply)
            case Lent():
                tables.lent(message)
                self._soon(self._borrow(tables, message))
            case TakenBack(table=table):
                tables.give_back(table)
            case PursesMoved(accounts=accounts):
                tables.forget_purses(accounts)
            case _:
                assert_never(message)

    def _hired(self, hired: Hired) -> None:
        if hired.epoch < self.epoch:  # it was suspended, and another has its floor
            log.warning("floor_is_an_old_one", epoch=hired.epoch, followed=self.epoch)
            self.unlink()
            return
        self.epoch, self._holder, self._has_checked_key = hired.epoch, hired.holder, False
        self._clock.set(hired.now)
        self._tables = PitTables(
            self._store,
            self._key,
            self._config,
            hired.house,
            hired.queue_max,
            self._clock,
            self._post,
            lambda lent: self._post(GivenUp(lent.config.id, "it could not go on", lent.epoch)),
        )
        log.info("floor_is_here", epoch=hired.epoch)

    async def _check_store(self) -> None:
        """A copy of the floor's database may have the same epochs, but not the same holder of its lease."""
        if self._holder and (await self._store.lease()).holder != self._holder:
            log.error("pit_is_on_another_database", epoch=self.epoch)
            raise CannotBorrow("the pit is on another database than the floor")
        if not self._has_checked_key:  # the floor may have sealed nothing yet when we started
            try:
                await check_key(self._store, self._key, "the pit's key")
            except WrongKey as error:
                log.error("pit_has_another_key", epoch=self.epoch)
                raise CannotBorrow(str(error)) from None
            self._has_checked_key = True

    async def _borrow(self, tables: PitTables, lent: Lent) -> None:
        try:
            await self._store.guard(self.epoch)
            await self._check_store()
            await tables.borrow(lent)
        except Exception as error:
            if not tables.has(lent):  # it was taken back meanwhile
                return
            if not isinstance(error, CannotBorrow | StoreIsLost):
                log.exception("table_cannot_be_borrowed", table=lent.config.id)
            tables.give_back(lent.config.id)
            self._post(GivenUp(lent.config.id, str(error) or type(error).__name__, lent.epoch))

    def _answered(self, table: str, number: int, answer: TableAnswer | None) -> None:
        """None: nobody knows what was stored. The table is given up then, and the floor finds out."""
        if answer is not None:
            self._post(answered(table, number, answer))

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    # --- what the store says ------------------------------------------------------------------------------------------

    def note(self, changes: Sequence[Change], outcomes: Sequence[Outcome]) -> None:
        """The floor keeps the heads of all streams beside its store, whoever wrote them."""
        if not self._heads:
            self._loop.call_soon(self._tell_heads)
        self._heads |= {
            stream: (stored.version, stored.head) for stream, stored in last_stored(changes, outcomes).items()
        }

    async def check(self, store: Store) -> None:
        """A pit has given up all its tables when its store was lost, and the floor checks what came back."""

    def _tell_heads(self) -> None:
        heads, self._heads = self._heads, {}
        if heads:
            self._post(HeadsMoved(heads))
