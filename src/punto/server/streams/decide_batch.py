"""Decides a batch of commands in order, each on the state its predecessors lead to."""

from collections.abc import Mapping

import msgspec

from punto.ledger.accounts import Account
from punto.rules.money import Amount
from punto.server.protocol.refusals import AnyRefusal
from punto.server.store.values import Change
from punto.server.streams.batch import Batch, Decided
from punto.server.streams.event_stream import EventStream
from punto.server.streams.refused import refused
from punto.server.streams.request import Request, StoredAnswer, TableAnswer
from punto.server.streams.wallets.allowances import NOBODY, Allowance
from punto.server.streams.wallets.wallet import Wallet
from punto.table.commands import Command, TakeBack, patron_of
from punto.table.decide import decide
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.limits import Credit
from punto.table.money import move_of, purse_changes
from punto.table.refusals import Decision, Refusal
from punto.table.state import Instant, Table
from punto.table.stored.event_codec import encode_event

_ENCODER = msgspec.json.Encoder()


class Purses(dict[str, Allowance]):
    """By patron, as the batch so far leaves them."""

    def spendable(self, patron: str) -> int:
        return self.get(patron, NOBODY).spendable

    def balance(self, patron: str) -> int:
        return self.get(patron, NOBODY).balance


def purses_of(command: Command, table: Table) -> set[str]:
    """The patrons whose purses a decision depends on."""
    patron = patron_of(command)
    if patron:  # most commands are theirs
        return {patron}
    if isinstance(command, TakeBack) and (settled := table.settled_coup(*command.of)):
        return {wager.patron for wager in settled.wagers}
    return set()


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
            patron = patron_of(request.command)
            own = purses.get(patron, NOBODY)
            credit = (
                purses.spendable if patron else purses.balance
            )  # own limits hold back stakes, not what staff take back
            decision = _decision(table, request, credit, batch.now)
            if isinstance(decision, str):
                batch.unstored[place] = refused(own.name_of(decision), table, request.command, own.spendable)
                continue
            if not decision and not request.id:  # with an id, the answer is stored even when nothing happened
                batch.unstored[place] = TableAnswer(version)
                continue
            each = self._decided(place, request, table, decision, version, batch, purses)
            batch.decided.append(each)
            version += len(decision)
            table = each.steps[-1][2] if each.steps else table
            if own.has_limits:
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
                if purses:
                    for patron, amount in purse_changes(move, purses):
                        purses[patron].balance += amount
                        batch.moves[patron] = batch.moves.get(patron, 0) + amount
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


def _decision(table: Table, request: Request, credit: Credit, now: Instant) -> Decision | AnyRefusal:
    if request.refusal is not None:
        return request.refusal
    if request.round is not None and request.round != (table.shoe, table.coup):
        return Refusal.BETTING_IS_CLOSED
    return decide(table, request.command, credit, now if request.at is None else request.at)
