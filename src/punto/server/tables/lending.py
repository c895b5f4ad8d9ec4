"""A table's way to a pit and back. While it is away, the pit plays it and the floor follows.

What only the floor knows is added here: bets of patrons who repeat them, and how late a refused bet was.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial

import structlog

from punto.ledger.accounts import purse
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import FloorIsTaken, StoreIsLost
from punto.server.store.values import StoredEvent
from punto.server.streams.event_stream import EventStream
from punto.server.streams.happened import Happened, stream_of
from punto.server.streams.read_log import ReadLog
from punto.server.streams.request import Request, TableAnswer
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.allowances import Allowances
from punto.server.tables.command_queue import CommandQueue, with_lateness
from punto.server.tables.house.house import House
from punto.server.tables.lent_table import Borrower, LentTable, Loan
from punto.server.tables.table_door import Reply
from punto.server.tables.table_services import TableServices
from punto.server.telling.table_publisher import TablePublisher
from punto.table.config import TableConfig
from punto.table.events import BettingOpened
from punto.table.stored.event_codec import decode_event

SECONDS_BEFORE_ANOTHER_TRY = 0.2
NOT_SAID: dict[str, int] = {}  # balances, by an event that was read

log = structlog.get_logger("punto.table")


class Lending:
    def __init__(
        self,
        services: TableServices,
        allowances: Allowances,
        queue: CommandQueue,
        house: House,
        publisher: TablePublisher,
        *,
        observer: Callable[[Happened], object],
        take_turn: Callable[[Request, Reply], None],
        back: Callable[[ReadLog], None],
        unreadable: Callable[[], None],
    ) -> None:
        """`observer` hears what the pit has stored, `take_turn` of a command that no pit has been asked, `back` what
        the floor plays on from."""
        self.lent: LentTable | None = None  # until it is back
        self._services = services
        self._allowances = allowances
        self._queue = queue
        self._house = house
        self._publisher = publisher
        self._observer = observer
        self._take_turn = take_turn
        self._back = back
        self._unreadable = unreadable
        self._returning: asyncio.Task[None] | None = None
        self._owes_bets = False  # betting has opened in the pit, and not all bets that come back lie yet
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def away(self) -> LentTable | None:
        """While the pit is asked. Once the floor wants the table back, commands wait for that."""
        return self.lent if self._returning is None else None

    def give(self, pit: Borrower, config: TableConfig, stream: TableStream) -> None:
        """Nothing is under way. What waits is asked there."""
        self.lent = LentTable(
            pit,
            stream.table,
            stream.version,
            self._allowances,
            self._services.turns,
            self._followed,
            self._refused,
            self._house.plays_on_at,
        )
        for request, reply in self._queue.take_waiting():
            self.lent.submit(request, reply)
        self.lent.loan = stream.epoch
        pit.lend(self.lent, Loan(config, self._services.fingerprint, stream.epoch))

    async def take_back(self) -> None:
        """Claim the table, tell what the pit had stored and not said, and ask again what it has not answered."""
        if self.lent is not None and self._returning is None:
            for request, reply, has_turn in self.lent.unanswered():
                if has_turn:
                    self._queue.put(request, partial(_asked_again, reply))
                else:
                    self._take_turn(request, reply)
            self.lent.pit.take_back(self.lent.table.config.id)
            self._returning = self._soon(self._return(self.lent))
        if self._returning is not None:
            await asyncio.shield(self._returning)

    def once_back(self, act: Callable[[], None]) -> None:
        async def act_then() -> None:
            await self.take_back()
            act()

        self._soon(act_then())

    def lose(self) -> None:
        """Another server has the floor, or this one stops without its store."""
        for task in self._tasks:
            task.cancel()
        lent, is_returning = self.lent, self._returning is not None
        self.lent = self._returning = None
        if lent is not None and is_returning:
            lent.is_back()  # as far as it ever will be
        elif lent is not None:
            lent.pit.take_back(lent.table.config.id)
            lent.lose_everything()

    # --- following ----------------------------------------------------------------------------------------------------

    def _followed(self, happened: Happened) -> None:
        self._observer(happened)
        if isinstance(happened.event, BettingOpened):
            self._owes_bets = True
            if self.away is not None:
                self._soon(self._put_back(self.away))

    async def _put_back(self, lent: LentTable) -> None:
        with suppress(StoreIsLost):  # it was taken back meanwhile, and the house does it then
            await self._house.put_back(lent)
            self._owes_bets = False

    def _refused(self, answer: TableAnswer) -> TableAnswer:
        assert answer.refusal is not None
        self._services.metrics.refused(answer.refusal)
        return with_lateness(answer, self._publisher.closed_at, self._services.clock())

    # --- coming back --------------------------------------------------------------------------------------------------

    async def _return(self, lent: LentTable) -> None:
        """However often the store is lost meanwhile: who follows the table is told of it once."""
        is_told = False
        while True:
            try:
                read = await self._read_after(lent)
            except FloorIsTaken:
                return  # the floor notices, and halts every table
            except StoreIsLost:
                if not is_told:
                    self._publisher.interrupt(store_is_lost=True)
                    is_told = True
                await asyncio.sleep(SECONDS_BEFORE_ANOTHER_TRY)
            except Exception:
                log.exception("table_cannot_be_read", table=lent.table.config.id)
                lent.is_back()
                self.lent = self._returning = None
                self._unreadable()
                return
            else:
                lent.is_back()
                self.lent = self._returning = None
                if self._owes_bets:
                    self._house.owe_bets(read.table)
                    self._owes_bets = False
                self._back(read)
                return

    async def _read_after(self, lent: LentTable) -> ReadLog:
        """From the claim on, the pit stores nothing more."""
        missed: list[StoredEvent] = []
        events = EventStream(self._services.ledger, stream_of(lent.table.config.id), lent.version)
        await events.catch_up(missed.append)
        if missed:  # they may have moved purses, and patrons are told what is left in theirs
            named: set[str] = {getattr(decode_event(each.body), "patron", "") for each in missed}
            patrons = {*lent.table.seats, *named} - {""}
            self._services.doubt({purse(patron, lent.table.config.currency) for patron in patrons})
            await self._services.wallet.balances(patrons)
        for each in missed:
            lent.stored(each.version, each.body, NOT_SAID)
        return ReadLog(lent.table, events.epoch, events.version)

    def _soon(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _asked_again(reply: Reply, answer: TableAnswer | None) -> None:
    """A table that stops refuses whatever waits, but the pit may have stored this."""
    was_asked = answer is None or answer.refusal is not ServerRefusal.TABLE_IS_OUT_OF_ORDER
    reply(answer if was_asked else None)
