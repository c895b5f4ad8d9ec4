"""Decides a batch of commands in order, each on the state its predecessors lead to."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from punto.ledger.accounts import Account
from punto.rules.money import Amount
from punto.server.store.values import Change
from punto.server.streams.batch import Batch, Decided
from punto.server.streams.event_stream import EventStream
from punto.server.streams.refused import refused
from punto.server.streams.request import OWN_LIMIT_IS_REACHED, Answer, Request, StoredAnswer
from punto.server.streams.wallet import Wallet
from punto.table.commands import TakeBack
from punto.table.decide import decide
from punto.table.event_codec import encode_event
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.money import move_of, purse_changes
from punto.table.refusals import Decision, Refusal
from punto.table.state import Instant, Table

_ENCODER = msgspec.json.Encoder()


@dataclass
class Purses:
    held: dict[str, int]  # by patron
    held_back: dict[str, int]  # how much of it their own limits keep from being staked
    limited: set[str]  # patrons with own limits, whether they hold anything back or not

    def move(self, patron: str, amount: int) -> None:
        self.held[patron] += amount

    def spendable(self, patron: str) -> int:
        return self.held[patron] - self.held_back[patron] if patron in self.held else 0

    def balance(self, patron: str) -> int:
        return self.held.get(patron, 0)


class Decider:
    """For one claimed stream."""

    def __init__(self, stream: EventStream, wallet: Wallet) -> None:
        self._stream = stream.name
        self._epoch = stream.epoch
        self._wallet = wallet

    def decide(self, batch: Batch, table: Table, version: int, purses: Purses) -> tuple[Table, int]:
        """Returns the state and version that the batch leads to."""
        ids: set[str] = set()
        for place, request in batch.requests.items():
            if request.id in ids:
                continue  # a repeated id is answered once the first is stored
            decision = _decision(table, request, purses, batch.now)
            if isinstance(decision, str):
                batch.unstored[place] = refused(
                    _named(decision, request, purses), table, request.command, purses.spendable
                )
                continue
            if not decision and not request.id:  # with an id, the answer is stored even when nothing happened
                batch.unstored[place] = Answer(version)
                continue
            each = self._decided(place, request, table, decision, version, batch, purses)
            batch.decided.append(each)
            version += len(decision)
            table = each.steps[-1][2] if each.steps else table
            if purses.limited and (patron := getattr(request.command, "patron", "")) in purses.limited:
                batch.promised[patron] = table.seat(patron).staked
            if request.id:
                ids.add(request.id)
        return table, version

    def _decided(
        self,
        place: int,
        request: Request,
        table: Table,
        events: tuple[Event, ...],
        version: int,
        batch: Batch,
        purses: Purses,
    ) -> Decided:
        journal: dict[str, int] = {}
        tells: tuple[str, ...] = ()
        steps = []
        for event in events:
            move = move_of(event)
            if move is not None:
                booking = self._wallet.book(table, move)
                journal = _added(journal, booking.journal)
                tells += booking.tells
                if purses.held:
                    for patron, amount in purse_changes(move, purses.held):
                        purses.move(patron, amount)
                        batch.moves[patron] += amount
            before, table = table, evolve(table, event)
            steps.append((before, event, table))
        change = Change(
            stream=self._stream,
            epoch=self._epoch,
            version=version,
            events=tuple(map(encode_event, events)),
            journal=journal,
            command=request.id,
            answer=_ENCODER.encode(StoredAnswer(version + len(events))) if request.id else b"",
            tells=tells,
            digest=request.digest if request.id else b"",
            at=batch.now,
        )
        return Decided(place, change, steps)


def _added(journal: dict[str, int], lines: Mapping[Account, Amount]) -> dict[str, int]:
    if not journal:
        return dict(lines.items())
    for account, amount in lines.items():
        journal[account] = journal.get(account, 0) + amount
    return {account: amount for account, amount in journal.items() if amount}


def _decision(table: Table, request: Request, purses: Purses, now: Instant) -> Decision | str:
    """Own limits apply to stakes, not to money that is taken back from patrons."""
    if request.refusal is not None:
        return request.refusal
    if request.round is not None and request.round != (table.shoe, table.coup):
        return Refusal.BETTING_IS_CLOSED
    credit = purses.balance if isinstance(request.command, TakeBack) else purses.spendable
    return decide(table, request.command, credit, now if request.at is None else request.at)


def _named(refusal: str, request: Request, purses: Purses) -> str:
    """When a patron's own limit makes credit short, the refusal says so."""
    is_held_back = purses.held_back.get(getattr(request.command, "patron", ""), 0) > 0
    return OWN_LIMIT_IS_REACHED if refusal is Refusal.CREDIT_IS_SHORT and is_held_back else refusal
