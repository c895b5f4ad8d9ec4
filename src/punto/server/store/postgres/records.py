"""What the PostgreSQL store keeps beside its streams: records by kind and id, and who has played what."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from secrets import token_hex

import msgspec

from punto.server.store.plays import (
    EVERY_PLAY,
    PLAYS_READ_AT_ONCE,
    BetTotal,
    Followed,
    Play,
    PlayBatch,
    PlayFilter,
    PlayKey,
)
from punto.server.store.postgres.connection import Connection, Row, columns
from punto.server.store.values import (
    EPOCHS_AHEAD,
    LINES_READ_AT_ONCE,
    LOG_ID,
    LOG_ID_BYTES,
    RECORDS_READ_AT_ONCE,
    RENEWAL,
    STORE,
    AccountLine,
    Claim,
)

PLAY_COLUMNS = "patron, at, table_id, version, changed, book, shoe, coup, status, staked, returned, body"
KEEP_RECORDS = """
    insert into records (kind, id, body, version) select *, 1 from unnest($1::text[], $2::text[], $3::bytea[])
    on conflict (kind, id) do update set body = excluded.body, version = records.version + 1, is_forgotten = 0
"""
WRITE_RECORD = """
    insert into records (kind, id, body, version, is_forgotten) values ($1, $2, $3, coalesce($4::bigint, 1), $5)
    on conflict (kind, id) do update set
        body = $3, version = coalesce($4::bigint, records.version + 1), is_forgotten = $5
    where $4::bigint is null or $4::bigint > records.version
"""
FIRST_RECORDS = """
    select wanted.kind, first.id, first.body from unnest($1::text[]) as wanted (kind) cross join lateral (
        select id, body from records where records.kind = wanted.kind and is_forgotten = 0 order by id limit $2
    ) as first order by wanted.kind, first.id
"""
WRITE_PERSON = """
    insert into people (person, body, version, is_forgotten) values ($1, $2, coalesce($3::bigint, 1), $4)
    on conflict (person) do update set
        body = $2, version = coalesce($3::bigint, people.version + 1), is_forgotten = $4
    where $3::bigint is null or $3::bigint > people.version
"""
KEEP_PLAYS = f"""
    insert into plays ({PLAY_COLUMNS}) select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[],
        $5::bigint[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::bytea[])
    on conflict (patron, at, table_id, version) do update set changed = excluded.changed, status = excluded.status,
        staked = excluded.staked, returned = excluded.returned, body = excluded.body
    where excluded.changed > plays.changed
"""
ADD_TO_TOTALS = """
    insert into bet_totals (day, table_id, book, bet, wagers, staked, returned)
    select day, table_id, book, bet, sum(wagers), sum(staked), sum(returned)
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
        as new (day, table_id, book, bet, wagers, staked, returned) group by day, table_id, book, bet
    on conflict (day, table_id, book, bet) do update set wagers = bet_totals.wagers + excluded.wagers,
        staked = bet_totals.staked + excluded.staked, returned = bet_totals.returned + excluded.returned
"""
PLAYS = f"""
    select {PLAY_COLUMNS} from plays
    where patron = $1 and at >= $2 and (at, table_id, version) < ($3, $4, $5)
        and ($6::text is null or table_id = $6) and ($7::text is null or book = $7)
        and ($8::int is null or sign(returned - staked) = $8)
    order by at desc, table_id desc, version desc limit $9
"""
# Lines are numbered in the order of their transactions, which follow each other in one process.
BALANCES_AFTER = """
    with change as (
        select line, version from journal_lines
        where account = (select id from accounts where account = $4)
            and stream = (select id from streams where stream = $2) and version >= $3
        order by line limit 1
    )
    select account, balance - coalesce((
        select sum(amount) from journal_lines as lines
        where lines.account = accounts.id and line > (select line from change) and (stream, version) != (
            (select id from streams where stream = $2), (select version from change))
    ), 0)::bigint
    from accounts where account = any($1)
"""
ACCOUNT_LINES = """
    select line, streams.stream, journal_lines.version, amount,
        line = (select min(line) from journal_lines as older where older.account = accounts.id)
    from accounts join journal_lines on journal_lines.account = accounts.id
        join streams on streams.id = journal_lines.stream
    where accounts.account = $1 and ($2::bigint is null or line < $2) order by line desc limit $3
