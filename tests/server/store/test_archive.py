"""Finished shoes leave the store as verifiable files, and the floor plays on as if nothing had happened."""

import asyncio
import fcntl
import gzip
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import cast
from uuid import uuid4

import apsw
import msgspec
import pytest

from punto.rules.rulebook import RuleBook
from punto.server.keeping.archive import Sealed, archive, check_archive
from punto.server.keeping.archive_file import InvalidArchive, Seal, read_archive, write_archive
from punto.server.keeping.archive_store import LOCK
from punto.server.keeping.audit import AuditFailed, audit
from punto.server.keeping.backup import back_up, restore
from punto.server.record.coup_records import LoggedShoe, shoe_name
from punto.server.store.failures import EventsAreArchived, StoreIsLost
from punto.server.store.interface import Store
from punto.server.store.postgres.copy import copy_in
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.values import Snapshot
from punto.server.streams.happened import Happened, is_public, stream_of
from punto.server.streams.log_notes import LogNotes
from punto.server.streams.read_log import read_log
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.table.config import TableConfig
from punto.table.events import ShoeOpened
from punto.table.stored.event_codec import decode_event
from punto.table.stored.snapshot import SCHEMA
from punto.trials.torture.floor import PATRONS, TABLES
from tests.cli.terminal import Terminal
from tests.server.keeping.test_backup import PlayedStore, on, sqlite
from tests.server.store import engines
from tests.server.store.engines import Engine

STEPS = 1_500  # some shoes at each of two tables
LATER = 10**15


class KeptStore(PlayedStore):
    """With the snapshots that a running floor keeps."""

    async def open(self, *, is_new: bool = True) -> "KeptStore":
        await super().open(is_new=is_new)
        for stream, (config, book) in zip(self.streams, TABLES, strict=True):
            notes = LogNotes(self.store, config, book, "fingerprint")
            stream._observer = self._watched(notes)
        return self

    def _watched(self, notes: LogNotes) -> Callable[[Happened], None]:
        def observe(each: Happened) -> None:
            self.record.note(each)
            if is_public(each):
                notes.count(each.event)
                notes.keep(each)

        return observe


async def filled(store: Store, steps: int = STEPS) -> KeptStore:
    played = await KeptStore(store).open()
    await played.play(steps)
    return played


@pytest.fixture(scope="module")
def filled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "floor.db"
    on(sqlite(path), filled)
    return path


@pytest.fixture
def floor(filled_file: Path, tmp_path: Path) -> Path:
    """A store with some finished shoes at two tables, for a test alone."""
    return Path(shutil.copy(filled_file, tmp_path / "floor.db"))


@pytest.fixture(params=["sqlite", "postgres"])
def filled_engine(request: pytest.FixtureRequest, floor: Path) -> Engine:
    if request.param == "sqlite":
        return engines.sqlite(floor)
    address, schema = request.getfixturevalue("postgres_address"), f"test_{uuid4().hex}"
    filled_engine = engines.postgres(address, schema)
    filled_engine.run(nothing)
    connection = apsw.Connection(str(floor))
    asyncio.run(copy_in(connection, address, schema))
    connection.close()
    return filled_engine


async def nothing(_: Store) -> None:
    pass


async def no_pause() -> None:
    await asyncio.sleep(0)


async def opened(store: Store, config: TableConfig, book: RuleBook) -> TableStream:
    """As a restart opens a table: from where it was last kept."""
    notes = LogNotes(store, config, book, "fingerprint")
    log = await read_log(store, config, book, notes)
    return TableStream(store, LedgerWallet(store, config.currency), log)


def test_finished_shoes_are_archived_and_a_restart_resumes_where_it_stopped(
    filled_engine: Engine, tmp_path: Path
) -> None:
    async def test(store: Store) -> None:
        played, files = await KeptStore(store).open(is_new=False), tmp_path / "archive"
        events = (await audit(store)).events
        sealed = await archive(store, files, LATER, no_pause)
        assert (sealed.streams, sealed.shoes) == (2, len(list(files.glob("*/shoe-*.jsonl.gz"))))
        assert sealed.shoes >= 4
        for stream, (config, book) in zip(played.streams, TABLES, strict=True):
            with pytest.raises(EventsAreArchived):
                await store.read(stream_of(config.id))
            checkpoint = await store.checkpoint(stream_of(config.id))
            left = await store.read(stream_of(config.id), after=checkpoint.version)
            assert isinstance(decode_event(left[0].body), ShoeOpened), "the next shoe begins here"
            assert stream.table.shoe >= checkpoint.shoe + 2, "the newest finished shoe stays"
            assert (await opened(store, config, book)).table == stream.table
        assert await check_archive(store, files) == sealed
        found = await audit(store)
        assert (found.events, found.archived) == (events - sealed.events, sealed.events)

    filled_engine.run(test)


