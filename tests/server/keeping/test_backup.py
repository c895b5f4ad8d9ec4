"""Copies of a running floor, restored on either engine; a tampered copy is detected."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import apsw
import pytest

from punto.ledger.accounts import house, purse
from punto.server.keeping.audit import AuditFailed, audit
from punto.server.keeping.backup import back_up, restore
from punto.server.keeping.copy_sqlite import CannotBackUp
from punto.server.record.play_record import PlayRecord
from punto.server.store.failures import StreamIsTaken
from punto.server.store.interface import Store
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.client import SqliteClient
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.streams.read_log import read_log
from punto.server.streams.request import Request
from punto.server.streams.table_stream import TableStream
from punto.server.streams.wallets.ledger_wallet import LedgerWallet
from punto.server.talk.line import Line, Ruling
from punto.server.talk.talk_record import TalkFilter, TalkRecord
from punto.trials.torture.audit import Auditor
from punto.trials.torture.floor import (
    CURRENCY,
    PATRONS,
    TABLES,
    Shoes,
    due_at,
    house_request,
    patron_command,
    staff_command,
)
from punto.trials.torture.simulation import buy_in
from tests.cli.terminal import Terminal
from tests.server.record.test_play_record import CONFIG, NOON
from tests.server.store.ledger_lines import ledger_lines

Result = TypeVar("Result")
STEPS = 120


class PlayedStore:
    """Two tables that are played at random, and the record that follows them."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.store = store
        self.seed = seed
        self.now = NOON
        self._chance = random.Random(seed)

    async def open(self, *, is_new: bool = True) -> "PlayedStore":
        if is_new:
            await buy_in(self.store, Auditor(TABLES, CURRENCY))
        self.record = PlayRecord(self.store, CONFIG)
        self.streams = []
        for config, book in TABLES:
            log = await read_log(self.store, config, book)
            self.streams.append(
                TableStream(self.store, LedgerWallet(self.store, config.currency), log, observer=self.record.note)
            )
            await self.record.catch_up(log)
        return self

    async def play(self, steps: int = STEPS) -> None:
        for step in range(steps):
            stream = self._chance.choice(self.streams)
            requests = [
                Request(patron_command(stream.table, patron, self._chance), f"{patron}:{self.now}:{step}")
                for patron in PATRONS
            ]
            if self._chance.random() < 0.04:
                requests.append(Request(staff_command(self._chance)))
            await stream.handle(requests, self.now)
            self.now = max(self.now + 1, due_at(stream.table) or 0)
            await stream.handle([house_request(stream.table, Shoes(self.seed), self.now)], self.now)
        await self.record.flush()


async def everything(store: Store) -> dict[str, object]:
    """All that a store can be asked for, but its log id and its epochs."""
    streams = await store.streams()
    return {
        "events": {stream: await store.read(stream) for stream in streams},
        "balances": await store.every_balance(),
        "lines": {patron: await ledger_lines(store, purse(patron, CURRENCY)) for patron in PATRONS},
        "house": await ledger_lines(store, house(CURRENCY)),
        "plays": {patron: await store.plays(patron) for patron in PATRONS},
        "totals": await store.bet_totals("2000-01-01", "2100-01-01"),
        "followed": {stream: await store.followed(stream) for stream in streams},
        "shoes": await store.records("shoes:jade"),
        "person": await store.person("p1"),
        "talk": await TalkRecord(store, lambda _: None).page(TalkFilter(), "", 10),
    }


async def filled(store: Store) -> PlayedStore:
    played = await PlayedStore(store).open()
    await played.play()
    await store.keep_person("p1", b"Ada")
    talk = TalkRecord(store, lambda _: None)
    talk.note(Line(1, "jade", "p1", None, "good evening", NOON, "removed", removed=Ruling("sue", NOON)))
    await talk.flush()
    return played


