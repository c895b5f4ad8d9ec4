"""The store in PostgreSQL, for several servers at once.

Streams are fenced by their epoch, which is checked in the writing transaction; accounts are locked by row. Waiting
commits of this process are merged. When the connection breaks, the outcome of open commits is unknown: they and all
later calls raise `StoreIsLost`; the holder opens a new store and reads again.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from punto.server.store.failures import EventsAreArchived, StoreCannotWrite, StoreIsLost, StreamIsTaken
from punto.server.store.gathered_calls import GatheredCalls
from punto.server.store.group_commit import GroupCommit
from punto.server.store.plan import BriefOutcome, Changes, at_length, check_batch, looked_at
from punto.server.store.postgres.archive import PostgresArchive
from punto.server.store.postgres.batch import PostgresBatch
from punto.server.store.postgres.connection import (
    CANNOT_BE_OPENED,
    CANNOT_WRITE,
    CONNECTION_IS_LOST,
    READING_SECONDS_MAX,
    READS_ONLY,
    UNANSWERED,
    WORTH_ANOTHER_TRY,
    WRITING_SECONDS_MAX,
    Connection,
    Pool,
    Row,
    begin_on,
    in_words,
    open_pool,
    why_not_opened,
)
from punto.server.store.postgres.lease import PostgresLease
from punto.server.store.postgres.records import PostgresRecords
from punto.server.store.postgres.schema import bring_up_to_date
from punto.server.store.values import (
    CHAIN_START,
    EVENTS_READ_AT_ONCE,
    Change,
    Claim,
    Given,
    Outcome,
    Snapshot,
    StoredEvent,
)

READERS_MAX = 4
WRITERS_MAX = 3  # apart: commits and heartbeats wait for no report
ACCOUNT_IDS_MAX = 200_000  # kept in memory
TRIES = 5  # of a transaction that collides with another server's
CLAIM = """
    insert into streams (stream, epoch, version, head) select stream, 1, 0, $2 from unnest($1::text[]) as new (stream)
    on conflict (stream) do update set epoch = streams.epoch + 1
    where $3::bigint is null or streams.epoch = $3 returning stream, epoch, version, head
"""
FORGET_ANSWERS = """
    with oldest as materialized (select number, at from answers order by number limit $3),
    kept as (
        select min(number) as first from oldest where at >= $1 and number > (select max(number) from answers) - $2
    )
    delete from answers using kept
    where number <= (select max(number) from oldest) and (first is null or number < first) returning 1
