"""The cashier's log on a store: requests are decided in batches, stored with their money, and folded once stored.

Nothing counts before it is durable. The same id sent twice gets its first answer again, so no ticket code is lost with
a connection; an id reused for something else moves nothing. Snapshots spare a start from folding years of events.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import msgspec
from immutables import Map

from punto.ledger.cashier import Cashier, CashierRefusal, Ticket, cashier_journal, decide_cashier, evolve_cashier
from punto.ledger.cashier_commands import CashOut
from punto.ledger.cashier_events import CashierEvent, PaymentReversed, TicketIssued, TicketPaid
from punto.ledger.drawers import Drawer, DrawerRefusal, Drawers
from punto.server.cashier.cashier_requests import (
    CashierAnswer,
    CashierRequest,
    FillUp,
    account_of,
    answer_for,
    answered_before,
    limited_by,
)
from punto.server.cashier.play_credits import PlayCredits
from punto.server.cashier.staff_day import DaySums, StaffDay
from punto.server.config.floor_config import FloorConfig
from punto.server.protocol.refusals import PlayCreditsRefusal, ServerRefusal
from punto.server.store.interface import Snapshots, TableStore
from punto.server.store.values import Change, Outcome, Refused, Repeated, Snapshot, Stored, StoredEvent, StoreRefusal
from punto.server.streams.event_stream import EventStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.table.state import Instant

STREAM = "cashier"
SNAPSHOT_EVERY = 10_000  # events
SNAPSHOT_SCHEMA = 1

HasBets = Callable[[str], Awaitable[bool]]
_EVENTS: msgspec.json.Decoder[CashierEvent] = msgspec.json.Decoder(CashierEvent)


class _Kept(msgspec.Struct, frozen=True):
    """The cashier at a version."""

    tickets: dict[str, Ticket]
    refilled_at: dict[str, Instant]
    reversed: frozenset[int] = frozenset()
    staff_day: DaySums = DaySums()
    open_drawers: tuple[Drawer, ...] = ()
    closed_drawers: tuple[Drawer, ...] = ()
    drawers: int = 0  # opened so far


@dataclass(frozen=True)
class _Decided:
    place: int
    change: Change
    events: tuple[CashierEvent, ...]


class CashierStream:
    def __init__(
        self,
        store: TableStore,
        clock: Callable[[], Instant],
        config: FloorConfig,
        has_bets: HasBets,
        snapshots: Snapshots | None,
        untold: Callable[[str], int],
    ) -> None:
        """`untold` is what a patron has won and has not been told."""
        self._untold = untold
        self.state = Cashier(config.currency, config.hand_pay_above, drawers=Drawers(config.needs_drawers))
        self.credits = PlayCredits(config.play_credits, clock)
        self.staff_day = StaffDay(config)
        self.open_tickets: dict[str, list[str]] = defaultdict(list)  # patron to codes of unpaid tickets
        self.hand_pays: dict[str, None] = {}  # codes of open tickets that only an attendant may pay, oldest first
        self._events = EventStream(store, STREAM)
        self._store = store
        self.wallet = LedgerWallet(store, config.currency)
        self._clock = clock
        self._has_bets = has_bets
        self._snapshots = snapshots
        self._snapshot_at = 0

    @property
    def version(self) -> int:
        return self._events.version

    async def read(self) -> None:
        """Claim the stream and fold it, from the last snapshot if there is one."""
        await self._read_snapshot()
        await self._events.catch_up(self._fold_stored)

    async def event(self, entry: int) -> CashierEvent | None:
        """By its number in the log."""
        stored = await self._events.read(entry - 1, limit=1) if 0 < entry <= self.version else []
        return _EVENTS.decode(stored[0].body) if stored else None

    async def handle(self, requests: Sequence[CashierRequest]) -> list[CashierAnswer | None]:
        """None: decide it again, on what is stored by then."""
        if self._events.is_behind:
            await self._events.catch_up(self._fold_stored)
        decided, answers = await self._decide(requests)
        if decided:
            outcomes = await self._events.commit([each.change for each in decided])
            for each, outcome in zip(decided, outcomes, strict=True):
                answers[each.place] = self._settle(each, outcome)
        return [answers.get(place) for place in range(len(requests))]

    # --- reading ------------------------------------------------------------------------------------------------------

    def _fold_stored(self, stored: StoredEvent) -> None:
        self._fold(_EVENTS.decode(stored.body))

    async def _read_snapshot(self) -> None:
        kept = await self._snapshots.snapshot(STREAM, SNAPSHOT_SCHEMA) if self._snapshots else None
        if kept is not None:
            state = msgspec.json.decode(kept.body, type=_Kept)
            drawers = Drawers(
                self.state.drawers.are_needed,
                Map({drawer.by: drawer for drawer in state.open_drawers}),
                state.closed_drawers,
                state.drawers,
            )
            self.state = replace(self.state, tickets=Map(state.tickets), reversed=state.reversed, drawers=drawers)
            self.credits.recall(state.refilled_at)
            self.staff_day.recall(state.staff_day)
            for code, ticket in sorted(state.tickets.items(), key=lambda each: each[1].at):
                if not ticket.is_paid:
                    self._opened(code)
            self._events.version = self._snapshot_at = kept.version

    async def keep_snapshot(self) -> None:
        """If enough has happened since the last one."""
        if self._snapshots is None or self.version - self._snapshot_at < SNAPSHOT_EVERY:
            return
        state = self.state
        kept = _Kept(
            dict(state.tickets),
            dict(self.credits.refilled_at),
            state.reversed,
            self.staff_day.kept,
            tuple(state.drawers.open.values()),
            state.drawers.closed,
            state.drawers.count,
        )
        body = msgspec.json.encode(kept)
        await self._snapshots.keep_snapshot(STREAM, Snapshot(SNAPSHOT_SCHEMA, self.version, body))
        self._snapshot_at = self.version

    # --- deciding -----------------------------------------------------------------------------------------------------

    async def _decide(
        self, requests: Sequence[CashierRequest]
    ) -> tuple[list[_Decided], dict[int, CashierAnswer | None]]:
        """What to store, and answers without storing. One request per id, patron and limited person at a time."""
        credit = await self._credits(requests)
        state, version, now = self.state, self.version, self._clock()
        decided: list[_Decided] = []
        answers: dict[int, CashierAnswer | None] = {}
        taken: set[str] = set()
        for place, request in enumerate(requests):
            account = account_of(request, state.currency)
            waits_for = {request.id, account, limited_by(request)} - {""}
            if waits_for & taken:
                continue
            events = await self._decide_one(state, request, credit.get(account, 0), now)
            if isinstance(events, CashierAnswer):
                answers[place] = await self._earlier_answer(request) or events
                continue
            lines: dict[str, int] = defaultdict(int)
            for event in events:
                for account, amount in cashier_journal(state, event).lines.items():
                    lines[account] += amount
                state = evolve_cashier(state, event)
            decided.append(_Decided(place, self._change(request, events, lines, version, now), events))
            version += len(events)
            taken |= waits_for
        return decided, answers

    async def _decide_one(
        self, state: Cashier, request: CashierRequest, credit: int, now: Instant
    ) -> tuple[CashierEvent, ...] | CashierAnswer:
        command = request.command
        if isinstance(command, FillUp):
            told = credit - self._untold(command.patron)  # a purse full of winnings would tell of them
            wanted = self.credits.decide(command.patron, max(0, told), now)
            wait_ms = self.credits.wait_ms(command.patron) if wanted is PlayCreditsRefusal.COME_HOURLY else 0
            return CashierAnswer(wanted, wait_ms=wait_ms) if isinstance(wanted, PlayCreditsRefusal) else wanted
        has_bets = isinstance(command, CashOut) and await self._has_bets(command.patron)
        decision = decide_cashier(state, command, credit, has_bets=has_bets, now=now)
        if isinstance(decision, CashierRefusal | DrawerRefusal):
            return CashierAnswer(refusal=decision)
        if request.day_max is not None:
            moved = self.staff_day.moved(limited_by(request), now) + abs(answer_for(decision).amount)
            if moved > request.day_max:
                return CashierAnswer(refusal=ServerRefusal.DAY_LIMIT_IS_REACHED)
        return decision

    def _change(
        self,
        request: CashierRequest,
        events: tuple[CashierEvent, ...],
        lines: dict[str, int],
        version: int,
        at: Instant,
    ) -> Change:
        return Change(
            stream=STREAM,
            epoch=self._events.epoch,
            version=version,
            events=tuple(map(msgspec.json.encode, events)),
            journal=lines,
            command=request.id,
            answer=msgspec.json.encode(answer_for(events, version + 1)),
            digest=request.digest,
            at=at,
        )

    def _settle(self, each: _Decided, outcome: Outcome) -> CashierAnswer | None:
        """None: decide it again; a bet was faster, or an earlier change failed."""
        match outcome:
            case Stored(version=version):
                for event in each.events:
                    self._fold(event)
                self._events.version = version
                return answer_for(each.events, version)
            case Repeated() | Refused(reason=StoreRefusal.ID_WAS_USED):
                return answered_before(outcome)
        return None

    def _fold(self, event: CashierEvent) -> None:
        self.state = evolve_cashier(self.state, event)
        self.credits.note(event)
        self.staff_day.note(event)
        match event:
            case TicketIssued(code=code) | PaymentReversed(code=code):
                self._opened(code)
            case TicketPaid(code=code):
                self.open_tickets[self.state.tickets[code].patron].remove(code)
                self.hand_pays.pop(code, None)

    def _opened(self, code: str) -> None:
        ticket = self.state.tickets[code]
        self.open_tickets[ticket.patron].append(code)
        if ticket.is_hand_pay:
            self.hand_pays[code] = None

    async def _credits(self, requests: Sequence[CashierRequest]) -> dict[str, int]:
        accounts = {account_of(request, self.state.currency) for request in requests} - {""}
        return await self._store.balances(sorted(accounts))

    async def _earlier_answer(self, request: CashierRequest) -> CashierAnswer | None:
        outcome = await self._events.earlier_outcome(request.id, request.digest)
        return None if outcome is None else answered_before(outcome)
