"""The floor's lease in PostgreSQL: who may write, since which epoch, and when the holder's last heartbeat was.

Times come from the database: clocks of servers are never compared. Records are written while the lease is locked, so
that no write of an old holder lands after it was taken.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from os import urandom

from punto.server.store.failures import FloorIsTaken
from punto.server.store.postgres.connection import Connection, Row
from punto.server.store.values import FLOOR, NOBODY, Lease

TRIAL = "trial"  # nobody ever sees it
TRIAL_BYTES = 256 * 1024
LEASE = """
    select epoch, holder, (extract(epoch from clock_timestamp() - renewed) * 1000)::bigint,
           (extract(epoch from clock_timestamp()) * 1000)::bigint from leases where name = $1
"""
TAKE = """
    insert into leases (name, epoch, holder) values ($1, $2 + 1, $3)
    on conflict (name) do update set epoch = excluded.epoch, holder = excluded.holder, renewed = clock_timestamp()
    where leases.epoch = $2 returning epoch
"""


class PostgresLease(ABC):
    """A part of `PostgresStore`, which has the connections."""

    _floor_epoch = 0  # for those that hold no floor: tools, tests
    _on_taken: Callable[[], None] | None = None

    @abstractmethod
    async def _rows_at_once(self, statement: str, *values: object) -> list[Row]:
        """On a connection that no report keeps busy."""

    @abstractmethod
    def _transaction(self) -> AbstractAsyncContextManager[Connection]: ...

    async def lease(self) -> Lease:
        rows = await self._rows_at_once(LEASE, FLOOR)
        return Lease(*rows[0]) if rows else NOBODY

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        async with self._transaction() as connection:
            await connection.fetch("select 1 from leases where name = $1 for update", FLOOR)  # writers finish first
            row = await connection.fetchrow(TAKE, FLOOR, after, holder)
        return row[0] if row else None

    async def renew_lease(self, epoch: int) -> bool:
        rows = await self._rows_at_once(
            "update leases set renewed = clock_timestamp() where name = $1 and epoch = $2 returning epoch", FLOOR, epoch
        )
        return bool(rows)

    async def touch_lease(self, epoch: int) -> bool:
        """The heartbeat first: a holder that cannot write is no silent one. Then as much as a busy commit writes, which
        is not to be compressed: a row still fits on a full disk."""
        is_ours = await self.renew_lease(epoch)
        if is_ours:
            async with self._transaction() as connection:
                await connection.execute(
                    "insert into leases (name, epoch, holder) values ($1, 0, $2)", TRIAL, urandom(TRIAL_BYTES)
                )
                await connection.execute("delete from leases where name = $1", TRIAL)
        return is_ours

    async def release_lease(self, epoch: int) -> None:
        await self._rows_at_once("update leases set holder = '' where name = $1 and epoch = $2", FLOOR, epoch)

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        self._floor_epoch, self._on_taken = epoch, on_taken

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Connection]:
        """A writing transaction, while the floor is ours."""
        async with self._transaction() as connection:
            if self._floor_epoch:
                row = await connection.fetchrow("select epoch from leases where name = $1 for key share", FLOOR)
                self._check_floor(row[0] if row else 0)
            yield connection

    def _check_floor(self, epoch: int | None) -> None:
        if self._floor_epoch and epoch not in (None, self._floor_epoch):
            if self._on_taken:
                self._on_taken()
            raise FloorIsTaken
