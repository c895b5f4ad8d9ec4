"""One table on a store: commands are decided in batches, stored with their money, and folded once they are stored.

Nothing is believed before it is durable. A command is answered from the store's own word, so the same id twice gets
the same answer, also across a crash; what could not be stored is decided again on the state as it then is.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from punto.ledger.accounts import purse
from punto.rules.rulebook import RuleBook
from punto.server.people.promises import Promises
from punto.server.store.interface import (
    EVENTS_READ_AT_ONCE,
    Change,
    Claim,
    Outcome,
    Refused,
    Repeated,
    Stored,
    StoredEvent,
    StoreRefusal,
)
from punto.table.betting import Decision
from punto.table.commands import Command, CorrectCoup, VoidCoup
from punto.table.config import TableConfig
from punto.table.decide import decide
from punto.table.event_codec import decode_event, encode_event
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.limits import Credit
from punto.table.money import journal_for, unmoved_purses
from punto.table.refusals import Refusal
from punto.table.state import Instant, Table

COMMANDS_AT_ONCE = 1_000
_ENCODER = msgspec.json.Encoder()
OWN_LIMIT_IS_REACHED = "own_limit_is_reached"


class TableStore(Protocol):
    """What a table needs of a store."""

    async def claim(self, stream: str) -> Claim: ...

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]: ...

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]: ...

    async def answer_to(self, command: str) -> bytes | None: ...

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]: ...


class StreamIsTaken(Exception):
    """Another process has claimed the table; this one must not go on."""


class Request(msgspec.Struct, frozen=True):
    command: Command
    id: str = ""  # the sender's, with the sender in it; empty for our own
    at: Instant | None = None  # when it arrived: a slow commit makes no punctual bet late. None: now
    round: tuple[int, int] | None = None  # shoe and coup that it is meant for. None: whichever runs


class Happened(msgspec.Struct, frozen=True):
    """An event that is stored, between the states that it parts."""

    before: Table
    event: Event
    after: Table
    version: int  # of the stream
    balances: Mapping[str, int]  # of the purses that the event's command has moved; empty when it is read again


class Answer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table, or refused by name."""

    version: int = 0
    refusal: str | None = None


@dataclass
class _Decided:
    """A request that was accepted on the state that the batch would lead to."""

    place: int
    change: Change
    steps: list[tuple[Table, Event, Table]]  # each event between the states that it parts


Observer = Callable[[Happened], None]
Spendable = Callable[[str, int], int]  # patron and balance to what may be staked of it


def _nobody(_: Happened) -> None:
    pass


def _all_of_it(_: str, balance: int) -> int:
    return balance