def on(store: Callable[[], Awaitable[Store]], test: Callable[[Store], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        opened = await store()
        try:
            return await test(opened)
        finally:
            await opened.close()

    return asyncio.run(run())


def sqlite(path: Path) -> Callable[[], Awaitable[Store]]:
    async def opened() -> Store:
        return SqliteInProcess(path)

    return opened


def test_a_running_floor_is_copied_as_of_one_instant(tmp_path: Path) -> None:
    """The audit of each copy finds no half of anything, though bets come in all the time."""

    async def test(store: Store) -> list[int]:
        played = await PlayedStore(store).open()
        playing = asyncio.create_task(played.play(2_000))
        sizes = []
        for number in range(3):
            await asyncio.sleep(0.3)
            copy = tmp_path / f"copy{number}.db"
            found = await asyncio.to_thread(asyncio.run, back_up(str(tmp_path / "floor.db"), copy))
            sizes.append(found.events)
        assert not playing.done()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return sizes

    sizes = on(lambda: SqliteClient.open(tmp_path / "floor.db"), test)
    assert 0 < sizes[0] < sizes[1] < sizes[2]
    left = {path.name for path in tmp_path.iterdir() if "copy" in path.name}
    assert left == {"copy0.db", "copy1.db", "copy2.db"}, "nothing unfinished is left"


def test_a_restored_store_equals_the_copy_under_another_log_id(tmp_path: Path) -> None:
    async def play(store: Store) -> tuple[dict[str, object], str]:
        await filled(store)
        return await everything(store), await store.log_id()

    before, log_id = on(sqlite(tmp_path / "floor.db"), play)
    asyncio.run(back_up(str(tmp_path / "floor.db"), tmp_path / "copy.db"))
    asyncio.run(restore(tmp_path / "copy.db", str(tmp_path / "new.db")))

    async def look(store: Store) -> None:
        assert await everything(store) == before
        assert await store.log_id() != log_id
        played = await PlayedStore(store, seed=1).open(is_new=False)
        played.now = NOON + 10**9
        await played.play(40)
        await audit(store)

    on(sqlite(tmp_path / "new.db"), look)


def test_a_floor_running_on_a_restored_store_cannot_write(tmp_path: Path) -> None:
    """In the copy accounts have other numbers: nothing may be booked by the old ones."""
    asyncio.run(_restored_under_a_running_floor(tmp_path))


async def _restored_under_a_running_floor(folder: Path) -> None:
    file, copy = folder / "floor.db", folder / "copy.db"
    other = SqliteInProcess(folder / "other.db")
    await (await PlayedStore(other, seed=2).open()).play()
    copied = await everything(other)
    await other.close()
    await back_up(str(folder / "other.db"), copy)
    store = await SqliteClient.open(file)
    try:
        running = await PlayedStore(store).open()
        await running.play(40)
        await asyncio.to_thread(asyncio.run, restore(copy, str(file), replaces=True))
        running.now += 60_000
        with pytest.raises(StreamIsTaken):
            await running.play(50)
        assert await everything(store) == copied
        again = await PlayedStore(store, seed=2).open(is_new=False)
        again.now = NOON + 10**9
        await again.play(40)
        await audit(store)
    finally:
        await store.close()


def moved(amount: int) -> str:
    """From the house to a patron, behind the back of the events."""
    return f"""
        update accounts set may_be_negative = 1, balance = balance + case account when 'house:EUR' then 0 - {amount}
        else {amount} end where account in ('purse:EUR:p1', 'house:EUR')
    """


A_LARGER_BET = """
    update events set body = cast(replace(cast(body as text), '100', '200') as blob) where rowid =
    (select rowid from events where cast(body as text) like '%WagersChanged%100%' limit 1)
"""


WITHOUT_THE_LAST = """
    delete from events where rowid in (select events.rowid from events join streams on streams.id = events.stream
    where events.version = streams.version and streams.stream like 'table:%' limit 1)
"""


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("update accounts set balance = balance + 1 where account = 'purse:EUR:p1'", "all accounts together have 1"),
        (moved(5), "by the events it should have"),
        (moved(-9_999), "purse:EUR:p1 is at -"),
        (A_LARGER_BET, "does not follow from those before it"),
        ("update events set head = zeroblob(32) where version = 7", "event 7 does not follow from those before it"),
        ("delete from events where version = 4", "event 5 does not follow from those before it"),
        (WITHOUT_THE_LAST, "the last event is"),
    ],
)
def test_a_tampered_copy_is_detected(tmp_path: Path, statement: str, says: str) -> None:
    on(sqlite(tmp_path / "floor.db"), filled)
    connection = apsw.Connection(str(tmp_path / "floor.db"))
    connection.execute(statement)
    assert connection.changes() > 0
    connection.close()
    with pytest.raises(AuditFailed, match=says):
        asyncio.run(back_up(str(tmp_path / "floor.db"), tmp_path / "copy.db"))
    assert not [path for path in tmp_path.iterdir() if "copy" in path.name]
    with pytest.raises(AuditFailed):
        asyncio.run(restore(tmp_path / "floor.db", str(tmp_path / "new.db")))
    assert not (tmp_path / "new.db").exists()


