"""`python -m bench.archive [DAYS]`: a year of a busy floor, and what archiving it does to a start and to a backup.

One shoe is really played, at a table with ten patrons. Every other shoe of the year is a copy with its own number and
time, hashed and booked as if it had been played, so that the store holds what a floor would have written.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, time_ns
from typing import TypeVar

import msgspec

from punto.books import INTERBLOCK
from punto.ledger.cashier import Cashier, cashier_journal
from punto.ledger.cashier_events import BoughtIn
from punto.server.keeping.archive_store import archive_store, check_store
from punto.server.keeping.audit import TableMoney
from punto.server.keeping.backup import back_up
from punto.server.record.coup_log import Following
from punto.server.store.plays import Play, PlayBatch
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Snapshot, StoredEvent
from punto.server.streams.happened import Happened, stream_of
from punto.server.streams.log_notes import LogNotes, SnapshotBody
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.table.commands import PlaceWager
from punto.table.config import TableConfig
from punto.table.events import CoupSettled, Event, ShoeRevealed
from punto.table.state import Betting, Table
from punto.table.stored.event_codec import encode_event
from punto.table.stored.snapshot import SCHEMA, snapshot_of
from punto.trials.torture.floor import TABLES, Shoes, due_at, house_request

TABLES_OPEN = 6
SHOES_A_DAY = 3
PATRONS = [f"patron{number}" for number in range(10)]
BETS = ("player", "banker", "player", "banker", "tie")
STAKE = 20
CREDIT = 10**12
DAY_MS = 86_400_000
KEEP_DAYS = 30
CHANGES_AT_ONCE = 2_000
PLAY_BYTES = 400
INSTANTS = {"at", "closes_at", "next_at", "ends_at", "ready_at"}

Result = TypeVar("Result")


def main(arguments: Sequence[str]) -> int:
    days = int(arguments[0]) if arguments else 365
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), days))
    return 0


async def _measure(folder: Path, days: int) -> None:
    database = folder / "floor.db"
    events = await _timed("generated", _generate(database, days))
    sys.stdout.write(
        f"{days} days, {TABLES_OPEN} tables, {days * TABLES_OPEN * SHOES_A_DAY:,} shoes, {events:,} events\n"
    )
    await _told("before", database, folder / "before.db")
    (folder / "before.db").unlink()
    sealed = await _timed(
        "archived and compacted", archive_store(str(database), folder / "files", keep_days=KEEP_DAYS, is_compacted=True)
    )
    files = list((folder / "files").rglob("*.gz"))
    size = sum(file.stat().st_size for file in files) / 1e6
    sys.stdout.write(f"{sealed.shoes:,} shoes, {sealed.events:,} events in {len(files):,} files of {size:,.0f} MB\n")
    await _timed("every file checked", check_store(str(database), folder / "files"))
    await _told("after", database, folder / "after.db")


async def _told(when: str, database: Path, copy: Path) -> None:
    sys.stdout.write(f"{when}: {database.stat().st_size / 1e6:,.0f} MB\n")
    await _timed(f"{when}: tables opened from their snapshots", _reopen(database, is_kept=True))
    await _timed(f"{when}: tables opened without them", _reopen(database, is_kept=False))
    await _timed(f"{when}: backup with its audit", back_up(str(database), copy))


async def _timed(what: str, work: Awaitable[Result]) -> Result:
    started = perf_counter()
    result = await work
    sys.stdout.write(f"{what}: {perf_counter() - started:,.2f} s\n")
    sys.stdout.flush()
    return result


class WithoutSnapshots(LogNotes):
    async def last(self) -> tuple[Table, int] | None:
        return await self._at_checkpoint()


async def _reopen(database: Path, *, is_kept: bool) -> None:
    store = SqliteInProcess(database)
    for config in _tables():
        notes = (LogNotes if is_kept else WithoutSnapshots)(store, config, INTERBLOCK, "fingerprint")
        await read_log(store, config, INTERBLOCK, notes)
    await store.close()


def _tables() -> Iterator[TableConfig]:
    for number in range(TABLES_OPEN):
        yield msgspec.structs.replace(TABLES[0][0], id=f"table{number}", cut_card=14)


async def _generate(database: Path, days: int) -> int:
    played = await _one_shoe(database.with_name("template.db"))
    store = SqliteInProcess(database)
    await _buy_in(store)
    written = 0
    now = time_ns() // 1_000_000
    for config in _tables():
        stream, version = stream_of(config.id), 0
        epoch = (await store.claim(stream)).epoch
        money = TableMoney(stream, config.currency)
        changes: list[Change] = []
        for shoe in range(1, days * SHOES_A_DAY + 1):
            started_at = now - (days * SHOES_A_DAY - shoe + 1) * DAY_MS // SHOES_A_DAY
            plays: list[Play] = []
            for event in _again(played, shoe, started_at):
                body = encode_event(event)
                lines = money.journal(StoredEvent(0, body, b"")).lines
                journal = {str(account): int(amount) for account, amount in lines.items()}
                changes.append(Change(stream, epoch, version, (body,), journal))
                version += 1
                if isinstance(event, CoupSettled):
                    plays += _plays(config, event, shoe, version)
            await store.keep_plays([PlayBatch(stream, version, msgspec.json.encode(Following()), plays=tuple(plays))])
            while len(changes) >= CHANGES_AT_ONCE:
                await store.commit(changes[:CHANGES_AT_ONCE])
                del changes[:CHANGES_AT_ONCE]
        await store.commit(changes)
        written += version
        await _keep_snapshot(store, config, version)
    await store.close()
    return written


def _plays(config: TableConfig, event: CoupSettled, shoe: int, version: int) -> list[Play]:
    return [
        Play(
            patron=wager.patron, at=event.at, table=config.id, version=version, changed=version, book=config.book,
            shoe=shoe, coup=1, status="settled", staked=wager.stake, returned=wager.returned, body=b"x" * PLAY_BYTES,
        )
        for wager in event.wagers
    ]  # fmt: skip


async def _one_shoe(database: Path) -> list[Event]:
    """From its commitment until its secret is revealed."""
    store = SqliteInProcess(database)
    await _buy_in(store)
    config = next(_tables())
    happened: list[Happened] = []
    stream = await TableStream.open(store, config, INTERBLOCK, observer=happened.append)
    now = 0
    while not happened or not isinstance(happened[-1].event, ShoeRevealed):
        if isinstance(stream.table.phase, Betting):
            wagers = [PlaceWager(patron, BETS[place % len(BETS)], STAKE) for place, patron in enumerate(PATRONS)]
            await stream.handle([Request(wager) for wager in wagers], now)
        now = max(now + 1, due_at(stream.table) or 0)
        await stream.handle([house_request(stream.table, Shoes(1), now)], now)
    await store.close()
    return [each.event for each in happened]


def _again(events: list[Event], shoe: int, started_at: int) -> Iterator[Event]:
    for event in events:
        changed = {name: getattr(event, name) + started_at for name in INSTANTS & set(event.__struct_fields__)}
        if "shoe" in event.__struct_fields__:
            changed["shoe"] = shoe
        yield msgspec.structs.replace(event, **changed) if changed else event


async def _buy_in(store: SqliteInProcess) -> None:
    claim = await store.claim("cashier")
    desk = Cashier(TABLES[0][0].currency, hand_pay_above=0)
    for version, patron in enumerate(PATRONS):
        event = BoughtIn(patron, CREDIT)
        journal = {str(account): int(amount) for account, amount in cashier_journal(desk, event).lines.items()}
        await store.commit([Change("cashier", claim.epoch, version, (msgspec.json.encode(event),), journal)])


async def _keep_snapshot(store: SqliteInProcess, config: TableConfig, version: int) -> None:
    notes = LogNotes(store, config, INTERBLOCK, "fingerprint")
    taken = snapshot_of((await read_log(store, config, INTERBLOCK, notes)).table)
    assert taken is not None
    kept = SnapshotBody(msgspec.Raw(taken), notes.public_events, "fingerprint", 0)
    await store.keep_snapshot(stream_of(config.id), Snapshot(SCHEMA, version, msgspec.json.encode(kept)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
