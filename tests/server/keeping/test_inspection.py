"""An inspection finds each kind of damage, names its event and goes on; what is not damaged it leaves in peace."""

import asyncio
import re
from pathlib import Path
from uuid import uuid4

import apsw
import pytest

from punto.server.keeping.archive import archive
from punto.server.keeping.copy_sqlite import CannotBackUp
from punto.server.keeping.inspection.scope import Scope
from punto.server.store.postgres.copy import copy_in
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.in_process import SqliteInProcess
from tests.server.keeping.damage import (
    change_event,
    change_rows,
    first_wager,
    inspect,
    lines,
)
from tests.server.record.test_play_record import NOON
from tests.server.store.test_archive import no_pause

JADE = "table:jade"


def test_a_sound_floor_has_no_findings(sound: Path) -> None:
    inspected, findings = inspect(sound)
    assert lines(findings) == []
    assert not findings.not_checked
    assert min(inspected.shoes, inspected.coups, inspected.plays, inspected.journals) > 5
    assert inspected.streams == 4, "two tables, the cashier and the staff log"


# --- rows -------------------------------------------------------------------------------------------------------------

EVENT_9 = "where version = 9 and stream = (select id from streams where stream = 'table:jade')"
FIRST_PLAY = "where rowid = (select min(rowid) from plays where status = 'settled')"
FIRST_COUP = "where kind = 'coups:jade:1' and id = '000001'"
FIRST_NOTE = "where person like 'note:%'"


def text(table: str, column: str, old: str, new: str, where: str) -> str:
    """Other words in a row."""
    return f"update {table} set {column} = cast(replace(cast({column} as text), '{old}', '{new}') as blob) {where}"


A_STAKE_OF_20 = "where id = (select min(id) from journals where lines like '%[20,%')"
NOT_THE_FIRST = "where id = (select min(id) from journals where lines glob '*[1-9]]}')"  # of its last account
COPIED_PLAY = "'mallory', at, table_id, version, changed, book, shoe, coup, status, staked, returned, body"
FIRST_TIP = "where rowid = (select min(rowid) from plays where status = 'tip')"
FIRST_SHOE = "where kind = 'shoes:jade' and id = '00000001'"
EMPTY_ESCROW = "where account = (select min(account) from accounts where account like 'escrow:%' and balance = 0)"


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        # the chain
        (text("events", "body", "1", "2", EVENT_9), "9: the hash chain says"),
        (f"update events set head = zeroblob(32) {EVENT_9}", "9: the hash chain says 0000000000000000, should say"),
        (f"update events set body = x'00' {EVENT_9}", "9: the event says"),
        (f"delete from events {EVENT_9}", "10: the log says event 10, should say event 9 after 8"),
        ("update streams set head = zeroblob(32) where stream = 'table:jade'", "the log's head says"),
        ("update streams set version = version + 1 where stream = 'table:ruby'", "the log's last event says"),
        # the ledger
        ("update accounts set balance = balance + 1 where account = 'house:EUR'", "the balance of house:EUR says"),
        ("update accounts set balance = balance + 1 where account = 'purse:EUR:p1'", "sum of all accounts says 1"),
        (f"update accounts set balance = 3 {EMPTY_ESCROW}", "says 3, should say 0: no round of it runs"),
        (f"update journals set lines = replace(lines, '[20,', '[21,') {A_STAKE_OF_20}", r"journal \d+ says .* \+21"),
        ("update journals set lines = '{' where id = 9", "journal 9 says {, should say lines"),
        ("delete from journals where id = (select max(id) from journals)", "journals says nothing, should say one"),
        ("update journals set stream = 99 where id = 9", "journal 9: stream says 99"),
        (f"update journals set lines = replace(lines, ']}}', '7]}}') {NOT_THE_FIRST}", "journal .*: the one before it"),
        # the play record
        (f"update plays set returned = returned + 5 {FIRST_PLAY}", "the play record: .* returned says"),
        (f"update plays set status = 'voided' {FIRST_PLAY}", "status says voided, should say settled"),
        (f"update plays set staked = 1 {FIRST_PLAY}", "the play record: .* staked says 1"),
        (f"update plays set coup = 77 {FIRST_PLAY}", "the play record: .* round says 77"),
        (text("plays", "body", '"returned":', '"returned":9', FIRST_PLAY), "the play record: .* bets says"),
        (text("plays", "body", '"balance_after":', '"balance_after":9', FIRST_PLAY), "balance says 9"),
        (f"update plays set body = x'00' {FIRST_PLAY}", "the play record: .* says what cannot be read"),
        (f"delete from plays {FIRST_PLAY}", "the play record says nothing, should say a play of"),
        (f"delete from plays {FIRST_TIP}", "the play record says nothing, should say a play of"),
        (f"insert into plays select {COPIED_PLAY} from plays {FIRST_PLAY}", "a play of .* no event explains it"),
        ("update bet_totals set staked = staked + 1 where table_id = 'jade' and bet = 'banker'", "interblock banker:"),
        # the public record
        (text("records", "body", '"opened_at":1', '"opened_at":2', FIRST_COUP), "coups:jade:1 000001: opened_at says"),
        (f"delete from records {FIRST_COUP}", "the record coups:jade:1 000001 says nothing"),
        (f"insert into records (kind, id, body) select kind, '000099', body from records {FIRST_COUP}",
         "the record coups:jade:1 000099 says a round, should say nothing"),
        (text("records", "body", '"burned_face_down":', '"burned_face_down":1', FIRST_SHOE),
         "shoes:jade 00000001: burned_face_down says 1"),
        # the staff log's rows
        (text("people", "body", "chip", "card", FIRST_NOTE), "staff 1: the row note:.* says"),
        (f"delete from people {FIRST_NOTE}", "staff 1: the row note:.* says nothing, should say its text"),
    ],
)  # fmt: skip
def test_changed_rows_are_found_and_named(floor: Path, statement: str, says: str) -> None:
    change_rows(floor, statement)
    found = lines(inspect(floor)[1])
    assert [line for line in found if re.search(says, line)], found


