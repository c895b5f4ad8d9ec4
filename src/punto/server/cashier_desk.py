"""The cashier on a store: what waits is decided together, stored with its money, and folded once it is stored.

Guests get play credits here, patrons turn their purse into a ticket, and a ticket's code pays into a purse or is paid
in cash. The same id sent twice gets the first answer again, so a code is never lost with a connection.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec
from immutables import Map

from punto.ledger.accounts import purse
from punto.ledger.cashier import (
    BoughtIn,
    BuyIn,
    Cashier,
    CashierCommand,
    CashierEvent,
    CashierRefusal,
    CashOut,
    PayTicket,
    RedeemTicket,
    Ticket,
    TicketIssued,
    TicketPaid,
    cashier_journal,
    decide_cashier,
    evolve_cashier,
)
from punto.server.floor_config import FloorConfig
from punto.server.play_credits import PlayCredits, PlayRefusal
from punto.server.store.interface import Change, Outcome, Refused, Repeated, Snapshot, Stored, StoreRefusal
from punto.server.table_stream import StreamIsTaken, TableStore
from punto.server.ticket_code import new_code
from punto.table.state import Instant

STREAM = "cashier"
COMMANDS_AT_ONCE = 1_000
SNAPSHOT_EVERY = 10_000  # events
SNAPSHOT_SCHEMA = 1

AnyCashierEvent = BoughtIn | TicketIssued | TicketPaid
_EVENTS: msgspec.json.Decoder[AnyCashierEvent] = msgspec.json.Decoder(AnyCashierEvent)


class SnapshotStore(Protocol):
    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None: ...

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None: ...


class _Kept(msgspec.Struct, frozen=True):
    """The desk at a version, so that a start need not fold years of guests."""

    tickets: dict[str, Ticket]
    refilled_at: dict[str, Instant]


class FillUp(CashierCommand, frozen=True):
    """Play credits: as many as are missing from what a guest starts with, once an hour."""

    patron: str


class CashierAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Done, or refused by name. `amount` is what moved."""

    refusal: str | None = None
    amount: int = 0
    code: str = ""
    is_hand_pay: bool = False
    wait_ms: int = 0  # until play credits come again


@dataclass(frozen=True)
class _Asked:
    command: CashierCommand
    id: str
    answer: asyncio.Future[CashierAnswer]


@dataclass(frozen=True)
class _Decided:
    asked: _Asked
    change: Change
    events: tuple[CashierEvent, ...]


