"""An inspection finds each kind of damage, names its event and goes on; what is not damaged it leaves in peace."""

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

import apsw
import pytest

from punto.server.keeping.archive import archive
from punto.server.keeping.copy_sqlite import CannotBackUp
from punto.server.keeping.inspection.scope import Scope
from punto.server.store.postgres.copy import copy_in
from punto.server.store.postgres.store import PostgresStore
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.table.commands import CancelCoup, CorrectCoup, DismissDispute, GiveTip, PlaceWager, RaiseDispute, VoidCoup
from tests.server.keeping.damage import (
    Edit,
    change_event,
    change_rows,
    fill,
    insert_event,
    inspect,
    lines,
)
from tests.server.record.test_play_record import NOON, Playing, on_a_table
from tests.server.store.test_archive import no_pause

STEPS = 500
JADE = "table:jade"
LIVE_RULES = "f1ngerpr1nt"  # of the book at the live table


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nothing is wrong with it."""
    path = tmp_path_factory.mktemp("sound") / "floor.db"

    async def run() -> None:
        store = SqliteInProcess(path)
        await fill(store, STEPS)
        await store.close()

    asyncio.run(run())
    return path


@pytest.fixture
def floor(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "floor.db"))


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
        ("update journals set lines = replace(lines, ']}', '7]}') where id = 30", "journal 30: the one before it for"),
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


# --- events, with every hash made right again -------------------------------------------------------------------------


def more(key: str, by: int = 1) -> Edit:
    return lambda event: event.update({key: event[key] + by})


def other(key: str, value: object) -> Edit:
    return lambda event: event.update({key: value})


def first_wager(**fields: Any) -> Edit:
    return lambda event: event["wagers"] and event["wagers"][0].update(fields)


def first_of(key: str, place: int, value: object) -> Edit:
    def edit(event: dict[str, Any]) -> None:
        if event[key]:
            event[key][0][place] = value

    return edit


def adjusted(event: dict[str, Any]) -> None:
    if event["adjustments"]:
        event["adjustments"][0]["amount"] += 7


ANOTHER_SECRET = "00" * 1024


@pytest.mark.parametrize(
    ("stream", "kind", "edit", "says"),
    [
        (JADE, "CoupSettled", first_wager(returned=9_999), "on .*, returned says 9999, should say"),
        (JADE, "CoupSettled", first_wager(odds="99"), "on .*, odds says 99, should say"),
        (JADE, "CoupSettled", first_wager(stake=7), "wagers says .* 7 on .*, should say"),
        (JADE, "CoupSettled", first_wager(bet="dragon"), "says dragon, should say a bet of interblock"),
        (JADE, "CoupSettled", other("player", "9h 9d"), "Player's hand says 9h 9d, should say"),
        (JADE, "CoupSettled", other("banker", "2h 2d"), "hands says .*should say a round that interblock deals"),
        (JADE, "CoupCancelled", first_of("returned", 1, 1), "CoupCancelled, round .*: returned says"),
        (JADE, "CoupVoided", adjusted, "CoupVoided, round .*: adjustments says"),
        (JADE, "WagersChanged", more("added", 3), "WagersChanged, round .*: what .* adds says"),
        (JADE, "CardDealt", other("card", "Ah"), "shoe .*: card .* says Ah, should say .*, by the shoe's secret"),
        (JADE, "CardDealt", other("card", "Zz"), "a card says Zz, should say a card of"),
        (JADE, "CardDealt", other("side", "banker"), "CardDealt, round .*: side says banker, should say player"),
        (JADE, "CardsBurned", more("face_down"), "shoe .*: "),
        (JADE, "ShoeRevealed", other("secret", ANOTHER_SECRET), "by the shoe's secret"),
        (JADE, "ShoeRevealed", other("secret", "f00"), "ShoeRevealed, shoe .* says the secret is not hexadecimal"),
        (JADE, "ShoeCommitted", other("commitment", "00" * 32), "ShoeOpened, shoe 1: commitment says"),
        (JADE, "ShoeOpened", other("fingerprint", "x"), "rules of interblock says x, should say fingerprint"),
        (JADE, "ShoeOpened", other("cut_card", 12), "says the cut card lay 12 cards from the end"),
        (JADE, "BettingClosed", other("type", "BettingOpened"), "the event says"),
        (JADE, "TipGiven", more("amount", 5), "tip says 20, should say 25"),
        ("cashier", "TicketPaid", other("code", "0ther"), "TicketPaid: amount says 500, should say 100"),
        ("cashier", "TicketPaid", other("code", "x"), "TicketPaid: code says one that was never issued"),
        ("cashier", "BuyInReversed", other("entry", 6), "BuyInReversed: amount says 70, should say 900"),
        ("cashier", "BuyInReversed", other("entry", 99), "BuyInReversed says entry 99, should say an entry of staff"),
        ("cashier", "TicketIssued", more("amount", 5), "cashier 9: journal"),
        ("staff", "StaffWasRefused", other("action", 77), "StaffWasRefused: action says 77"),
        ("staff", "StaffActed", other("note", "0" * 64), "staff 1: the row note:"),
    ],
)  # fmt: skip
def test_a_changed_event_is_named_though_every_hash_fits(
    floor: Path, stream: str, kind: str, edit: Edit, says: str
) -> None:
    change_event(floor, stream, kind, edit)
    found = lines(inspect(floor)[1])
    assert [line for line in found if re.search(says, line)], found
    assert not [line for line in found if "hash chain" in line]


@pytest.mark.parametrize(
    ("stream", "event", "says"),
    [
        (JADE, {"type": "CoupVoided", "by": "s", "reason": "", "adjustments": [], "at": 1, "shoe": 1, "coup": 1},
         "the log says CoupVoided, should say a settled round that is the last one or in dispute"),
        ("cashier", {"type": "TicketPaid", "code": "c0de", "amount": 500, "patron": None, "by": "amy"},
         "TicketPaid says a ticket that was paid before, should say one that is still open"),
        ("cashier", {"type": "TicketPaid", "code": "0ther", "amount": 100, "patron": None, "by": "amy"},
         "the journals says nothing, should say one that moves cashier:EUR .100"),
        ("cashier", {"type": "BuyInReversed", "entry": 7, "patron": "p5", "amount": 70, "by": "amy"},
         "BuyInReversed says entry 7 again, should say each entry once"),
        ("cashier", {"type": "TicketIssued", "code": "c0de", "patron": "p5", "amount": 1, "is_hand_pay": False},
         "TicketIssued: code says one that was issued before"),
        ("cashier", {"type": "DrawerClosed", "drawer": 1, "by": "amy", "amount": 1, "should_hold": 1, "second": "",
                     "at": 1}, "DrawerClosed says drawer 1, should say a drawer that is open"),
    ],
)  # fmt: skip
def test_an_event_that_could_not_have_come_is_named(floor: Path, stream: str, event: dict[str, Any], says: str) -> None:
    stored = event if stream == "cashier" else {"schema": 1, "event": event}
    insert_event(floor, stream, stored)
    found = lines(inspect(floor)[1])
    assert [line for line in found if re.search(says, line)], found


def test_every_finding_is_named_not_only_the_first(floor: Path) -> None:
    change_event(floor, JADE, "CoupSettled", first_wager(returned=9_999))
    change_event(floor, "table:ruby", "CoupSettled", first_wager(odds="99"))
    change_rows(floor, f"delete from people {FIRST_NOTE}")
    found = "\n".join(lines(inspect(floor)[1]))
    assert "returned says 9999" in found
    assert "odds says 99" in found
    assert "staff 1: the row note:" in found


# --- live tables ------------------------------------------------------------------------------------------------------


async def live_rounds(playing: Playing) -> None:
    """A tip, a cancelled, a disputed, a corrected and a voided round."""
    bet = PlaceWager("p1", "banker", 100), PlaceWager("p2", "player", 40)
    await playing.coup(*bet, cards="9h 2d Td 4c")
    await playing.send(GiveTip("p1", 20), RaiseDispute("p1"))
    await playing.coup(PlaceWager("p3", "tie", 40), cards="2h")
    await playing.send(CancelCoup("sue", "fault"))
    await playing.coup(*bet, cards="9c 2s Ts 4s")
    await playing.send(CorrectCoup("sue", "misread", player="8c Ts", banker="2s 4s"))
    await playing.send(CorrectCoup("sue", "misread", (1, 1), player="9h Td", banker="2c 4c"))
    await playing.coup(*bet, cards="9s 2c Tc 4h")
    await playing.send(VoidCoup("sue", "fault"))
    await playing.coup(*bet, cards="9d 2h Th 4d")
    await playing.send(RaiseDispute("p2"), DismissDispute("sue"))
    await playing.record.flush()


def test_live_rounds_that_were_disputed_corrected_voided_and_cancelled_stand_up(tmp_path: Path) -> None:
    on_a_table(tmp_path, live_rounds)
    inspected, findings = inspect(tmp_path / "floor.db", fingerprint=LIVE_RULES)
    assert lines(findings) == []
    assert inspected.coups == 5


def test_a_card_that_came_too_often_is_named(tmp_path: Path) -> None:
    async def play(playing: Playing) -> None:
        for _ in range(5):
            await playing.coup(cards="9d 2h Th 4d")
        await playing.record.flush()

    on_a_table(tmp_path, play)
    file = tmp_path / "floor.db"
    assert lines(inspect(file, fingerprint=LIVE_RULES)[1]) == []
    for _ in range(4):
        change_event(file, JADE, "CardDealt", lambda event: event["card"] == "2h" and event.update(card="Th"))
    found = lines(inspect(file, fingerprint=LIVE_RULES)[1])
    assert [line for line in found if "says Th for the 9th time, should say at most 8" in line]


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
