"""The SQLite store without a process of its own: for commands that may block, and for tests with repeatable crashes."""

from collections.abc import Callable, Sequence
from os import PathLike

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
from punto.server.store.sqlite.store import SqliteStore
from punto.server.store.values import (
    EVENTS_READ_AT_ONCE,
    LINES_READ_AT_ONCE,
    RECORDS_READ_AT_ONCE,
    AccountLine,
    Change,
    Checkpoint,
    Claim,
    Given,
    Lease,
    Outcome,
    Snapshot,
    StoredEvent,
)


class SqliteInProcess:
    def __init__(self, path: str | PathLike[str]) -> None:
        self._store = SqliteStore(path)

    async def get_ready(self) -> None:
        self._store.get_ready()

    async def claim(self, stream: str, after: int | None = None) -> Claim:
        return self._store.claim(stream, after)

    async def commit(self, changes: Sequence[Change]) -> list[Outcome]:
        return self._store.commit(changes)

    async def read(self, stream: str, after: int = 0, limit: int = EVENTS_READ_AT_ONCE) -> list[StoredEvent]:
        return self._store.read(stream, after, limit)

    async def checkpoint(self, stream: str) -> Checkpoint:
        return self._store.checkpoint(stream)

    async def set_checkpoint(self, stream: str, checkpoint: Checkpoint) -> bool:
        return self._store.set_checkpoint(stream, checkpoint)

    async def drop_events(self, stream: str, limit: int) -> int:
        return self._store.drop_events(stream, limit)

    async def drop_journals(self, place: int) -> int | None:
        return self._store.drop_journals(place)

    async def answer_to(self, command: str) -> Given | None:
        return self._store.answer_to(command)

    async def forget_answers(self, before: int, kept_max: int, limit: int) -> int:
        return self._store.forget_answers(before, kept_max, limit)

    async def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        return self._store.balances(accounts)

    async def every_balance(self) -> dict[str, int]:
        return self._store.every_balance()

    async def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        self._store.keep_snapshot(stream, snapshot)

    async def snapshot(self, stream: str, schema: int) -> Snapshot | None:
        return self._store.snapshot(stream, schema)

    async def keep_person(self, person: str, body: bytes, version: int | None = None) -> int:
        return self._store.keep_person(person, body, version)

    async def person(self, person: str) -> bytes | None:
        return self._store.person(person)

    async def people(self, persons: Sequence[str]) -> dict[str, bytes]:
        return self._store.people(persons)

    async def erase_person(self, person: str, version: int | None = None) -> int:
        return self._store.erase_person(person, version)

    async def keep_record(self, kind: str, name: str, body: bytes, version: int | None = None) -> int:
        return self._store.keep_record(kind, name, body, version)

    async def record(self, kind: str, name: str) -> bytes | None:
        return self._store.record(kind, name)

    async def named_records(self, kind: str, names: Sequence[str]) -> dict[str, bytes]:
        return self._store.named_records(kind, names)

    async def first_records(self, kinds: Sequence[str]) -> dict[str, list[tuple[str, bytes]]]:
        return self._store.first_records(kinds)

    async def forget_record(self, kind: str, name: str, version: int | None = None) -> int:
        return self._store.forget_record(kind, name, version)

    async def drop_marks(self, up_to: int) -> None:
        self._store.drop_marks(up_to)

    async def records(self, kind: str, after: str = "", limit: int = RECORDS_READ_AT_ONCE) -> list[tuple[str, bytes]]:
        return self._store.records(kind, after, limit)

    async def keep_plays(self, kept: Sequence[PlayBatch]) -> None:
        self._store.keep_plays(kept)

    async def followed(self, stream: str) -> Followed:
        return self._store.followed(stream)

    async def plays(
        self,
        patron: str,
        wanted: PlayFilter = EVERY_PLAY,
        before: PlayKey | None = None,
        limit: int = PLAYS_READ_AT_ONCE,
    ) -> list[Play]:
        return self._store.plays(patron, wanted, before, limit)

    async def plays_of(self, table: str, at: int, patrons: Sequence[str]) -> list[Play]:
        return self._store.plays_of(table, at, patrons)

    async def bet_totals(self, first_day: str, last_day: str) -> list[BetTotal]:
        return self._store.bet_totals(first_day, last_day)

    async def balances_after(self, accounts: Sequence[str], stream: str, version: int, moved: str) -> dict[str, int]:
        return self._store.balances_after(accounts, stream, version, moved)

    async def account_lines(
        self, account: str, before: int | None = None, limit: int = LINES_READ_AT_ONCE
    ) -> list[AccountLine]:
        return self._store.account_lines(account, before, limit)

    async def streams(self) -> dict[str, Claim]:
        return self._store.streams()

    async def log_id(self) -> str:
        return self._store.log_id()

    async def renew_log_id(self, why: str) -> str:
        return self._store.renew_log_id(why)

    async def lease(self) -> Lease:
        return self._store.lease()

    async def take_lease(self, holder: bytes, after: int) -> int | None:
        return self._store.take_lease(holder, after)

    async def renew_lease(self, epoch: int) -> bool:
        return self._store.renew_lease(epoch)

    async def touch_lease(self, epoch: int) -> bool:
        return self._store.touch_lease(epoch)

    async def release_lease(self, epoch: int) -> None:
        self._store.release_lease(epoch)

    async def guard(self, epoch: int, on_taken: Callable[[], None] | None = None) -> None:
        self._store.guard(epoch, on_taken)

    async def close(self) -> None:
        self._store.close()