"""


class PostgresRecords(ABC):
    """A part of `PostgresStore`, which has the connections."""

    @abstractmethod
    async def _execute(self, statement: str, *values: object) -> None: ...

    @abstractmethod
    async def _rows(self, statement: str, *values: object) -> list[Row]: ...

    @abstractmethod
    def _writing(self) -> AbstractAsyncContextManager[Connection]: ...

    async def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        return await self._write_person(person, body, version, is_forgotten=False)

    async def person(self, person: str) -> bytes | None:
        rows = await self._rows("select body from people where person = $1 and is_forgotten = 0", person)
        return rows[0][0] if rows else None

    async def people(self, persons: Sequence[str]) -> dict[str, bytes]:
        rows = await self._rows(
            "select person, body from people where person = any($1) and is_forgotten = 0", list(persons)
        )
        return dict(rows)

    async def erase_person(self, person: str, version: int | None = None) -> int:
        """Leaves a mark with an opaque id; so few people are erased that it may stay."""
        return await self._write_person(person, b"", version, is_forgotten=True)

    async def _write_person(self, person: str, body: bytes, version: int | None, *, is_forgotten: bool) -> int:
        async with self._writing() as connection:
            await connection.execute(WRITE_PERSON, person, body, version, int(is_forgotten))
            [(standing,)] = await connection.fetch("select version from people where person = $1", person)
        return int(standing)

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        return await self._write_record(kind, name, body, version, is_forgotten=False)

    async def record(self, kind: str, name: str) -> bytes | None:
        rows = await self._rows("select body from records where kind = $1 and id = $2 and is_forgotten = 0", kind, name)
        return rows[0][0] if rows else None

    async def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]:
        rows = await self._rows(
            "select id, body from records where kind = $1 and id = any($2) and is_forgotten = 0", kind, list(names)
        )
        return dict(rows)

    async def first_records(self, kinds: Sequence[str]) -> dict[str, list[tuple[str, bytes]]]:
        found: dict[str, list[tuple[str, bytes]]] = {}
        for kind, name, body in await self._rows(FIRST_RECORDS, list(kinds), RECORDS_READ_AT_ONCE):
            found.setdefault(kind, []).append((name, body))
        return found

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        return await self._write_record(kind, name, b"", version, is_forgotten=True)

    async def _write_record(self, kind: str, name: str, body: bytes, version: int | None, *, is_forgotten: bool) -> int:
        async with self._writing() as connection:
            await connection.execute(WRITE_RECORD, kind, name, body, version, int(is_forgotten))
            [(standing,)] = await connection.fetch(
                "select version from records where kind = $1 and id = $2", kind, name
            )
        return int(standing)

    async def drop_marks(self, up_to: int) -> None:
        await self._execute("delete from records where is_forgotten = 1 and version <= $1", up_to)

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        rows = await self._rows(
            "select id, body from records where kind = $1 and id > $2 and is_forgotten = 0 order by id limit $3",
            kind,
            after,
            limit,
        )
        return [(name, body) for name, body in rows]

    async def keep_plays(self, kept: Sequence[PlayBatch]) -> None:
        plays = {(play.patron, play.key): msgspec.structs.astuple(play) for each in kept for play in each.plays}
        async with self._writing() as connection:
            await connection.execute(KEEP_PLAYS, *columns(12, list(plays.values())))
            rows = await connection.fetch(
                "select stream, version from followed where stream = any($1) order by stream for update",
                [each.stream for each in kept],
            )
            followed: dict[str, int] = dict(rows)
            newer = [each for each in kept if each.version > followed.get(each.stream, 0)]
            totals = [msgspec.structs.astuple(total) for each in newer for total in each.totals]
            records = {(kind, name): (kind, name, body) for each in newer for kind, name, body in each.records}
            await connection.execute(ADD_TO_TOTALS, *columns(7, totals))
            await connection.execute(KEEP_RECORDS, *columns(3, list(records.values())))
            await connection.execute(
                "insert into followed (stream, version, state)"
                " select * from unnest($1::text[], $2::bigint[], $3::bytea[])"
                " on conflict (stream) do update set version = excluded.version, state = excluded.state",
                *columns(3, [(each.stream, each.version, each.state) for each in newer]),
            )

    async def followed(self, stream: str) -> Followed:
        rows = await self._rows("select version, state from followed where stream = $1", stream)
        return Followed(*rows[0]) if rows else Followed()

    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        rows = await self._rows(
            PLAYS, patron, wanted.first_at, *wanted.end(before), wanted.table, wanted.book, wanted.sign, limit
        )
        return [Play(*row) for row in rows]

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        rows = await self._rows(
            f"select {PLAY_COLUMNS} from plays where patron = any($1) and at = $2 and table_id = $3",
            list(patrons),
            at,
            table,
        )
        return [Play(*row) for row in rows]

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]:
        rows = await self._rows(
            "select day, table_id, book, bet, wagers, staked, returned from bet_totals"
            " where day between $1 and $2 order by day, table_id, book, bet",
            first_day,
            last_day,
        )
        return [BetTotal(*row) for row in rows]

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        rows = await self._rows(BALANCES_AFTER, list(accounts), stream, version, moved)
        return dict.fromkeys(accounts, 0) | dict(rows)

    async def account_lines(
        self, account: str, before: int | None = None, limit: int = LINES_READ_AT_ONCE
    ) -> list[AccountLine]:
        return [AccountLine(*row) for row in await self._rows(ACCOUNT_LINES, account, before, limit)]

    async def streams(self) -> dict[str, Claim]:
        rows = await self._rows("select stream, epoch, version, head from streams order by stream")
        return {stream: Claim(*claim) for stream, *claim in rows}

    async def log_id(self) -> str:
        """Two servers that ask at once get the same answer."""
        known = await self.record(STORE, LOG_ID)
        if known is not None:
            return known.decode()
        await self._execute(
            "insert into records (kind, id, body) values ($1, $2, $3) on conflict do nothing",
            STORE,
            LOG_ID,
            token_hex(LOG_ID_BYTES).encode(),
        )
        known = await self.record(STORE, LOG_ID)
        assert known is not None
        return known.decode()

    async def renew_log_id(self, why: str) -> str:
        made = token_hex(LOG_ID_BYTES)
        async with self._writing() as connection:
            await connection.execute("update streams set epoch = epoch + $1", EPOCHS_AHEAD)
            await connection.execute(KEEP_RECORDS, [STORE] * 2, [LOG_ID, RENEWAL], [made.encode(), why.encode()])
        return made
