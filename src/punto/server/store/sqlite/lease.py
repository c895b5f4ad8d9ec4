"""The floor's lease in an SQLite file: who may write, and since which epoch.

The file needs no clock of its own: everybody who can open it is on the same machine, so a lock of the operating system
tells whether the holder is alive (`floor_lock.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from punto.server.store.failures import FloorIsTaken
from punto.server.store.values import FLOOR, NOBODY, Lease

TRIAL = "trial"  # stands for a moment, and is nobody's
TRIAL_BYTES = 256 * 1024
TAKE = """
    insert into leases (name, epoch, holder) values (?1, ?2 + 1, ?3)
    on conflict do update set epoch = excluded.epoch, holder = excluded.holder where leases.epoch = ?2 returning epoch
"""


class SqliteLease(ABC):
    """A part of `SqliteStore`, which has the connection."""

    _floor_epoch = 0  # for those that hold no floor: tools, tests
    _on_taken: Callable[[], None] | None = None

    @abstractmethod
    def _rows(self, statement: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    def _transaction(self, kind: str = "immediate") -> AbstractContextManager[None]: ...

    def lease(self) -> Lease:
        rows = self._rows("select epoch, holder from leases where name = ?", FLOOR)
        return Lease(*rows[0]) if rows else NOBODY

    def take_lease(self, holder: bytes, after: int) -> int | None:
        with self._transaction():
            rows = self._rows(TAKE, FLOOR, after, holder)
        return rows[0][0] if rows else None

    def renew_lease(self, epoch: int) -> bool:
        return self.lease().epoch == epoch

    def touch_lease(self, epoch: int) -> bool:
        """Writes more than a busy commit does: a page or two still fits on a nearly full disk."""
        with self._transaction():
            self._rows(
                "insert or replace into leases (name, epoch, holder) values (?, 0, zeroblob(?))", TRIAL, TRIAL_BYTES
            )
        with self._transaction():
            self._rows("delete from leases where name = ?", TRIAL)
        return self.renew_lease(epoch)

    def release_lease(self, epoch: int) -> None:
        with self._transaction():
            self._rows("update leases set holder = x'' where name = ? and epoch = ?", FLOOR, epoch)

    def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        self._floor_epoch, self._on_taken = epoch, on_taken

    def _check_floor(self) -> None:
        """Inside a transaction that is about to write."""
        if self._floor_epoch and self.lease().epoch != self._floor_epoch:
            if self._on_taken:
                self._on_taken()
            raise FloorIsTaken
