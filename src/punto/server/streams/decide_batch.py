"""A batch of commands decided in order, each on what its predecessors lead to: what is to be stored, what is answered
without."""

from dataclasses import dataclass

import msgspec

from punto.ledger.accounts import purse
from punto.server.store.values import Change
from punto.server.streams.batch import Batch, Decided
from punto.server.streams.event_stream import EventStream
from punto.server.streams.refused import refused
from punto.server.streams.request import OWN_LIMIT_IS_REACHED, Answer, Request, StoredAnswer
from punto.table.commands import TakeBack
from punto.table.decide import decide
from punto.table.event_codec import encode_event
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.money import journal_for, unmoved_purses
from punto.table.refusals import Decision, Refusal
from punto.table.state import Instant, Table

_ENCODER = msgspec.json.Encoder()


@dataclass
class Purses:
    held: dict[str, int]  # by patron
    held_back: dict[str, int]  # how much of it a limit of their own keeps from being staked
    limited: set[str]  # who has such limits, whether they hold anything back or not

    def move(self, patron: str, amount: int) -> None:
        self.held[patron] += amount

    def spendable(self, patron: str) -> int:
        return self.held[patron] - self.held_back[patron] if patron in self.held else 0

    def balance(self, patron: str) -> int:
        return self.held.get(patron, 0)


class Decider:
    """For one claimed stream."""

    def __init__(self, stream: EventStream, currency: str) -> None:
        self._stream = stream.name
        self._epoch = stream.epoch
        self._currency = currency

    def decide(self, batch: Batch, table: Table, version: int, purses: Purses) -> tuple[Table, int]:
        """The state and version to which the batch leads."""
        patron_of: dict[str, str] = {purse(patron, self._currency): patron for patron in purses.held}
        ids: set[str] = set()
        for place, request in batch.requests.items():
            if request.id in ids:
                continue  # the same id twice: the second is answered when the first is stored
            decision = _decision(table, request, purses, batch.now)
            if isinstance(decision, str):
                batch.unstored[place] = refused(
                    _named(decision, request, purses), table, request.command, purses.spendable
                )
                continue
            if not decision and not request.id:  # with an id, that nothing happened is an answer to be kept
                batch.unstored[place] = Answer(version)
                continue
            each = self._decided(place, request, table, decision, version, batch.now)
            for account, amount in each.change.journal.items():
                if account in patron_of:
                    purses.move(patron_of[account], amount)
                    batch.moves[patron_of[account]] += amount
            batch.decided.append(each)
            version += len(decision)
            table = each.steps[-1][2] if each.steps else table
            if purses.limited and (patron := getattr(request.command, "patron", "")) in purses.limited:
                batch.promised[patron] = table.seat(patron).staked
            if request.id:
                ids.add(request.id)
        return table, version

    def _decided(
        self, place: int, request: Request, table: Table, events: tuple[Event, ...], version: int, now: Instant
    ) -> Decided:
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
            answer=_ENCODER.encode(StoredAnswer(version + len(events))) if request.id else b"",
            tells=tells,
            digest=request.digest if request.id else b"",
            at=now,
        )
        return Decided(place, change, steps)


def _decision(table: Table, request: Request, purses: Purses, now: Instant) -> Decision | str:
    """What is staked is held against patrons' own limits, what is taken back from them is not."""
    if request.refusal is not None:
        return request.refusal
    if request.round is not None and request.round != (table.shoe, table.coup):
        return Refusal.BETTING_IS_CLOSED
    credit = purses.balance if isinstance(request.command, TakeBack) else purses.spendable
    return decide(table, request.command, credit, now if request.at is None else request.at)


def _named(refusal: str, request: Request, purses: Purses) -> str:
    """Credit that is short because of a patron's own limit is called by that name."""
    is_held_back = purses.held_back.get(getattr(request.command, "patron", ""), 0) > 0
    return OWN_LIMIT_IS_REACHED if refusal is Refusal.CREDIT_IS_SHORT and is_held_back else refusal
