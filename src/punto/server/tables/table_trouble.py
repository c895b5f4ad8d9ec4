"""What a table does about a step that failed: read its log again, break its coup off, or give the table up.

A lost store is waited for. A fault of ours stops this table alone: its open coup is cancelled, every stake goes back,
and its log stays. A pit mends nothing: it gives the table up, and the floor that lent it does.
"""

import asyncio
from typing import Protocol

import structlog

from punto.ledger.accounts import purse
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.failures import FloorIsTaken, StoreIsLost
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.tables.command_queue import CommandQueue
from punto.server.tables.table_life import Concluding, Ending, Life, OutOfOrder, Playing, Stopping
from punto.server.tables.table_services import TableServices
from punto.server.tables.table_teller import TableTeller
from punto.server.telling.table_publisher import TablePublisher
from punto.table.commands import CancelCoup
from punto.table.decisions.dealing import SYSTEM
from punto.table.reasons import HouseReason

SECONDS_BEFORE_RELOADING = 0.2

log = structlog.get_logger("punto.table")


class _Table(Protocol):
    id: str
    queue: CommandQueue
    publisher: TablePublisher
    life: Life

    @property
    def stream(self) -> TableStream: ...

    async def open(self) -> None: ...


class TableTrouble:
    def __init__(self, at: _Table, services: TableServices, teller: TableTeller) -> None:
        self._at = at
        self._services = services
        self._teller = teller

    async def mend(self, error: Exception) -> None:
        """Called where it was raised. Raises FloorIsTaken again: the floor notices, and halts every table."""
        if self._services.gives_up is not None:
            log.warning("table_is_given_up", table=self._at.id, reason=repr(error))
            self._give_up()
        elif isinstance(error, FloorIsTaken):
            raise error
        elif isinstance(error, StoreIsLost):
            await self._reload()
        else:
            log.exception("table_failed", table=self._at.id)
            await self._break_off()

    def goes_out_of_order(self, reason: HouseReason) -> None:
        log.error("table_is_out_of_order", table=self._at.id, reason=reason)
        self._at.life = OutOfOrder(reason)
        self._at.queue.lose_taken()
        self._at.queue.refuse_waiting(ServerRefusal.TABLE_IS_OUT_OF_ORDER)
        self._at.publisher.goes_out_of_order(reason)

    async def _reload(self) -> None:
        """The store was lost, and what was under way with it. Clients reconnect and ask again by the same id."""
        at = self._at
        at.queue.lose_everything()
        at.stream.give_up()
        at.publisher.interrupt(store_is_lost=True)
        while isinstance(at.life, Playing | Concluding | Stopping):
            await asyncio.sleep(SECONDS_BEFORE_RELOADING)
            try:
                await at.open()
            except FloorIsTaken:
                raise
            except StoreIsLost:
                continue
            except Exception:
                log.exception("table_cannot_be_read", table=at.id)
                self.goes_out_of_order("log_unreadable")
            else:  # what was under way may have been stored late
                table = at.stream.table
                self._services.doubt({purse(patron, table.config.currency) for patron in table.seats})
            return

    async def _break_off(self) -> None:
        """The open coup is cancelled, and the table stays closed until somebody has looked."""
        at = self._at
        at.queue.lose_taken()
        while not isinstance(at.life, OutOfOrder):
            try:
                await at.open()
                await at.stream.handle([Request(CancelCoup(SYSTEM, "malfunction"))], self._services.clock())
            except FloorIsTaken:
                raise
            except StoreIsLost:
                await self._reload()
                if isinstance(at.life, Ending):
                    return  # the next server finds the coup as it lies
                continue
            except Exception:
                log.exception("coup_cannot_be_cancelled", table=at.id)
            self.goes_out_of_order("out_of_order")

    def _give_up(self) -> None:
        """Whoever lent the table takes it back, and mends what is to be mended."""
        assert self._services.gives_up is not None
        self._at.life = OutOfOrder("taken_over")
        self._at.queue.lose_everything()
        self._teller.close()
        self._services.gives_up(self._at.id)
