"""The cashier's desk: play credits, buy-ins, cash-outs into tickets, and tickets redeemed or paid in cash. One worker
takes everything that waits.

A repeated id is executed once. An id belongs to one request of its sender: a different one under it is refused, so a
paid ticket is never mistaken for another.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from punto.ledger.cashier import Cashier, CashierRefusal, Ticket, reversal_of
from punto.ledger.cashier_commands import (
    AdjustPurse,
    BuyIn,
    CashierCommand,
    CashOut,
    PayTicket,
    PayTips,
    RedeemTicket,
    Reversal,
)
from punto.ledger.drawers import CloseDrawer, Drawers, OpenDrawer
from punto.server.cashier.cashier_entries import CashierEntry, entry_of
from punto.server.cashier.cashier_requests import CashierAnswer, CashierRequest, FillUp
from punto.server.cashier.cashier_stream import STREAM, CashierStream
from punto.server.cashier.play_credits import PlayCredits
from punto.server.cashier.ticket_code import new_code
from punto.server.config.floor_config import FloorConfig
from punto.server.store.interface import Snapshots, TableStore
from punto.server.streams.request import digest_of, named_id
from punto.table.state import Instant

COMMANDS_AT_ONCE = 1_000


class PatronsTables(Protocol):
    """What the cashier needs from a patron's tables."""

    async def has_bets(self, patron: str) -> bool: ...

    async def end_auto_repeat(self, patron: str) -> None: ...


@dataclass(frozen=True)
class _Asked:
    request: CashierRequest
    answer: asyncio.Future[CashierAnswer]


class CashierDesk:
    def __init__(self, store: TableStore, stream: CashierStream, tables: PatronsTables) -> None:
        self._store = store
        self._stream = stream
        self._tables = tables
        self._waiting: list[_Asked] = []
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        store: TableStore,
        clock: Callable[[], Instant],
        config: FloorConfig,
        tables: PatronsTables,
        snapshots: Snapshots | None = None,
        untold: Callable[[str], int] = lambda _: 0,
    ) -> "CashierDesk":
        stream = CashierStream(store, clock, config, tables.has_bets, snapshots, untold)
        await stream.read()
        return cls(store, stream, tables)

    async def knows(self, sender: str, id: str) -> bool:  # noqa: A002
        """Whether this id was used. If so, it gets its answer, whatever would speak against it now."""
        return await self._store.answer_to(named_id(id, STREAM, sender)) is not None

    async def buy_in(
        self,
        patron: str,
        amount: int,
        by: str,
        id: str = "",  # noqa: A002
        day_max: int | None = None,
    ) -> CashierAnswer:
        return await self._ask(BuyIn(patron, amount, by), by, id, day_max)

    async def play_credits(self, patron: str, id: str = "") -> CashierAnswer:  # noqa: A002
        return await self._ask(FillUp(patron), patron, id)

    async def cash_out(self, patron: str, id: str) -> CashierAnswer:  # noqa: A002
        """Ends auto-repeat first, so that no bet comes back. The ticket's code is not part of the request, which
        only says that everything is to be cashed out."""
        await self._tables.end_auto_repeat(patron)
        return await self._ask(CashOut(patron, new_code()), patron, id, digest=digest_of(CashOut(patron, code="")))

    async def redeem(self, code: str, patron: str, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(RedeemTicket(code, patron), patron, id)

    async def pay(self, code: str, by: str, id: str, day_max: int | None = None) -> CashierAnswer:  # noqa: A002
        return await self._ask(PayTicket(code, by), by, id, day_max)

    async def adjust(self, command: AdjustPurse, id: str, day_max: int | None = None) -> CashierAnswer:  # noqa: A002
        return await self._ask(command, command.by, id, day_max)

    async def pay_tips(self, goes_to: str, amount: int, by: str, id: str, day_max: int | None = None) -> CashierAnswer:  # noqa: A002
        return await self._ask(PayTips(goes_to, amount, by), by, id, day_max)

    async def open_drawer(self, by: str, counted: int, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(OpenDrawer(by, counted), by, id)

    async def close_drawer(self, command: CloseDrawer, id: str) -> CashierAnswer:  # noqa: A002
        """What it should hold and who confirmed are worked out, not sent: the request is the count alone."""
        digest = digest_of(CloseDrawer(command.by, command.counted, should_hold=0))
        return await self._ask(command, command.by, id, digest=digest)

    async def entry(self, number: int) -> CashierEntry | None:
        """By its number in the log."""
        event = await self._stream.event(number)
        return None if event is None else entry_of(self.state, number, event)

    async def reversal(self, entry: int, by: str) -> Reversal | CashierRefusal:
        """The command that would reverse an entry."""
        return reversal_of(await self._stream.event(entry), entry, by)

    async def reverse(self, reversal: Reversal, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(reversal, reversal.by, id)

    @property
    def state(self) -> Cashier:
        return self._stream.state

    @property
    def drawers(self) -> Drawers:
        return self.state.drawers

    @property
    def credits(self) -> PlayCredits:
        return self._stream.credits

    @property
    def version(self) -> int:
        return self._stream.version

    def ticket(self, code: str) -> Ticket | None:
        return self.state.tickets.get(code)

    def open_tickets(self, patron: str) -> dict[str, Ticket]:
        """The patron's unpaid tickets, newest first."""
        codes = self._stream.open_tickets.get(patron, [])
        return {code: self.state.tickets[code] for code in reversed(codes)}

    def hand_pays(self) -> dict[str, Ticket]:
        """Open tickets that wait for an attendant, oldest first."""
        return {code: self.state.tickets[code] for code in self._stream.hand_pays}

    async def balance(self, patron: str) -> int:
        return await self._stream.wallet.balance(patron)

    async def all_under_way(self) -> None:
        """Waits until everything requested so far is answered."""
        if self._worker is not None and not self._worker.done():
            await asyncio.wait({self._worker})

    # --- the worker ---------------------------------------------------------------------------------------------------

    async def _ask(
        self,
        command: CashierCommand | FillUp,
        sender: str,
        id: str,  # noqa: A002
        day_max: int | None = None,
        digest: bytes = b"",
    ) -> CashierAnswer:
        name = id and named_id(id, STREAM, sender)
        request = CashierRequest(command, name, day_max, digest or digest_of(command))
        answer: asyncio.Future[CashierAnswer] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(request, answer))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:COMMANDS_AT_ONCE], self._waiting[COMMANDS_AT_ONCE:]
            try:
                answers = await self._stream.handle([asked.request for asked in batch])
                self._waiting = _unanswered(batch, answers) + self._waiting
                await self._stream.keep_snapshot()
            except BaseException as error:  # nobody must wait for ever
                for asked in (*batch, *self._waiting):
                    if not asked.answer.done():
                        asked.answer.set_exception(error)
                self._waiting.clear()
                if not isinstance(error, Exception):
                    raise
                return


def _unanswered(batch: list[_Asked], answers: list[CashierAnswer | None]) -> list[_Asked]:
    """Delivers the answers; a client that disconnected gets its answer under the same id."""
    for asked, answer in zip(batch, answers, strict=True):
        if answer is not None and not asked.answer.done():
            asked.answer.set_result(answer)
    return [asked for asked, answer in zip(batch, answers, strict=True) if answer is None]
