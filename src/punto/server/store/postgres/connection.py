"""The edge to asyncpg, which has no types: the parts of a connection we use, and what its errors mean."""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, cast

import asyncpg  # type: ignore[import-untyped]

from punto.server.store.failures import StoreCannotBeOpened, StoreIsLost

READING_SECONDS_MAX = 60.0  # a report may take long
CONNECTING_SECONDS_MAX = 10.0
WRITING_SECONDS_MAX = 15.0  # a little longer than PostgreSQL lets a transaction last: then nobody is there
UNHEARD_MS_MAX = 4_000  # idle inside a transaction: a server that hangs holds no lock for longer than its floor
TRANSACTION_MS_MAX = 10_000  # far longer than the largest settlement takes
HAS_TRANSACTION_TIMEOUT = 17  # and so have later versions

CLOSED_UNDER_US = (asyncpg.InterfaceError, asyncpg.InternalClientError)  # the second while a reply was being read
CONNECTION_IS_LOST: tuple[type[Exception], ...] = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    *CLOSED_UNDER_US,
    asyncpg.exceptions.OperatorInterventionError,  # the server is shut down
)
# The driver may still be cancelling the statement, for as long as the server hangs.
UNANSWERED: tuple[type[BaseException], ...] = (TimeoutError, asyncio.CancelledError)

# The server is there but cannot store anything now: full disk, no memory, too many connections.
CANNOT_WRITE: tuple[type[Exception], ...] = (
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.PostgresSystemError,
)
# Likewise a server that only reads: another may have replaced it, and a new connection finds that one.
READS_ONLY: tuple[type[Exception], ...] = (asyncpg.exceptions.ReadOnlySQLTransactionError,)
NOT_NOW = (*CONNECTION_IS_LOST, *CANNOT_WRITE, *READS_ONLY)  # all of it may pass
CANNOT_BE_OPENED = (*NOT_NOW, asyncpg.PostgresError, ValueError)


def in_words(error: Exception) -> str:
    if isinstance(error, asyncpg.DiskFullError):
        return "the disk is full"
    if isinstance(error, READS_ONLY):
        return "the database is read-only"
    if isinstance(error, CLOSED_UNDER_US):  # its words are about our own code
        return "the database closed the connection"
    said = str(error).splitlines()
    return f"the database: {said[0]}" if said else "the database does not answer"


def why_not_opened(error: Exception) -> StoreIsLost | StoreCannotBeOpened:
    """A wrong address, password or name stays wrong until somebody corrects it; an absent server may come back."""
    if isinstance(error, NOT_NOW) and not isinstance(error, ValueError):  # an address that cannot be read is both
        return StoreIsLost(in_words(error))
    return StoreCannotBeOpened(str(error).partition("\n")[0])


class NumbersAreOld(Exception):
    """The store was restored from a copy: known accounts have other numbers now."""


# Another server stored the same command meanwhile, or there was a deadlock.
WORTH_ANOTHER_TRY: tuple[type[Exception], ...] = (
    asyncpg.UniqueViolationError,
    asyncpg.DeadlockDetectedError,
    NumbersAreOld,
)

Row = tuple[Any, ...]


class ServerVersion(Protocol):
    @property
    def major(self) -> int: ...


class Connection(Protocol):
    async def execute(self, statement: str, *values: object) -> str: ...

    async def fetch(self, statement: str, *values: object) -> list[Row]: ...

    async def fetchrow(self, statement: str, *values: object) -> Row | None: ...

    def transaction(self, *, isolation: str) -> AbstractAsyncContextManager[object]: ...

    def get_server_version(self) -> ServerVersion: ...

    def terminate(self) -> None:
        """At once: the server finds the connection closed, and rolls back."""


class Pool(Protocol):
    def acquire(self) -> AbstractAsyncContextManager[Connection]: ...

    async def close(self) -> None: ...

    def terminate(self) -> None: ...


async def open_pool(
    address: str, *, schema: str, connections_max: int, seconds_max: float, connections_min: int = 1
) -> Pool:
    """`seconds_max`: for one statement."""
    pool = await asyncpg.create_pool(
        address,
        min_size=connections_min,
        max_size=connections_max,
        timeout=CONNECTING_SECONDS_MAX,
        command_timeout=seconds_max,
        max_cached_statement_lifetime=0,  # prepared once, for as long as the connection lives
        reset=_keep_as_is,
        server_settings={
            "search_path": f'"{schema}"',
            "jit": "off",
            "idle_in_transaction_session_timeout": str(UNHEARD_MS_MAX),
        },
    )
    return cast(Pool, pool)


def begin_on(version: ServerVersion) -> str:
    """A server may be suspended between preparing a statement and running it. PostgreSQL does not count that as idle:
    only a limit for the whole transaction ends it, which versions before 17 do not have."""
    limit = (
        f"; set local transaction_timeout = {TRANSACTION_MS_MAX}" if version.major >= HAS_TRANSACTION_TIMEOUT else ""
    )
    return f"begin isolation level read committed{limit}"


async def _keep_as_is(_: Connection) -> None:
    """Nothing of ours outlives a transaction, so a connection that comes back to the pool needs no reset."""


def columns(count: int, rows: Sequence[tuple[object, ...]]) -> Sequence[Sequence[object]]:
    """Rows as columns, for `unnest`."""
    return list(zip(*rows, strict=True)) if rows else [()] * count