"""


class PostgresStore(PostgresLease, PostgresRecords, PostgresArchive):
    """Made by `open`."""

    def __init__(self, readers: Pool, writers: Pool, begin: str) -> None:
        self._readers = readers
        self._writers = writers
        self._begin = begin  # a writing transaction
        self.is_lost = False
        self._account_ids: dict[str, int] = {}
        self._group_commit = GroupCommit(self._commit_batches)
        self._claiming = GatheredCalls(self._claim)

    @classmethod
    async def open(cls, address: str, schema: str = "punto") -> "PostgresStore":
        """Raises StoreIsLost when it cannot be opened now, StoreCannotBeOpened when another try would not help."""
        try:
            readers = await open_pool(
                address, schema=schema, connections_max=READERS_MAX, seconds_max=READING_SECONDS_MAX
            )
            try:
                async with readers.acquire() as connection:
                    begin = begin_on(connection.get_server_version())
                    await bring_up_to_date(connection, schema)
                writers = await open_pool(
                    address,
                    schema=schema,
                    connections_max=WRITERS_MAX,
                    seconds_max=WRITING_SECONDS_MAX,
                    connections_min=0,  # opened when something is written
                )
            except BaseException:
                await readers.close()
                raise
        except CANNOT_BE_OPENED as error:
            raise why_not_opened(error) from None
        return cls(readers, writers, begin)

    async def get_ready(self) -> None:
        """Every connection is open, and has planned the statements with which a floor opens and lets patrons in."""
        reads = (
            lambda: self.record("", ""),
            lambda: self.records(""),
            lambda: self.named_records("", []),
            lambda: self.first_records([]),
            lambda: self.people([]),
            lambda: self.balances([]),
            lambda: self.read(""),
            lambda: self.checkpoint(""),
            lambda: self.snapshot("", 0),
            lambda: self.followed(""),
        )
        for reads_something in reads:
            await asyncio.gather(*(reads_something() for _ in range(READERS_MAX)))  # each on a connection of its own
        await asyncio.gather(*(self._commit_once([]) for _ in range(WRITERS_MAX)))

    async def close(self) -> None:
        if self.is_lost:
            self._readers.terminate()
            self._writers.terminate()
        else:
            self.is_lost = True
            await asyncio.gather(self._readers.close(), self._writers.close())

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        """A floor that opens claims its streams in one transaction."""
        claims = await (self._claim([stream], after) if after is not None else self._claiming.of_all((stream,)))
        if stream not in claims:
            raise StreamIsTaken(stream)
        return claims[stream]

    async def _claim(self, streams: list[str], after: int | None = None) -> dict[str, Claim]:
        """In the order in which commits lock them."""
        async with self._writing() as connection:
            rows = await connection.fetch(CLAIM, sorted(streams), CHAIN_START, after)
        return {stream: Claim(*claim) for stream, *claim in rows}

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        check_batch(changes)
        return list(map(at_length, changes, await self.commit_briefly(changes)))

    async def commit_briefly(self, changes: Changes) -> list[BriefOutcome]:
        """For another process, which has checked the changes."""
        return await self._group_commit.commit(changes)

    async def _commit_batches(self, batches: list[Changes]) -> list[list[BriefOutcome]]:
        for _ in range(TRIES - 1):
            try:
                return await self._commit_once(batches)
            except WORTH_ANOTHER_TRY:
                continue
        return await self._commit_once(batches)

    async def _commit_once(self, batches: list[Changes]) -> list[list[BriefOutcome]]:
        if len(self._account_ids) > ACCOUNT_IDS_MAX:
            self._account_ids.clear()
        try:
            async with self._transaction() as connection:
                batch = PostgresBatch(connection, self._account_ids)
                plan = await batch.plan(looked_at(batches))
                self._check_floor(batch.floor_epoch)
                outcomes = [plan.outcomes(each) for each in batches]
                await batch.write(plan)
        except BaseException:
            self._account_ids.clear()  # the numbers of new accounts were not stored
            raise
        return outcomes

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        """One statement, so that events are not archived between two."""
        rows = await self._rows(
            "select archived_version, events.version, body, events.head from streams"
            " left join events on events.stream = streams.id and events.version > $2"
            " where streams.stream = $1 order by events.version limit $3",
            stream,
            after,
            limit,
        )
        if rows and after < rows[0][0]:
            raise EventsAreArchived(stream, rows[0][0])
        return [StoredEvent(*event) for _, *event in rows if event[0] is not None]

    async def answer_to(self, command: str) -> Given | None:
        rows = await self._rows("select answer, digest from answers where command = $1", command)
        return Given(*rows[0]) if rows else None

    async def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        async with self._writing() as connection:
            return len(await connection.fetch(FORGET_ANSWERS, before, kept_max, limit))

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Whoever asks is about to move them: their numbers are known then."""
        rows = await self._rows("select account, balance, id from accounts where account = any($1)", list(accounts))
        self._account_ids.update({account: number for account, _, number in rows})
        return dict.fromkeys(accounts, 0) | {account: balance for account, balance, _ in rows}

    async def every_balance(self) -> dict[str, int]:
        rows = await self._rows("select account, balance from accounts where balance != 0")
        return dict(rows)

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        async with self._writing() as connection:
            await connection.execute("delete from snapshots where stream = $1 and schema < $2", stream, snapshot.schema)
            await connection.execute(
                "insert into snapshots (stream, schema, version, body) values ($1, $2, $3, $4)"
                " on conflict (stream, schema) do update set version = excluded.version, body = excluded.body"
                " where excluded.version > snapshots.version",
                stream,
                snapshot.schema,
                snapshot.version,
                snapshot.body,
            )

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        rows = await self._rows(
            "select schema, version, body from snapshots where stream = $1 and schema = $2", stream, schema
        )
        return Snapshot(*rows[0]) if rows else None

    async def _execute(self, statement: str, *values: object) -> None:
        async with self._writing() as connection:
            await connection.execute(statement, *values)

    async def _rows(self, statement: str, *values: object) -> list[Row]:
        """A single statement is its own transaction; saying so would cost two more trips to the server."""
        async with self._connected(self._readers) as connection:
            return await connection.fetch(statement, *values)

    async def _rows_at_once(self, statement: str, *values: object) -> list[Row]:
        async with self._connected(self._writers) as connection:
            return await connection.fetch(statement, *values)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        async with self._connected(self._writers) as connection:
            await connection.execute(self._begin)
            try:
                yield connection
            except UNANSWERED:
                raise
            except BaseException:
                await connection.execute("rollback")
                raise
            await connection.execute("commit")

    @asynccontextmanager
    async def _connected(self, pool: Pool) -> AsyncIterator[Connection]:
        if self.is_lost:
            raise StoreIsLost
        try:
            async with pool.acquire() as connection:
                try:
                    yield connection
                except UNANSWERED:
                    connection.terminate()  # a server that hangs would not answer a rollback either
                    raise
        except (*CONNECTION_IS_LOST, *READS_ONLY) as error:
            self.is_lost = True
            raise StoreIsLost(in_words(error)) from error
        except CANNOT_WRITE as error:
            raise StoreCannotWrite(in_words(error)) from error
