"""One table on a store: commands are decided in batches, stored with their money, and folded once they are stored.

Nothing is believed before it is durable. A command is answered from the store's own word, so the same id twice gets
the same answer, also across a crash; what could not be stored is decided again on the state as it then is.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from punto.ledger.accounts import purse
from punto.rules.rulebook import RuleBook
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
from punto.table.commands import Command, CorrectCoup, VoidCoup
from punto.table.config import TableConfig
from punto.table.decide import decide
from punto.table.event_codec import decode_event, encode_event
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.money import journal_for
from punto.table.refusals import Refusal
from punto.table.state import Instant, Table

COMMANDS_AT_ONCE = 1_000


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


class Answer(msgspec.Struct, frozen=True):
    """Accepted at a version of the table, or refused by name."""

    version: int = 0
    refusal: str | None = None


@dataclass
class _Decided:
    """A request that was accepted on the state that the batch would lead to."""

    place: int
    change: Change
    events: tuple[Event, ...]


class TableStream:
    def __init__(self, store: TableStore, table: Table, epoch: int, version: int) -> None:
        self.table = table
        self.version = version
        self._store = store
        self._epoch = epoch

    @classmethod
    async def open(cls, store: TableStore, config: TableConfig, book: RuleBook) -> "TableStream":
        """Claim the table and fold what is stored of it."""
        claim = await store.claim(stream_of(config.id))
        table, version = Table(config, book), 0
        while stored := await store.read(stream_of(config.id), after=version):
            for event in stored:
                table = evolve(table, decode_event(event.body))
            version = stored[-1].version
        assert version == claim.version, "nobody writes to a claimed stream but the claimant"
        return cls(store, table, claim.epoch, version)

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
        money = await self._credits([request.command for request in requests.values()])
        table, version = self.table, self.version
        decided: list[_Decided] = []
        answers: dict[int, Answer] = {}
        ids: set[str] = set()
        for place, request in requests.items():
            if request.id in ids:
                continue  # the same id twice: the second is answered when the first is stored
            decision = decide(table, request.command, lambda patron: money.get(patron, 0), now)
            if isinstance(decision, Refusal):
                answers[place] = await self._earlier_answer(request) or Answer(refusal=decision)
                continue
            if not decision and not request.id:  # with an id, that nothing happened is an answer to be kept
                answers[place] = Answer(version)
                continue
            lines: dict[str, int] = defaultdict(int)
            for event in decision:
                for account, amount in journal_for(table, event).lines.items():
                    lines[account] += amount
                table = evolve(table, event)
            for patron in money:
                money[patron] += lines.get(purse(patron, table.config.currency), 0)
            decided.append(self._change(place, request, decision, lines, version))
            version += len(decision)
            ids |= {request.id} - {""}
        return decided, answers

    def _change(
        self, place: int, request: Request, events: tuple[Event, ...], lines: dict[str, int], version: int
    ) -> _Decided:
        change = Change(
            stream=stream_of(self.table.config.id),
            epoch=self._epoch,
            version=version,
            events=tuple(map(encode_event, events)),
            journal={account: amount for account, amount in lines.items() if amount},
            command=request.id,
            answer=msgspec.json.encode(Answer(version + len(events))),
        )
        return _Decided(place, change, events)

    def _settle(self, each: _Decided, outcome: Outcome) -> Answer | None:
        """The answer, or None when the request must be decided again."""
        match outcome:
            case Stored(version=version):
                for event in each.events:
                    self.table = evolve(self.table, event)
                self.version = version
                return Answer(version)
            case Repeated(answer=answer):
                return msgspec.json.decode(answer, type=Answer)
            case Refused(reason=StoreRefusal.EPOCH_IS_OLD):
                raise StreamIsTaken(each.change.stream)
            case Refused(reason=StoreRefusal.BALANCE_IS_SHORT):
                return Answer(refusal=Refusal.CREDIT_IS_SHORT)
        return None

    async def _earlier_answer(self, request: Request) -> Answer | None:
        stored = await self._store.answer_to(request.id) if request.id else None
        return None if stored is None else msgspec.json.decode(stored, type=Answer)

    async def _credits(self, commands: list[Command]) -> dict[str, int]:
        """What the patrons whom these commands concern have to spend."""
        patrons = {getattr(command, "patron", "") for command in commands} - {""}
        if self.table.last and any(isinstance(command, VoidCoup | CorrectCoup) for command in commands):
            patrons |= {wager.patron for wager in self.table.last.wagers}
        currency = self.table.config.currency
        balances = await self._store.balances([purse(patron, currency) for patron in sorted(patrons)])
        return {patron: balances[purse(patron, currency)] for patron in patrons}


def stream_of(table: str) -> str:
    return f"table:{table}"