class TableStream:
    def __init__(
        self,
        store: TableStore,
        table: Table,
        epoch: int,
        version: int,
        *,
        observer: Observer = _nobody,
        spendable: Spendable = _all_of_it,
        promises: Promises | None = None,
    ) -> None:
        self.table = table
        self.version = version
        self._store = store
        self._stream = stream_of(table.config.id)
        self._epoch = epoch
        self._observer = observer
        self._spendable = spendable
        self._promises = promises or Promises()

    @classmethod
    async def open(
        cls,
        store: TableStore,
        config: TableConfig,
        book: RuleBook,
        *,
        start: tuple[Table, int] | None = None,
        observer: Observer = _nobody,
        spendable: Spendable = _all_of_it,
        promises: Promises | None = None,
    ) -> "TableStream":
        """Claim the table and fold what is stored of it, from a state and its version where one is kept.

        The observer hears of every event that is folded, and of all that follow.
        """
        claim = await store.claim(stream_of(config.id))
        table, version = start or (Table(config, book), 0)
        while stored := await store.read(stream_of(config.id), after=version):
            for each in stored:
                event = decode_event(each.body)
                before, table = table, evolve(table, event)
                observer(Happened(before, event, table, each.version, {}))
            version = stored[-1].version
        assert version == claim.version, "nobody writes to a claimed stream but the claimant"
        return cls(store, table, claim.epoch, version, observer=observer, spendable=spendable, promises=promises)

    async def handle(self, requests: Sequence[Request], now: Instant) -> list[Answer]:
        """Answer each request in order, all that can be stored together in one transaction."""
        answers: dict[int, Answer] = {}
        while len(answers) < len(requests):
            waiting = [place for place in range(len(requests)) if place not in answers][:COMMANDS_AT_ONCE]
            decided, refused = await self._decide({place: requests[place] for place in waiting}, now)
            outcomes = await self._store.commit([each.change for each in decided]) if decided else []
            settled_up_to = len(requests)
            for each, outcome in zip(decided, outcomes, strict=True):
                answer = self._settle(each, outcome)
                if answer is not None:
                    answers[each.place] = answer
                if not isinstance(outcome, Stored):  # what was decided after it, was decided on a state that never came
                    settled_up_to = min(settled_up_to, each.place)
            answers |= {place: answer for place, answer in refused.items() if place < settled_up_to}
            assert any(place in answers for place in waiting), "each round answers one request at the least"
        return [answers[place] for place in range(len(requests))]

    async def _decide(self, requests: dict[int, Request], now: Instant) -> tuple[list[_Decided], dict[int, Answer]]:
        """Decide in order on the evolving state: what is to be stored, and what is answered without."""
        self._promises.settle()
        money, limited = await self._credits([request.command for request in requests.values()])
        patron_of: dict[str, str] = {purse(patron, self.table.config.currency): patron for patron in money}
        table, version = self.table, self.version
        decided: list[_Decided] = []
        answers: dict[int, Answer] = {}
        ids: set[str] = set()

        def credit(patron: str) -> int:
            return money.get(patron, 0)

        for place, request in requests.items():
            if request.id in ids:
                continue  # the same id twice: the second is answered when the first is stored
            decision = _decision(table, request, credit, now)
            if isinstance(decision, Refusal):
                answers[place] = Answer(refusal=_named(decision, request, limited))
                continue
            if not decision and not request.id:  # with an id, that nothing happened is an answer to be kept
                answers[place] = Answer(version)
                continue
            each = self._decided(place, request, table, decision, version)
            for account, amount in each.change.journal.items():
                if account in patron_of:
                    money[patron_of[account]] += amount
            decided.append(each)
            version += len(decision)
            table = each.steps[-1][2] if each.steps else table
            if limited and (patron := getattr(request.command, "patron", "")) in limited:
                self._promises.make(patron, table.seat(patron).staked)
            if request.id:
                ids.add(request.id)
        return decided, await self._with_earlier_answers(requests, answers)

    def _decided(self, place: int, request: Request, table: Table, events: tuple[Event, ...], version: int) -> _Decided:
        lines: dict[str, int] = {}
        tells: tuple[str, ...] = ()
        steps = []
        for event in events:
            for account, amount in journal_for(table, event).lines.items():
                lines[account] = lines.get(account, 0) + amount
            tells += unmoved_purses(table, event)
            before, table = table, evolve(table, event)
            steps.append((before, event, table))
        change = Change(
            stream=self._stream,
            epoch=self._epoch,
            version=version,
            events=tuple(map(encode_event, events)),
            journal=lines if all(lines.values()) else {account: amount for account, amount in lines.items() if amount},
            command=request.id,
            answer=_ENCODER.encode(Answer(version + len(events))) if request.id else b"",
            tells=tells,
        )
        return _Decided(place, change, steps)

    def _settle(self, each: _Decided, outcome: Outcome) -> Answer | None:
        """The answer, or None when the request must be decided again."""
        match outcome:
            case Stored(version=version, balances=balances):
                for before, event, after in each.steps:  # a stored change was decided on what is now the state
                    self.version += 1
                    self.table = after
                    self._observer(Happened(before, event, after, self.version, balances))
                assert self.version == version, "a stored change adds its events and no others"
                return Answer(version)
            case Repeated(answer=answer):
                return msgspec.json.decode(answer, type=Answer)
            case Refused(reason=StoreRefusal.EPOCH_IS_OLD):
                raise StreamIsTaken(each.change.stream)
            case Refused(reason=StoreRefusal.BALANCE_IS_SHORT):
                return Answer(refusal=Refusal.CREDIT_IS_SHORT)
        return None

    async def _with_earlier_answers(
        self, requests: dict[int, Request], answers: dict[int, Answer]
    ) -> dict[int, Answer]:
        """What is refused now may have been accepted before, under the same id: then that answer stands."""
        places = [place for place, answer in answers.items() if answer.refusal and requests[place].id]
        if not places:
            return answers
        stored = await asyncio.gather(*(self._store.answer_to(requests[place].id) for place in places))
        earlier = {place: found for place, found in zip(places, stored, strict=True) if found is not None}
        return answers | {place: msgspec.json.decode(found, type=Answer) for place, found in earlier.items()}

    async def _credits(self, commands: list[Command]) -> tuple[dict[str, int], set[str]]:
        """What the patrons of these commands have to spend, and who of them is held back by a limit of their own."""
        patrons = {getattr(command, "patron", "") for command in commands} - {""}
        if self.table.last and any(isinstance(command, VoidCoup | CorrectCoup) for command in commands):
            patrons |= {wager.patron for wager in self.table.last.wagers}
        currency = self.table.config.currency
        balances = await self._store.balances([purse(patron, currency) for patron in sorted(patrons)])
        held = {patron: balances[purse(patron, currency)] for patron in patrons}
        spendable = {patron: self._spendable(patron, balance) for patron, balance in held.items()}
        return spendable, {patron for patron in patrons if spendable[patron] < held[patron]}


def _decision(table: Table, request: Request, credit: Credit, now: Instant) -> Decision:
    if request.round is not None and request.round != (table.shoe, table.coup):
        return Refusal.BETTING_IS_CLOSED
    return decide(table, request.command, credit, now if request.at is None else request.at)


def _named(refusal: Refusal, request: Request, limited: set[str]) -> str:
    """Credit that is short because of a patron's own limit is called by that name."""
    is_own_limit = refusal is Refusal.CREDIT_IS_SHORT and getattr(request.command, "patron", "") in limited
    return OWN_LIMIT_IS_REACHED if is_own_limit else refusal


def stream_of(table: str) -> str:
    return f"table:{table}"
