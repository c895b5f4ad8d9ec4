"""The store in one SQLite file: blocking, for a process with nothing else to do.

A commit returns once it is on disk (`synchronous=FULL`). Every writing transaction begins `immediate`, so what it reads
cannot change, even if a second process writes to the same file. The server reaches it through `writer.py`; tests and
the torture run use it directly.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Any

import apsw

from punto.server.store.failures import EventsAreArchived, StoreCannotBeOpened, StreamIsTaken
from punto.server.store.plan import BriefOutcome, Changes, at_length, check_batch, looked_at
from punto.server.store.sqlite.archive import SqliteArchive
from punto.server.store.sqlite.batch import SqliteBatch, as_json, rows_of
from punto.server.store.sqlite.lease import SqliteLease
from punto.server.store.sqlite.records import SqliteRecords
from punto.server.store.sqlite.schema import bring_up_to_date
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

BUSY_TIMEOUT_MS = 10_000
PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": "full",
    "foreign_keys": "on",
    "wal_autocheckpoint": 10_000,  # pages, 40 MB: how far the write-ahead log grows before a checkpoint
    "cache_size": -64 * 1024,  # in KiB
}
ACCOUNT_IDS_MAX = 200_000  # kept in memory

FORGET_ANSWERS = """
    with oldest (number, at) as materialized (select rowid, at from answers order by rowid limit ?3),
    kept (first) as (
        select min(number) from oldest where at >= ?1 and number > (select max(rowid) from answers) - ?2
    )
    delete from answers
    where rowid <= (select max(number) from oldest) and rowid < coalesce((select first from kept), 9223372036854775807)
"""


WRITE_PERSON = """
    insert into people (person, body, version, is_forgotten) values (?1, ?2, coalesce(?3, 1), ?4)
    on conflict (person) do update set body = ?2, version = coalesce(?3, version + 1), is_forgotten = ?4
    where ?3 is null or ?3 > version
"""


class SqliteStore(SqliteRecords, SqliteArchive, SqliteLease):
    def __init__(self, path: str | PathLike[str]) -> None:
        self._account_ids: dict[str, int] = {}
        self._data_version: object = None
        self._connection = apsw.Connection(fspath(path))
        try:
            self._connection.set_busy_timeout(BUSY_TIMEOUT_MS)
            for pragma, value in PRAGMAS.items():
                self._connection.pragma(pragma, value)
            bring_up_to_date(self._connection)
        except apsw.NotADBError as error:
            self._connection.close()
            raise StoreCannotBeOpened(f"{fspath(path)} is not a database") from error
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        self._connection.close()

    def claim(self, stream: str, after: int | None = None) -> Claim:
        with self._transaction():
            rows = self._rows(
                "insert into streams (stream, epoch, version, head) values (?1, 1, 0, ?2)"
                " on conflict do update set epoch = epoch + 1 where ?3 is null or epoch = ?3"
                " returning epoch, version, head",
                stream,
                CHAIN_START,
                after,
            )
        if not rows:
            raise StreamIsTaken(stream)
        return Claim(*rows[0])

    def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        check_batch(changes)
        return list(map(at_length, changes, self.commit_batches([changes])[0]))

    def commit_batches(self, batches: Sequence[Changes]) -> list[list[BriefOutcome]]:
        """Batches of several callers in one transaction; each stops only its own streams."""
        seen = looked_at(batches)
        if len(self._account_ids) > ACCOUNT_IDS_MAX:
            self._account_ids.clear()
        try:
            with self._transaction():
                self._forget_numbers_of_another_file()
                transaction = SqliteBatch(self._connection, self._account_ids, seen)
                outcomes = [transaction.plan.outcomes(batch) for batch in batches]
                transaction.write()
        except BaseException:
            self._account_ids.clear()  # the numbers of new accounts were not stored
            raise
        return outcomes

    def _forget_numbers_of_another_file(self) -> None:
        """Somebody else has written: it may be a restored copy, with other numbers for accounts."""
        version = self._connection.pragma("data_version")
        if version != self._data_version:
            self._account_ids.clear()
            self._data_version = version

    def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        with self._transaction("deferred"):
            archived = self._archived_version(stream)
            if after < archived:
                raise EventsAreArchived(stream, archived)
            rows = self._rows(
                "select events.version, body, events.head from streams join events on events.stream = streams.id"
                " where streams.stream = ? and events.version > ? order by events.version limit ?",
                stream,
                after,
                limit,
            )
        return [StoredEvent(*row) for row in rows]

    def _archived_version(self, stream: str) -> int:
        rows = self._rows("select archived_version from streams where stream = ?", stream)
        return int(rows[0][0]) if rows else 0

    def answer_to(self, command: str) -> Given | None:
        rows = self._rows("select answer, digest from answers where command = ?", command)
        return Given(*rows[0]) if rows else None

    def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        with self._transaction():
            self._rows(FORGET_ANSWERS, before, kept_max, limit)
            return self._connection.changes()

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        rows = self._rows(
            "select account, balance from json_each(?) cross join accounts on account = value", as_json(accounts)
        )
        return dict.fromkeys(accounts, 0) | dict(rows)

    def get_ready(self) -> None:
        """It has one connection, which is."""

    def every_balance(self) -> dict[str, int]:
        return dict(self._rows("select account, balance from accounts where balance != 0"))

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        with self._transaction():
            self._rows("delete from snapshots where stream = ? and schema < ?", stream, snapshot.schema)
            self._rows(
                "insert into snapshots (stream, schema, version, body) values (?, ?, ?, ?)"
                " on conflict do update set version = excluded.version, body = excluded.body"
                " where excluded.version > snapshots.version",
                stream,
                snapshot.schema,
                snapshot.version,
                snapshot.body,
            )

    def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        rows = self._rows("select schema, version, body from snapshots where stream = ? and schema = ?", stream, schema)
        return Snapshot(*rows[0]) if rows else None

    def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        return self._write_person(person, body, version, is_forgotten=False)

    def person(self, person: str) -> bytes | None:
        rows = self._rows("select body from people where person = ? and is_forgotten = 0", person)
        return rows[0][0] if rows else None

    def people(self, persons: Sequence[str]) -> dict[str, bytes]:
        rows = self._rows(
            "select person, body from json_each(?) cross join people on person = value where is_forgotten = 0",
            as_json(persons),
        )
        return dict(rows)

    def erase_person(self, person: str, version: int | None = None) -> int:
        """Leaves a mark with an opaque id; so few people are erased that it may stay."""
        return self._write_person(person, b"", version, is_forgotten=True)

    def _write_person(self, person: str, body: bytes, version: int | None, *, is_forgotten: bool) -> int:
        with self._erasing():
            self._rows(WRITE_PERSON, person, body, version, int(is_forgotten))
            [(standing,)] = self._rows("select version from people where person = ?", person)
        return int(standing)

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return rows_of(self._connection, statement, *values)

    def _many(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        self._connection.executemany(statement, rows)

    @contextmanager
    def _transaction(self, kind: str = "immediate") -> Iterator[None]:
        self._connection.execute(f"begin {kind}")
        try:
            if kind == "immediate":
                self._check_floor()
            yield
            self._connection.execute("commit")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("rollback")

    @contextmanager
    def _erasing(self) -> Iterator[None]:
        """What is deleted or replaced is overwritten in the file, and the log, which may still hold it, is emptied."""
        self._connection.pragma("secure_delete", "on")
        try:
            with self._transaction():
                yield
            self._connection.pragma("wal_checkpoint", "truncate")
        finally:
            self._connection.pragma("secure_delete", "off")
