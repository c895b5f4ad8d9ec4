"""What the SQLite store keeps beside its streams: records by kind and id, and who has played what."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from secrets import token_hex
from typing import Any

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
from punto.server.store.sqlite.batch import as_json
from punto.server.store.values import (
    EPOCHS_AHEAD,
    FLOOR,
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
WRITE_RECORD = """
    insert into records (kind, id, body, version, is_forgotten) values (?1, ?2, ?3, coalesce(?4, 1), ?5)
    on conflict (kind, id) do update set body = ?3, version = coalesce(?4, version + 1), is_forgotten = ?5
    where ?4 is null or ?4 > version
"""
KEEP_PLAY = f"""
    insert into plays ({PLAY_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (patron, at, table_id, version) do update set changed = excluded.changed, status = excluded.status,
        staked = excluded.staked, returned = excluded.returned, body = excluded.body
    where excluded.changed > plays.changed
"""
ADD_TO_TOTAL = """
    insert into bet_totals (day, table_id, book, bet, wagers, staked, returned) values (?, ?, ?, ?, ?, ?, ?)
    on conflict (day, table_id, book, bet) do update set wagers = wagers + excluded.wagers,
        staked = staked + excluded.staked, returned = returned + excluded.returned
"""
PLAYS = f"""
    select {PLAY_COLUMNS} from plays
    where patron = ?1 and at >= ?2 and (at, table_id, version) < (?3, ?4, ?5)
        and (?6 is null or table_id = ?6) and (?7 is null or book = ?7)
        and (?8 is null or (returned > staked) - (returned < staked) = ?8)
    order by at desc, table_id desc, version desc limit ?9
"""
# From the moved account's last journal back to the one of the change; then what each account has gained since.
BALANCES_AFTER = """
    with recursive
    back (account, journal, stream, version, line) as (
        select accounts.id, journals.id, stream, version, lines -> ('$."' || accounts.id || '"')
        from accounts cross join journals on journals.id = last_journal where accounts.account = ?4
        union all
        select back.account, journals.id, journals.stream, journals.version, lines -> ('$."' || back.account || '"')
        from back cross join journals on journals.id = line ->> 1
        where not (back.stream = (select id from streams where stream = ?2) and back.version < ?3)
    ),
    change (journal) as (
        select min(journal) from back where stream = (select id from streams where stream = ?2) and version >= ?3
    ),
    since (account, journal, line) as (
        select accounts.id, journals.id, lines -> ('$."' || accounts.id || '"')
        from json_each(?1) cross join accounts on account = value cross join journals on journals.id = last_journal
        where journals.id > (select journal from change)
        union all
        select since.account, journals.id, lines -> ('$."' || since.account || '"')
        from since cross join journals on journals.id = line ->> 1 where journals.id > (select journal from change)
    )
    select account, balance - coalesce((select sum(line ->> 0) from since where since.account = accounts.id), 0)
    from json_each(?1) cross join accounts on account = value
"""
# Back along the chain of the account's journals, from its last one or from the one before a number.
ACCOUNT_LINES = """
    with recursive
    back (account, journal, stream, version, line) as (
        select accounts.id, journals.id, stream, version, lines -> ('$."' || accounts.id || '"')
        from accounts cross join journals on journals.id = case when ?2 is null then last_journal else (
            select lines ->> ('$."' || accounts.id || '"[1]') from journals where id = ?2
        ) end where accounts.account = ?1
        union all
        select back.account, journals.id, journals.stream, journals.version, lines -> ('$."' || back.account || '"')
        from back cross join journals on journals.id = line ->> 1
        limit ?3
    )
    select journal, streams.stream, back.version, line ->> 0, line ->> 1 = 0
    from back cross join streams on streams.id = back.stream order by journal desc
"""


class SqliteRecords(ABC):
    """A part of `SqliteStore`, which has the connection."""

    @abstractmethod
    def _rows(self, statement: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    def _many(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None: ...

    @abstractmethod
    def _transaction(self, kind: str = "immediate") -> AbstractContextManager[None]: ...

    def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        return self._write_record(kind, name, body, version, is_forgotten=False)

    def record(self, kind: str, name: str) -> bytes | None:
        rows = self._rows("select body from records where kind = ? and id = ? and is_forgotten = 0", kind, name)
        return rows[0][0] if rows else None

    def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]:
        rows = self._rows(
            "select records.id, body from json_each(?2) cross join records on kind = ?1 and records.id = value"
            " where is_forgotten = 0",
            kind,
            as_json(names),
        )
        return dict(rows)

    def first_records(self, kinds: Sequence[str]) -> dict[str, list[tuple[str, bytes]]]:
        return {kind: self.records(kind) for kind in kinds}

    def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        return self._write_record(kind, name, b"", version, is_forgotten=True)

    def _write_record(self, kind: str, name: str, body: bytes, version: int | None, *, is_forgotten: bool) -> int:
        with self._transaction():
            self._rows(WRITE_RECORD, kind, name, body, version, int(is_forgotten))
            [(standing,)] = self._rows("select version from records where kind = ? and id = ?", kind, name)
        return int(standing)

    def drop_marks(self, up_to: int) -> None:
        with self._transaction():
            self._rows("delete from records where is_forgotten = 1 and version <= ?", up_to)

    def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        return self._rows(
            "select id, body from records where kind = ? and id > ? and is_forgotten = 0 order by id limit ?",
            kind,
            after,
            limit,
        )

    def keep_plays(self, kept: Sequence[PlayBatch]) -> None:
        with self._transaction():
            self._many(KEEP_PLAY, [msgspec.structs.astuple(play) for each in kept for play in each.plays])
            newer = [each for each in kept if each.version > self.followed(each.stream).version]
            self._many(ADD_TO_TOTAL, [msgspec.structs.astuple(total) for each in newer for total in each.totals])
            self._many(WRITE_RECORD, [(*record, None, 0) for each in newer for record in each.records])
            self._many(
                "insert into followed (stream, version, state) values (?, ?, ?)"
                " on conflict (stream) do update set version = excluded.version, state = excluded.state",
                [(each.stream, each.version, each.state) for each in newer],
            )

    def followed(self, stream: str) -> Followed:
        rows = self._rows("select version, state from followed where stream = ?", stream)
        return Followed(*rows[0]) if rows else Followed()

    def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        rows = self._rows(
            PLAYS, patron, wanted.first_at, *wanted.end(before), wanted.table, wanted.book, wanted.sign, limit
        )
        return [Play(*row) for row in rows]

    def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        rows = self._rows(
            f"select {PLAY_COLUMNS} from json_each(?) cross join plays"
            " on patron = json_each.value and plays.at = ? and table_id = ?",
            as_json(patrons),
            at,
            table,
        )
        return [Play(*row) for row in rows]

    def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]:
        rows = self._rows(
            "select day, table_id, book, bet, wagers, staked, returned from bet_totals"
            " where day between ? and ? order by day, table_id, book, bet",
            first_day,
            last_day,
        )
        return [BetTotal(*row) for row in rows]

    def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        return dict.fromkeys(accounts, 0) | dict(self._rows(BALANCES_AFTER, as_json(accounts), stream, version, moved))

    def account_lines(
        self, account: str, before: int | None = None, limit: int = LINES_READ_AT_ONCE
    ) -> list[AccountLine]:
        rows = self._rows(ACCOUNT_LINES, account, before, limit)
        return [
            AccountLine(number, stream, version, amount, is_first=bool(is_first))
            for number, stream, version, amount, is_first in rows
        ]

    def streams(self) -> dict[str, Claim]:
        rows = self._rows("select stream, epoch, version, head from streams order by stream")
        return {stream: Claim(*claim) for stream, *claim in rows}

    def log_id(self) -> str:
        known = self.record(STORE, LOG_ID)
        if known:
            return known.decode()
        made = token_hex(LOG_ID_BYTES)
        self.keep_record(STORE, LOG_ID, made.encode())
        return made

    def raise_epochs(self, least: int) -> None:
        """Of a copy that is going to stand in the place of another store."""
        with self._transaction():
            self._rows("update streams set epoch = max(epoch, ?)", least)
            self._rows(
                "insert into leases (name, epoch, holder) values (?, ?, x'')"
                " on conflict do update set epoch = max(epoch, excluded.epoch) + 1, holder = x''",
                FLOOR,
                least + EPOCHS_AHEAD,
            )

    def renew_log_id(self, why: str) -> str:
        made = token_hex(LOG_ID_BYTES)
        with self._transaction():
            self._rows("update streams set epoch = epoch + ?", EPOCHS_AHEAD)
            for name, body in ((LOG_ID, made), (RENEWAL, why)):
                self._rows(WRITE_RECORD, STORE, name, body.encode(), None, 0)
        return made
