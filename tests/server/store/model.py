"""A model of a store: dictionaries, one change after another, nothing merged or optimized."""

from collections.abc import Sequence

from punto.server.store.values import (
    CHAIN_START,
    Change,
    Claim,
    Given,
    Outcome,
    Refused,
    Stored,
    StoredEvent,
    StoreRefusal,
    chained,
)


class ModelStore:
    def __init__(self) -> None:
        self.epochs: dict[str, int] = {}
        self.events: dict[str, list[StoredEvent]] = {}
        self.balances: dict[str, int] = {}
        self.lines: dict[str, list[tuple[str, int, int]]] = {}  # stream, version, amount
        self.answers: dict[str, Given] = {}

    def claim(self, stream: str) -> Claim:
        self.epochs[stream] = self.epochs.get(stream, 0) + 1
        return Claim(self.epochs[stream], self.version(stream), self.head(stream))

    def version(self, stream: str) -> int:
        return len(self.events.get(stream, []))

    def head(self, stream: str) -> bytes:
        return self.events[stream][-1].head if self.events.get(stream) else CHAIN_START

    def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        stopped = set()
        for change in changes:
            outcome = self._store(change, stream_has_stopped=change.stream in stopped)
            if isinstance(outcome, Refused) and outcome.reason is not StoreRefusal.ID_WAS_USED:
                stopped.add(change.stream)
            outcomes.append(outcome)
        return outcomes

    def _store(self, change: Change, *, stream_has_stopped: bool) -> Outcome:
        if change.command in self.answers:
            return self.answers[change.command].outcome(change.digest)
        if stream_has_stopped:
            return Refused(StoreRefusal.STREAM_HAS_STOPPED)
        if self.epochs.get(change.stream) != change.epoch:
            return Refused(StoreRefusal.EPOCH_IS_OLD)
        if self.version(change.stream) != change.version:
            return Refused(StoreRefusal.VERSION_HAS_MOVED)
        for account, amount in change.journal.items():
            kind = account.split(":")[0]
            if amount < 0 and kind not in ("house", "cashier") and self.balances.get(account, 0) + amount < 0:
                return Refused(StoreRefusal.BALANCE_IS_SHORT, account)
        for body in change.events:
            version = self.version(change.stream) + 1
            head = chained(self.head(change.stream), version, body)
            self.events.setdefault(change.stream, []).append(StoredEvent(version, body, head))
        for account, amount in change.journal.items():
            self.balances[account] = self.balances.get(account, 0) + amount
            self.lines.setdefault(account, []).append((change.stream, self.version(change.stream), amount))
        if change.command:
            self.answers[change.command] = Given(change.answer, change.digest)
        purses = {name: self.balances[name] for name in change.journal if name.startswith("purse:")}
        told = {name: self.balances.get(name, 0) for name in change.tells}
        return Stored(self.version(change.stream), self.head(change.stream), purses | told)