def test_a_table_whose_snapshot_is_of_another_release_begins_at_its_checkpoint(floor: Path, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        played = await KeptStore(store).open(is_new=False)
        await archive(store, tmp_path / "archive", LATER, no_pause)
        for stream, (config, book) in zip(played.streams, TABLES, strict=True):
            await store.keep_snapshot(stream_of(config.id), Snapshot(SCHEMA + 1, 10**9, b"of tomorrow"))
            again = (await opened(store, config, book)).table
            assert replace(again, seats=stream.table.seats, actions=stream.table.actions) == stream.table
            assert {patron: seat.stakes for patron, seat in again.seats.items() if seat.stakes} == {
                patron: seat.stakes for patron, seat in stream.table.seats.items() if seat.stakes
            }

    on(sqlite(floor), test)


def test_what_patrons_can_see_stays(floor: Path, tmp_path: Path) -> None:
    async def looked_at(store: Store) -> list[object]:
        plays = [await store.plays(patron) for patron in PATRONS]
        shoes = [await store.records("shoes:jade"), await store.records("coups:jade:1")]
        return [plays, shoes, await store.every_balance(), await store.bet_totals("2000-01-01", "2100-01-01")]

    async def test(store: Store) -> None:
        before = await looked_at(store)
        await archive(store, tmp_path / "archive", LATER, no_pause)
        assert await looked_at(store) == before

    on(sqlite(floor), test)


def test_a_recent_shoe_stays_until_it_is_old_enough(floor: Path, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        body = await store.record("shoes:jade", shoe_name(1))
        assert body is not None
        ended_at = msgspec.json.decode(body, type=LoggedShoe).ended_at
        assert ended_at is not None
        reached = []
        for before in (ended_at, ended_at + 1, LATER):
            await archive(store, tmp_path / "a", before, no_pause)
            reached.append((await store.checkpoint("table:jade")).shoe)
        assert reached[:2] == [0, 1]
        assert reached[2] > 1
        assert (await archive(store, tmp_path / "a", LATER, no_pause)).shoes == 0
        await check_archive(store, tmp_path / "a")

    on(sqlite(floor), test)


def test_a_floor_plays_on_while_its_shoes_are_archived(filled_engine: Engine, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        played = await KeptStore(store).open(is_new=False)
        playing = asyncio.create_task(played.play(100))
        sealed = await archive(store, tmp_path / "a", LATER, no_pause)
        await playing
        assert sealed.shoes >= 4
        assert (await audit(store)).archived == sealed.events

    filled_engine.run(test)


def test_a_crash_between_checkpoint_and_deletion_does_no_harm(floor: Path, tmp_path: Path) -> None:
    class Crashing:
        def __init__(self, store: Store) -> None:
            self._store = store

        def __getattr__(self, name: str) -> object:
            return getattr(self._store, name)

        async def drop_events(self, *_: object) -> int:
            raise StoreIsLost

    async def test(store: Store) -> None:
        with pytest.raises(StoreIsLost):
            await archive(cast(Store, Crashing(store)), tmp_path / "a", LATER, no_pause)
        await audit(store)
        await archive(store, tmp_path / "a", LATER, no_pause)
        left = [await store.drop_events(stream, 1) for stream in await store.streams()]
        assert not any(left)
        await check_archive(store, tmp_path / "a")

    on(sqlite(floor), test)


def test_a_copy_is_audited_from_the_checkpoints_and_brought_back_on_the_other_engine(
    floor: Path, tmp_path: Path, postgres_address: str
) -> None:
    schema = f"test_{uuid4().hex}"

    async def test(store: Store) -> tuple[Sealed, dict[str, int]]:
        return await archive(store, tmp_path / "a", LATER, no_pause), await store.every_balance()

    async def on_postgres() -> None:
        store = await PostgresStore.open(postgres_address, schema)
        try:
            assert await store.every_balance() == balances
            assert await check_archive(store, tmp_path / "a") == sealed
        finally:
            await store.close()

    sealed, balances = on(sqlite(floor), test)
    found = asyncio.run(back_up(str(floor), tmp_path / "copy.db"))
    assert found.archived == sealed.events
    asyncio.run(restore(tmp_path / "copy.db", postgres_address, schema=schema))
    asyncio.run(on_postgres())


def test_money_that_a_checkpoint_does_not_explain_is_detected(floor: Path, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await archive(store, tmp_path / "a", LATER, no_pause)
        told = await store.checkpoint("table:jade")
        lines = {account: amount + 1 if account.endswith(":p1") else amount for account, amount in told.lines.items()}
        connection = apsw.Connection(str(floor))
        body = msgspec.msgpack.encode(msgspec.structs.replace(told, lines=lines))
        connection.execute("update checkpoints set body = ? where stream = 'table:jade'", (body,))
        connection.close()
        with pytest.raises(AuditFailed, match="p1 has"):
            await audit(store)
        with pytest.raises(InvalidArchive, match="not to its checkpoint"):
            await check_archive(store, tmp_path / "a")

    on(sqlite(floor), test)


def test_a_missing_file_is_named(floor: Path, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await archive(store, tmp_path / "a", LATER, no_pause)
        next(iter(sorted((tmp_path / "a" / "ruby").iterdir()))).unlink()
        with pytest.raises(InvalidArchive, match="no file holds the events of table:ruby up to"):
            await check_archive(store, tmp_path / "a")

    on(sqlite(floor), test)


@pytest.fixture
def sealed_file(floor: Path, tmp_path: Path) -> Path:
    on(sqlite(floor), lambda store: archive(store, tmp_path / "a", LATER, no_pause))
    return min(tmp_path.glob("a/jade/*"))


def test_every_changed_byte_is_noticed(sealed_file: Path, tmp_path: Path) -> None:
    content = sealed_file.read_bytes()
    for position in random.Random(1).sample(range(len(content)), 200):
        changed = bytearray(content)
        changed[position] ^= 1
        (tmp_path / "changed").write_bytes(changed)
        try:
            read = read_archive(tmp_path / "changed")
        except InvalidArchive:
            continue
        assert read == read_archive(sealed_file), "only a byte that says nothing, such as a date, may change"
    (tmp_path / "changed").write_bytes(content[: len(content) // 2])
    with pytest.raises(InvalidArchive, match="is not an archive, or is damaged"):
        read_archive(tmp_path / "changed")


@pytest.mark.parametrize(
    ("line", "old", "new", "flaw"),
    [
        (0, "punto archive 2", "punto archive 9", "format is 'punto archive 9'"),
        (0, '"after":0', '"after":1', "event 1 does not follow"),
        (0, '"head":"', '"head":"00', "its events end at"),
        (5, '"at":', '"at":1', "does not follow"),
        (-1, '"purse:EUR:p1":', '"purse:EUR:p9":', "its money does not follow from its events"),
    ],
)
def test_a_tampered_file_with_a_new_digest_is_still_rejected(
    sealed_file: Path, tmp_path: Path, line: int, old: str, new: str, flaw: str
) -> None:
    lines = gzip.decompress(sealed_file.read_bytes()).decode().splitlines()[:-1]
    place = next(place for place in range(line, len(lines)) if old in lines[place]) if line >= 0 else line
    lines[place] = lines[place].replace(old, new, 1)
    text = "".join(f"{each}\n" for each in lines).encode()
    seal = msgspec.json.encode(Seal(sha256(text).hexdigest()))
    (tmp_path / "changed").write_bytes(gzip.compress(text + seal + b"\n"))
    with pytest.raises(InvalidArchive, match=flaw):
        read_archive(tmp_path / "changed")


def test_an_incomplete_archive_replaces_no_good_file(sealed_file: Path) -> None:
    good = sealed_file.read_bytes()
    whole = read_archive(sealed_file)
    with_a_gap = msgspec.structs.replace(whole, events=whole.events[:3] + whole.events[5:])
    with pytest.raises(InvalidArchive, match="does not follow"):
        write_archive(sealed_file.parent, with_a_gap)
    assert sealed_file.read_bytes() == good
    assert not list(sealed_file.parent.glob("*.unfinished"))


def test_two_archives_are_not_made_at_once(terminal: Terminal, floor: Path, tmp_path: Path) -> None:
    files = tmp_path / "archive"
    files.mkdir()
    with (files / LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ran = terminal.run("archive", str(files), "--database", str(floor), "--keep-days", "0")
        assert (ran.code, ran.printed) == (2, "")
        assert "another archive is being made here" in ran.refused
        assert not list(files.glob("*/shoe-*"))
    assert terminal.run("archive", str(files), "--database", str(floor), "--keep-days", "0").code == 0


def test_the_command_archives_checks_and_compacts(terminal: Terminal, floor: Path, tmp_path: Path) -> None:
    database, files, size = str(floor), str(tmp_path / "a"), floor.stat().st_size
    done = terminal.run("archive", files, "--database", database, "--keep-days", "0", "--compact")
    assert (done.code, "sealed in" in done.printed) == (0, True)
    assert floor.stat().st_size < size
    checked = terminal.run("archive", files, "--database", database, "--check")
    assert (checked.code, "every file is intact" in checked.printed) == (0, True)
    backed = terminal.run("backup", str(tmp_path / "copy.db"), "--database", database)
    assert "older events are in archive files" in backed.printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a", "--database", "nowhere.db"), "nowhere.db: there is no such file"),
        (("a", "--database", "."), ".: this is a folder, not a file"),
        (("notes.txt", "--database", "floor.db"), "notes.txt: this is a file, not a folder"),
        (("a", "--database", "notes.txt"), "notes.txt"),
        (("a", "--database", "other.db"), "other.db is not a store of Punto"),
    ],
)
def test_a_refused_archive_is_explained_in_one_line(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("Dear diary, " * 1_000)
    connection = apsw.Connection("other.db")
    connection.execute("create table somebody_elses (id)")
    connection.close()
    refused = terminal.run("archive", *arguments)
    assert refused.code == 2
    assert said in refused.refused
    assert refused.refused.count("\n") == 1
