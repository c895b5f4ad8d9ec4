"""What a batch of changes does, decided in one place for every engine.

Inside its transaction, an engine reads what the changes look at (`looked_at`) and writes what `Plan` has gathered. In
between, each change is judged on the state its predecessors leave: a purse that only a later change refills is short.
The engines' own constraints back this up, and are never hit unless this file is wrong.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from punto.ledger.accounts import PURSE, Account, may_be_negative
from punto.ledger.journal import AMOUNT_MAX
from punto.server.store.values import (
    CHANGES_AT_ONCE,
    Change,
    Claim,
    Given,
    Outcome,
    Refused,
    Repeated,
    Stored,
    StoreRefusal,
    chained,
)

Changes = Sequence[Change]


class BrieflyStored(Struct, frozen=True, tag=True, array_like=True):
    """`Stored`, short, for sending between processes: the reader knows from the change whose balances they are."""

    version: int
    head: bytes
    balances: list[int]


BriefOutcome = BrieflyStored | Repeated | Refused


class LookedAt(Struct):
    streams: list[str]  # sorted: every transaction locks them in this order
    commands: list[str]
    accounts: list[str]


class Plan:
    """Starts from what the transaction read; every change that is stored adds to what it writes."""

    def __init__(self, streams: dict[str, Claim], answers: dict[str, Given], balances: dict[str, int]) -> None:
        self._streams = streams
        self._answers = answers
        self.balances = balances  # after the changes so far
        self.events: list[tuple[str, int, bytes, bytes]] = []  # stream, version, body, head
        self.journals: list[tuple[str, int, dict[str, int]]] = []  # stream, version, lines
        self.answers: list[tuple[Change, int]] = []  # with the version the change leads to
        self.moved: set[str] = set()  # streams with new events

    def outcomes(self, batch: Changes) -> list[BriefOutcome]:
        stopped: set[str] = set()
        return [self._outcome(change, stopped) for change in batch]

    def claim(self, stream: str) -> Claim:
        return self._streams[stream]

    def _outcome(self, change: Change, stopped: set[str]) -> BriefOutcome:
        if change.command and (given := self._answers.get(change.command)) is not None:
            return given.outcome(change.digest)
        refused = self._refused(change, stopped)
        if refused is not None:
            stopped.add(change.stream)
            return refused
        return self._stored(change)

    def _refused(self, change: Change, stopped: set[str]) -> Refused | None:
        if change.stream in stopped:
            return Refused(StoreRefusal.STREAM_HAS_STOPPED)
        claim = self._streams.get(change.stream)
        if claim is None or claim.epoch != change.epoch:
            return Refused(StoreRefusal.EPOCH_IS_OLD)
        if claim.version != change.version:
            return Refused(StoreRefusal.VERSION_HAS_MOVED)
        balances = self.balances
        for account, amount in change.journal.items():
            if amount < 0 and balances.get(account, 0) + amount < 0 and not may_be_negative(Account(account)):
                return Refused(StoreRefusal.BALANCE_IS_SHORT, account)
        return None

    def _stored(self, change: Change) -> BrieflyStored:
        claim = self._streams[change.stream]
        version, head = claim.version, claim.head
        for body in change.events:
            version += 1
            head = chained(head, version, body)
            self.events.append((change.stream, version, body, head))
        if change.events:
            self._streams[change.stream] = Claim(claim.epoch, version, head)
            self.moved.add(change.stream)
        told: list[int] = []
        if change.journal:
            balances = self.balances
            for account, amount in change.journal.items():
                balance = balances[account] = balances.get(account, 0) + amount
                if account.startswith(PURSE):
                    told.append(balance)
            self.journals.append((change.stream, version, change.journal))
        told += [self.balances.get(account, 0) for account in change.tells]
        if change.command:
            self._answers[change.command] = Given(change.answer, change.digest)
            self.answers.append((change, version))
        return BrieflyStored(version, head, told)


def at_length(change: Change, outcome: BriefOutcome) -> Outcome:
    if not isinstance(outcome, BrieflyStored):
        return outcome
    balances: dict[str, int] = {}
    left = iter(outcome.balances)
    for account in change.journal:
        if account.startswith(PURSE):
            balances[account] = next(left)
    for account in change.tells:
        balances[account] = next(left)
    assert next(left, None) is None, "the balances told are those of these accounts"
    return Stored(outcome.version, outcome.head, balances)


def looked_at(batches: Iterable[Changes]) -> LookedAt:
    streams: set[str] = set()
    commands: set[str] = set()
    accounts: dict[str, None] = {}
    for batch in batches:
        for change in batch:
            streams.add(change.stream)
            commands.add(change.command)
            accounts.update(dict.fromkeys(change.journal))
            accounts.update(dict.fromkeys(change.tells))
    return LookedAt(sorted(streams), list(commands - {""}), list(accounts))


def check_batch(batch: Changes) -> None:
    """Stops a buggy caller before its changes are merged with others'."""
    assert len(batch) <= CHANGES_AT_ONCE, f"{len(batch)} changes at once are too many"
    for change in batch:
        amounts = change.journal.values()
        assert sum(amounts) == 0, f"a journal sums to zero: {change.journal}"
        assert not amounts or max(map(abs, amounts)) <= AMOUNT_MAX, f"an amount is too large: {change.journal}"