@pytest.mark.parametrize("change", ["body = cast(cast(body as text) || ' ' as blob)", "head = zeroblob(32)"])
def test_one_changed_byte_of_the_chain_is_found_once(floor: Path, change: str) -> None:
    change_rows(floor, f"update events set {change} {EVENT_9}")
    assert [line[:30] for line in lines(inspect(floor)[1])] == ["table:jade 9: the hash chain s"]


def test_a_row_that_was_erased_is_no_finding(floor: Path) -> None:
    async def run() -> None:
        store = SqliteInProcess(floor)
        log_row = store._store._rows("select person from people where person like 'note:%'")[0][0]
        await store.erase_person(log_row)
        await store.close()

    asyncio.run(run())
    assert lines(inspect(floor)[1]) == []


# --- where and when ---------------------------------------------------------------------------------------------------


def test_a_scope_narrows_rounds_and_shoes_but_neither_chains_nor_the_ledger(floor: Path) -> None:
    change_event(floor, JADE, "CoupSettled", first_wager(odds="99"))
    change_rows(floor, "update accounts set balance = balance + 1 where account = 'house:EUR'")
    for scope, finds in [
        (Scope(table="jade"), True),
        (Scope(table="ruby"), False),
        (Scope(first_at=NOON - 1), True),
        (Scope(end_at=NOON - 1), False),
    ]:
        found = "\n".join(lines(inspect(floor, scope)[1]))
        assert ("odds says 99" in found) is finds, scope
        assert "the balance of house:EUR says" in found


def test_archived_shoes_are_read_from_their_files_or_named_as_not_checked(floor: Path, tmp_path: Path) -> None:
    files = tmp_path / "archive"
    before = inspect(floor)[0]

    async def run() -> None:
        store = SqliteInProcess(floor)
        assert (await archive(store, files, 10**15, no_pause)).shoes
        await store.close()

    asyncio.run(run())
    inspected, findings = inspect(floor, archives=files)
    assert (lines(findings), list(findings.not_checked)) == ([], [])
    assert (inspected.coups, inspected.shoes, inspected.plays) == (before.coups, before.shoes, before.plays)
    inspected, findings = inspect(floor)
    assert lines(findings) == []
    assert [why for why in findings.not_checked if "--archives" in why]
    assert 0 < inspected.coups < before.coups
    oldest = min(files.glob("jade/shoe-*.jsonl.gz"))
    oldest.write_bytes(b"damaged")
    assert [
        line for line in lines(inspect(floor, archives=files)[1]) if line.startswith("table:jade: the archive says")
    ]


def test_postgresql_is_inspected_alike_and_nothing_is_written(floor: Path, postgres_address: str) -> None:
    schema = f"test_{uuid4().hex}"

    async def fill_postgres() -> None:
        await (await PostgresStore.open(postgres_address, schema)).close()
        connection = apsw.Connection(str(floor))
        await copy_in(connection, postgres_address, schema)
        connection.close()

    asyncio.run(fill_postgres())
    on_a_file, findings = inspect(floor)
    on_postgres, also = inspect(postgres_address, schema=schema)
    assert on_a_file == on_postgres
    assert lines(findings) == lines(also) == []


def test_a_floor_is_inspected_while_it_plays_on(floor: Path) -> None:
    """As of one instant, without a lock that it would have to wait for, and without a byte written."""
    writer = apsw.Connection(str(floor))
    writer.pragma("journal_mode", "wal")
    writer.execute("begin immediate; update accounts set balance = balance + 1 where account = 'house:EUR'")
    content = floor.read_bytes()
    assert lines(inspect(floor)[1]) == []
    assert floor.read_bytes() == content
    writer.execute("rollback")
    writer.close()


@pytest.mark.parametrize("content", [None, b"", b"no database at all, but long enough for a header " * 40])
def test_what_is_no_store_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "file.db"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises((CannotBackUp, apsw.NotADBError)):
        inspect(file)
