"""One table on a store: commands are decided in batches, stored with their money, and folded once they are stored.

Nothing counts before it is durable. Answers come from the store, so the same id gets the same answer even across a
crash, and an id reused for other content is refused. What could not be stored is decided again on the current state.

While a batch is being stored, the next one is decided on the state it will lead to, and sent after it. If the first
turns out differently, the store refuses the second by its version.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence

import msgspec

from punto.rules.rulebook import RuleBook
from punto.server.protocol.refusals import ServerRefusal
from punto.server.store.interface import EventStore, TableStore
from punto.server.store.values import (
    Outcome,
    Refused,
    Repeated,
    Stored,
    StoreRefusal,
)
from punto.server.streams.batch import Batch, Decided
from punto.server.streams.decide_batch import Decider, Purses, purses_of
from punto.server.streams.event_stream import EventStream
from punto.server.streams.happened import Happened, Observer, stream_of
from punto.server.streams.read_log import ReadLog, read_log
from punto.server.streams.request import Request, StoredAnswer, TableAnswer
from punto.server.streams.wallets.allowances import Allowances
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.server.streams.wallets.wallet import Wallet
from punto.table.commands import Command
from punto.table.config import TableConfig
from punto.table.events import Event
from punto.table.refusals import Refusal
from punto.table.state import Instant, changed

HoldReturns = Callable[[int, Event], None]
COMMANDS_AT_ONCE = 1_000
BATCHES_UNDER_WAY = 4


def _nobody(_: Happened) -> None:
    pass


def _unheard() -> None:
    pass


class TableStream:
    def __init__(
        self,
        store: EventStore,
        wallet: Wallet,
        log: ReadLog,
        *,
        observer: Observer = _nobody,
        allowances: Allowances | None = None,
        on_outcome: Callable[[], None] = _unheard,
        hold_returns: HoldReturns | None = None,
    ) -> None:
        self.table = log.table  # as stored, like the version
        config = log.table.config
        self._events = EventStream(store, stream_of(config.id), log.version, log.epoch)
        self._wallet = wallet
        self._decider = Decider(self._events, wallet)
        self._observer = observer
        self._allowances = allowances or Allowances()
        self._allowances.drop_promises()
        self._on_outcome = on_outcome  # called when a batch is known to be stored, or not
        self._hold_returns = hold_returns  # given each stored event before anybody sees the balances it leaves
        self._ahead = log.table, log.version  # where the batches under way will lead
        self._under_way: deque[Batch] = deque()
        self._moving: Counter[str] = Counter()  # patron to what the batches under way add to their purse

    @classmethod
    async def open(
        cls, store: TableStore, config: TableConfig, book: RuleBook, observer: Observer = _nobody
    ) -> "TableStream":
        """From its whole log, without snapshots, with the money in the same store."""
        wallet = LedgerWallet(store, config.currency)
        return cls(store, wallet, await read_log(store, config, book), observer=observer)

    @property
    def version(self) -> int:
        return self._events.version

    @property
    def epoch(self) -> int:
        return self._events.epoch

    def change_settings(self, config: TableConfig) -> None:
        """Only between two shoes, when nothing depends on the old ones."""
        assert not self._under_way, "batches under way come first"
        self.table = changed(self.table, config=config)
        self._ahead = self.table, self.version

    # --- batches ------------------------------------------------------------------------------------------------------

    @property
    def is_under_way(self) -> bool:
        return bool(self._under_way)

    @property
    def is_idle(self) -> bool:
        """Nothing is under way, and what is stored is known."""
        return not self._under_way and not self._events.is_behind

    def give_up(self) -> None:
        """The store was lost, and nobody knows what became of the batches under way."""
        self._events.is_behind |= bool(self._under_way)
        self._under_way.clear()

    @property
    def has_outcome(self) -> bool:
        """Whether `finish` has nothing to wait for."""
        return bool(self._under_way) and self._under_way[0].has_outcome

    @property
    def has_room(self) -> bool:
        """Whether a batch may begin: not while an earlier one has to be decided again."""
        return len(self._under_way) < BATCHES_UNDER_WAY and not any(batch.is_settled for batch in self._under_way)

    async def handle(self, requests: Sequence[Request], now: Instant) -> list[TableAnswer]:
        """Answer each request in order; what can be stored together is one transaction."""
        assert not self._under_way, "batches under way come first"
        answers: list[TableAnswer] = []
        for start in range(0, len(requests), COMMANDS_AT_ONCE):
            await self.begin(requests[start : start + COMMANDS_AT_ONCE], now)
            answers += await self.finish()
        return answers

    async def begin(self, requests: Sequence[Request], now: Instant) -> None:
        """Decide, and start storing. `finish` gives the answers."""
        self._under_way.append(await self._sent(dict(enumerate(requests)), now))

    async def finish(self) -> list[TableAnswer]:
        """Answer the oldest batch. What could not be stored of it is decided again."""
        batch = self._under_way[0]
        try:
            await self._settle(batch)
            while batch.left:
                for later in self._under_way:  # whatever of them is stored is part of the state to decide on
                    await self._settle(later)
                self._ahead = self.table, self.version
                again = await self._sent(batch.left, batch.now)
                await self._settle(again)
                assert again.answers, "each pass answers at least one request"
                batch.answers |= again.answers
        finally:
            self._under_way.popleft()
            if not self._under_way:
                self._ahead = self.table, self.version
                self._moving.clear()
        return [batch.answers[place] for place in range(len(batch.requests))]

    async def _sent(self, requests: dict[int, Request], now: Instant) -> Batch:
        """Decided on the state that everything under way leads to, and on its way to the store."""
        purses = await self._purses([request.command for request in requests.values()])
        batch = Batch(requests, now, self._ahead[1])
        self._ahead = self._decider.decide(batch, *self._ahead, purses)
        for patron, staked in batch.promised.items():
            self._allowances.promise(patron, staked)
        if batch.decided:
            self._moving.update(batch.moves)
            batch.storing = asyncio.create_task(self._store_batch(batch))
        return batch

    async def _store_batch(self, batch: Batch) -> None:
        """Once it is stored, the wallet's balances include what it moved."""
        try:
            batch.outcomes = await self._events.commit([each.change for each in batch.decided])
        except Exception as error:
            batch.failure = error
        else:
            self._hold(batch)
        self._moving.subtract(batch.moves)
        self._on_outcome()

    def _hold(self, batch: Batch) -> None:
        if self._hold_returns is None:
            return
        for each, outcome in zip(batch.decided, batch.outcomes, strict=True):
            if isinstance(outcome, Stored):
                first = outcome.version - len(each.steps) + 1
                for version, (_, event, _) in enumerate(each.steps, start=first):
                    self._hold_returns(version, event)

    async def _settle(self, batch: Batch) -> None:
        """Fold what was stored of a batch, and answer what can be answered. Does nothing the second time."""
        if batch.is_settled:
            return
        outcomes = await batch.stored()  # if that is unknown, promises stand until the table has been read again
        promised, batch.promised = batch.promised, {}
        self._allowances.settle(promised)
        is_as_expected = self.version == batch.version
        settled_up_to = max(batch.requests, default=0) + 1 if is_as_expected else 0
        for each, outcome in zip(batch.decided, outcomes, strict=True):
            answer = self._answer(each, outcome)
            if answer is not None:
                batch.answers[each.place] = answer
            if not isinstance(outcome, Stored):  # what follows was decided on a state that never came about
                settled_up_to = min(settled_up_to, each.place)
        batch.is_settled = True
        unstored = {place: answer for place, answer in batch.unstored.items() if place < settled_up_to}
        batch.answers |= await self._with_earlier_answers(batch.requests, unstored)

    def _answer(self, each: Decided, outcome: Outcome) -> TableAnswer | None:
        """None: the request must be decided again."""
        match outcome:
            case Stored(version=version, balances=balances):
                events = self._events
                for before, event, after in each.steps:  # a stored change was decided on the current state
                    events.version += 1
                    self.table = after
                    self._observer(Happened(before, event, after, events.version, balances))
                assert events.version == version, "a stored change adds its events and no others"
                return TableAnswer(version)
            case Repeated() | Refused(reason=StoreRefusal.ID_WAS_USED):
                return _answered_before(outcome)
            case Refused(reason=StoreRefusal.BALANCE_IS_SHORT):
                return TableAnswer(refusal=Refusal.CREDIT_IS_SHORT)
        return None

    async def _with_earlier_answers(
        self, requests: dict[int, Request], answers: dict[int, TableAnswer]
    ) -> dict[int, TableAnswer]:
        """A request refused now may have been accepted earlier under the same id: then that answer stands."""
        places = [place for place, answer in answers.items() if answer.refusal and requests[place].id]
        if not places:
            return answers
        asked = [requests[place] for place in places]
        found = await asyncio.gather(*(self._events.earlier_outcome(each.id, each.digest) for each in asked))
        earlier = zip(places, found, strict=True)
        return answers | {place: _answered_before(outcome) for place, outcome in earlier if outcome is not None}

    async def _purses(self, commands: list[Command]) -> Purses:
        """Purses of the patrons concerned, as they will be once everything under way is stored."""
        patrons: set[str] = set()
        for command in commands:
            patrons |= purses_of(command, self._ahead[0])
        balances = await self._wallet.balances(patrons)
        allowance, moving = self._allowances.of, self._moving
        return Purses(
            {patron: allowance(patron, balance + moving.get(patron, 0)) for patron, balance in balances.items()}
        )


def _answered_before(outcome: Repeated | Refused) -> TableAnswer:
    if isinstance(outcome, Repeated):
        return TableAnswer(msgspec.json.decode(outcome.answer, type=StoredAnswer).version)
    return TableAnswer(refusal=ServerRefusal.ID_WAS_USED)
