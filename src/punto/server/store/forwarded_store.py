"""Every call of a store, passed on: what stands between a store and its users overrides only what it changes.

Each call is bound once, when the object is made, and keeps its type: nothing is looked up by name when it is called.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from punto.server.store.interface import Store

P = ParamSpec("P")
R = TypeVar("R")
Call = Callable[P, Coroutine[Any, Any, R]]


class ForwardedStore(ABC):
    """All but `guard` and `close`, which concern whoever holds the store."""

    def __init__(self) -> None:
        self.read = self._read(lambda store: store.read)
        self.answer_to = self._read(lambda store: store.answer_to)
        self.checkpoint = self._read(lambda store: store.checkpoint)
        self.streams = self._read(lambda store: store.streams)
        self.snapshot = self._read(lambda store: store.snapshot)
        self.log_id = self._read(lambda store: store.log_id)
        self.balances = self._read(lambda store: store.balances)
        self.every_balance = self._read(lambda store: store.every_balance)
        self.balances_after = self._read(lambda store: store.balances_after)
        self.record = self._read(lambda store: store.record)
        self.records = self._read(lambda store: store.records)
        self.person = self._read(lambda store: store.person)
        self.followed = self._read(lambda store: store.followed)
        self.plays = self._read(lambda store: store.plays)
        self.plays_of = self._read(lambda store: store.plays_of)
        self.bet_totals = self._read(lambda store: store.bet_totals)
        self.lease = self._read(lambda store: store.lease)
        self.renew_lease = self._read(lambda store: store.renew_lease)

        self.claim = self._write(lambda store: store.claim)
        self.forget_answers = self._write(lambda store: store.forget_answers)
        self.set_checkpoint = self._write(lambda store: store.set_checkpoint)
        self.drop_events = self._write(lambda store: store.drop_events)
        self.drop_journals = self._write(lambda store: store.drop_journals)
        self.keep_snapshot = self._write(lambda store: store.keep_snapshot)
        self.renew_log_id = self._write(lambda store: store.renew_log_id)
        self.keep_record = self._write(lambda store: store.keep_record)
        self.forget_record = self._write(lambda store: store.forget_record)
        self.drop_marks = self._write(lambda store: store.drop_marks)
        self.keep_person = self._write(lambda store: store.keep_person)
        self.erase_person = self._write(lambda store: store.erase_person)
        self.keep_plays = self._write(lambda store: store.keep_plays)
        self.take_lease = self._write(lambda store: store.take_lease)
        self.release_lease = self._write(lambda store: store.release_lease)

        self.commit = self._large_write(lambda store: store.commit)
        self.touch_lease = self._large_write(lambda store: store.touch_lease)

    @abstractmethod
    def _read(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]: ...

    def _write(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        return self._read(call_of)

    def _large_write(self, call_of: Callable[[Store], Call[P, R]]) -> Call[P, R]:
        """One whose success shows that a store in trouble is well again: smaller ones fit on a nearly full disk."""
        return self._write(call_of)