def test_a_floor_moves_from_postgresql_to_a_file_and_back(tmp_path: Path, postgres_address: str) -> None:
    schemas = [f"test_{uuid4().hex}" for _ in range(2)]

    async def run() -> None:
        store = await PostgresStore.open(postgres_address, schemas[0])
        played = await filled(store)
        before = await everything(store)
        await back_up(postgres_address, tmp_path / "copy.db", schema=schemas[0])
        copy = SqliteInProcess(tmp_path / "copy.db")
        assert await everything(copy) == before
        await copy.close()
        await played.play(20)
        with pytest.raises(CannotBackUp, match="holds a floor already"):
            await restore(tmp_path / "copy.db", postgres_address, schema=schemas[0])
        await restore(tmp_path / "copy.db", postgres_address, replaces=True, schema=schemas[0])
        assert await everything(store) == before
        with pytest.raises(StreamIsTaken):
            await played.play(50)
        assert await everything(store) == before
        await restore(tmp_path / "copy.db", postgres_address, schema=schemas[1])
        other = await PostgresStore.open(postgres_address, schemas[1])
        assert await everything(other) == before
        assert await other.log_id() != await store.log_id()
        again = await PlayedStore(other).open(is_new=False)
        again.now = NOON + 10**9
        await again.play(40)
        await audit(other)
        await other.close()
        await store.close()

    asyncio.run(run())


def test_writes_under_way_during_a_restore_do_not_land_in_it(tmp_path: Path, postgres_address: str) -> None:
    """Its right to write was looked at before the copy came, and its tables are there again after it."""
    schema = f"test_{uuid4().hex}"

    async def run() -> None:
        store = await PostgresStore.open(postgres_address, schema)
        await store.keep_record("account", "a", b"as copied")
        await back_up(postgres_address, tmp_path / "copy.db", schema=schema)
        epoch = await store.take_lease(b"a floor", after=0)
        assert epoch is not None
        await store.guard(epoch)
        async with store._writing() as connection:
            restoring = asyncio.create_task(
                restore(tmp_path / "copy.db", postgres_address, replaces=True, schema=schema)
            )
            async with asyncio.timeout(30):
                while not restoring.done() and not await waits_for_a_lock(store):
                    await asyncio.sleep(0.01)
            await connection.execute("update records set body = $1 where kind = 'account'", b"of the history before")
        await restoring
        assert await store.record("account", "a") == b"as copied"
        await store.close()

    asyncio.run(run())


async def waits_for_a_lock(store: PostgresStore) -> bool:
    return bool(await store._rows("select 1 from pg_stat_activity where wait_event_type = 'Lock'"))


def test_the_commands(terminal: Terminal, tmp_path: Path) -> None:
    floor, copy, new = (str(tmp_path / name) for name in ("floor.db", "copy.db", "new.db"))
    on(sqlite(Path(floor)), filled)
    ran = terminal.run("backup", copy, "--database", floor)
    assert (ran.code, ran.refused) == (0, "")
    assert "all money follows from the events" in ran.printed
    assert Path(copy).stat().st_mode & 0o777 == 0o600
    assert terminal.run("restore", copy, "--database", new).code == 0
    for arguments, says in [
        (("backup", copy, "--database", floor), f"backup: {copy} exists already"),
        (("backup", f"{copy}2", "--database", f"{floor}2"), f"{floor}2: there is no such file"),
        (("backup", f"{copy}2", "--database", __file__), f"{__file__}: "),
        (("backup", f"{tmp_path}/no/copy", "--database", floor), f"{tmp_path}/no: there is no such folder"),
        (("backup", f"{copy}2", "--database", "postgresql://ann:secret@127.0.0.1:1/x"), "the database: "),
        (("backup", f"{copy}2", "--database", str(tmp_path)), f"{tmp_path}: this is a folder, not a file"),
        (("restore", f"{copy}3", "--database", new), f"{copy}3: there is no such file"),
        (("restore", str(tmp_path), "--database", new), f"{tmp_path}: this is a folder, not a file"),
        (("restore", copy, "--database", floor), "holds a floor already; --replace puts the copy in its place"),
    ]:
        ran = terminal.run(*arguments)
        assert ran.code == 2, arguments
        assert says in ran.refused, ran.refused
        assert "secret" not in ran.refused
        assert ran.refused.count("\n") == 1
    assert terminal.run("restore", copy, "--database", floor, "--replace").code == 0
    connection = apsw.Connection(copy)
    connection.execute("delete from events where version = 5")
    connection.close()
    ran = terminal.run("restore", copy, "--database", floor, "--replace")
    assert (ran.code, ran.printed) == (1, "")
    assert ran.refused.startswith("punto: the copy contradicts itself: ")