class CashierDesk:
    def __init__(
        self,
        store: TableStore,
        clock: Callable[[], Instant],
        config: FloorConfig,
        has_bets: Callable[[str], Awaitable[bool]],
        snapshots: SnapshotStore | None = None,
    ) -> None:
        self.state = Cashier(config.currency, config.hand_pay_above)
        self.credits = PlayCredits(config.play_credits, clock)
        self.version = 0
        self._store = store
        self._clock = clock
        self._has_bets = has_bets
        self._snapshots = snapshots
        self._snapshot_at = 0
        self._epoch = 0
        self._is_behind = False  # a commit was lost, and with it what became of it
        self._waiting: list[_Asked] = []
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        store: TableStore,
        clock: Callable[[], Instant],
        config: FloorConfig,
        has_bets: Callable[[str], Awaitable[bool]],
        snapshots: SnapshotStore | None = None,
    ) -> "CashierDesk":
        """Claim the desk and fold what is stored of it, from the last snapshot on where those are kept."""
        desk = cls(store, clock, config, has_bets, snapshots)
        await desk._read_snapshot()
        await desk._catch_up()
        return desk

    async def buy_in(self, patron: str, amount: int, by: str, id: str = "") -> CashierAnswer:  # noqa: A002
        return await self._ask(BuyIn(patron, amount, by), id and f"{by}:{id}")

    async def play_credits(self, patron: str, id: str = "") -> CashierAnswer:  # noqa: A002
        return await self._ask(FillUp(patron), id and f"{patron}:{id}")

    async def cash_out(self, patron: str, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(CashOut(patron, new_code()), f"{patron}:{id}")

    async def redeem(self, code: str, patron: str, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(RedeemTicket(code, patron), f"{patron}:{id}")

    async def pay(self, code: str, by: str, id: str) -> CashierAnswer:  # noqa: A002
        return await self._ask(PayTicket(code, by), f"{by}:{id}")

    def ticket(self, code: str) -> Ticket | None:
        return self.state.tickets.get(code)

    async def balance(self, patron: str) -> int:
        account = purse(patron, self.state.currency)
        return (await self._store.balances([account]))[account]

    # --- inside: one worker, which takes all that waits ---------------------------------------------------------------

    async def _catch_up(self) -> None:
        claim = await self._store.claim(STREAM)
        while stored := await self._store.read(STREAM, after=self.version):
            for event in stored:
                self._fold(_EVENTS.decode(event.body))
            self.version = stored[-1].version
        assert self.version == claim.version, "nobody writes to a claimed stream but the claimant"
        self._epoch = claim.epoch
        self._is_behind = False

    async def _ask(self, command: CashierCommand, id: str) -> CashierAnswer:  # noqa: A002
        answer: asyncio.Future[CashierAnswer] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Asked(command, id and f"{STREAM}:{id}", answer))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return await answer

    async def _read_snapshot(self) -> None:
        kept = await self._snapshots.snapshot(STREAM, SNAPSHOT_SCHEMA) if self._snapshots else None
        if kept is not None:
            state = msgspec.json.decode(kept.body, type=_Kept)
            self.state = replace(self.state, tickets=Map(state.tickets))
            self.credits.recall(state.refilled_at)
            self.version = self._snapshot_at = kept.version

    async def _keep_snapshot(self) -> None:
        if self._snapshots is None or self.version - self._snapshot_at < SNAPSHOT_EVERY:
            return
        body = msgspec.json.encode(_Kept(dict(self.state.tickets), dict(self.credits.refilled_at)))
        await self._snapshots.keep_snapshot(STREAM, Snapshot(SNAPSHOT_SCHEMA, self.version, body))
        self._snapshot_at = self.version

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:COMMANDS_AT_ONCE], self._waiting[COMMANDS_AT_ONCE:]
            try:
                left = await self._handle(batch)
                await self._keep_snapshot()
            except BaseException as error:  # whoever waits must not wait for ever
                for asked in (*batch, *self._waiting):
                    if not asked.answer.done():
                        asked.answer.set_exception(error)
                self._waiting.clear()
                if not isinstance(error, Exception):
                    raise
                return
            self._waiting = [*left, *self._waiting]

    async def _handle(self, batch: list[_Asked]) -> list[_Asked]:
        """Answers what can be answered; what must be decided again is given back."""
        if self._is_behind:
            await self._catch_up()
        decided, held_back = await self._decide(batch)
        if not decided:
            return held_back
        self._is_behind = True
        outcomes = await self._store.commit([each.change for each in decided])
        self._is_behind = False
        again = []
        for each, outcome in zip(decided, outcomes, strict=True):
            answer = self._settle(each, outcome)
            if answer is None:
                again.append(each.asked)
            else:
                _tell(each.asked, answer)
        return again + held_back

    async def _decide(self, batch: list[_Asked]) -> tuple[list[_Decided], list[_Asked]]:
        credit = await self._credits(batch)
        state, version, now = self.state, self.version, self._clock()
        decided: list[_Decided] = []
        held_back: list[_Asked] = []  # the same id or patron twice: the second is decided when the first is stored
        taken: set[str] = set()
        for asked in batch:
            patron = getattr(asked.command, "patron", "")
            if {asked.id, patron} & taken:
                held_back.append(asked)
                continue
            events = await self._events(state, asked.command, credit.get(patron, 0), now)
            if isinstance(events, CashierAnswer):
                _tell(asked, await self._earlier_answer(asked) or events)
                continue
            lines: dict[str, int] = defaultdict(int)
            for event in events:
                for account, amount in cashier_journal(state, event).lines.items():
                    lines[account] += amount
                state = evolve_cashier(state, event)
            decided.append(_Decided(asked, self._change(asked, events, lines, version), events))
            version += len(events)
            taken |= {asked.id, patron} - {""}
        return decided, held_back

    async def _events(
        self, state: Cashier, command: CashierCommand, credit: int, now: Instant
    ) -> tuple[CashierEvent, ...] | CashierAnswer:
        if isinstance(command, FillUp):
            wanted = self.credits.decide(command.patron, credit, now)
            wait_ms = self.credits.wait_ms(command.patron) if wanted is PlayRefusal.COME_HOURLY else 0
            return CashierAnswer(wanted, wait_ms=wait_ms) if isinstance(wanted, PlayRefusal) else wanted
        has_bets = isinstance(command, CashOut) and await self._has_bets(command.patron)
        decision = decide_cashier(state, command, credit, has_bets=has_bets, now=now)
        return CashierAnswer(refusal=decision) if isinstance(decision, CashierRefusal) else decision

    def _change(self, asked: _Asked, events: tuple[CashierEvent, ...], lines: dict[str, int], version: int) -> Change:
        return Change(
            stream=STREAM,
            epoch=self._epoch,
            version=version,
            events=tuple(map(msgspec.json.encode, events)),
            journal=lines,
            command=asked.id,
            answer=msgspec.json.encode(_answer_for(events)),
        )

    def _settle(self, each: _Decided, outcome: Outcome) -> CashierAnswer | None:
        """The answer, or None when it must be decided again: a bet was faster, or a change before it failed."""
        match outcome:
            case Stored(version=version):
                for event in each.events:
                    self._fold(event)
                self.version = version
                return _answer_for(each.events)
            case Repeated(answer=answer):
                return msgspec.json.decode(answer, type=CashierAnswer)
            case Refused(reason=StoreRefusal.EPOCH_IS_OLD):
                raise StreamIsTaken(STREAM)
        return None

    def _fold(self, event: CashierEvent) -> None:
        self.state = evolve_cashier(self.state, event)
        self.credits.note(event)

    async def _credits(self, batch: list[_Asked]) -> dict[str, int]:
        patrons = sorted({getattr(asked.command, "patron", "") for asked in batch} - {""})
        balances = await self._store.balances([purse(patron, self.state.currency) for patron in patrons])
        return {patron: balances[purse(patron, self.state.currency)] for patron in patrons}

    async def _earlier_answer(self, asked: _Asked) -> CashierAnswer | None:
        stored = await self._store.answer_to(asked.id) if asked.id else None
        return None if stored is None else msgspec.json.decode(stored, type=CashierAnswer)


def _answer_for(events: tuple[CashierEvent, ...]) -> CashierAnswer:
    (event,) = events
    match event:
        case TicketIssued(code=code, amount=amount, is_hand_pay=is_hand_pay):
            return CashierAnswer(amount=amount, code=code, is_hand_pay=is_hand_pay)
        case BoughtIn(amount=amount) | TicketPaid(amount=amount):
            return CashierAnswer(amount=amount)
    raise AssertionError(event)


def _tell(asked: _Asked, answer: CashierAnswer) -> None:
    if not asked.answer.done():  # whoever went away in the meantime finds the answer under the same id
        asked.answer.set_result(answer)
