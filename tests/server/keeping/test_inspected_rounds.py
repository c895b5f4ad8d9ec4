"""Live rounds, however they ended, and the log of an earlier release stand up to an inspection."""

import asyncio
from pathlib import Path

import msgspec

from punto.books import SQUEEZE
from punto.ledger.cashier_events import BoughtIn
from punto.server.keeping.audit import TableMoney
from punto.server.record.coup_records import LoggedShoe, shoe_name
from punto.server.store.sqlite.in_process import SqliteInProcess
from punto.server.store.values import Change, Stored
from punto.table.commands import CancelCoup, CorrectCoup, DismissDispute, GiveTip, PlaceWager, RaiseDispute, VoidCoup
from punto.table.stored.event_codec import decode_event
from punto.trials.torture.floor import CURRENCY
from tests.server.keeping.damage import (
    book_entries,
    change_event,
    inspect,
    lines,
)
from tests.server.record.test_play_record import Playing, on_a_table
from tests.table.test_event_codec import GOLDEN_LOG

JADE = "table:jade"
LIVE_RULES = "f1ngerpr1nt"  # of the book at the live table


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


def test_the_log_of_an_earlier_release_stands_up(tmp_path: Path) -> None:
    """With its cancelled, voided and corrected rounds, settled again by its book."""
    file = tmp_path / "floor.db"

    async def run() -> None:
        store = SqliteInProcess(file)
        await book_entries(store, *(BoughtIn(patron, 10_000) for patron in ("ann", "bob")))
        for shoe in (1, 2):
            await store.keep_record("shoes:old", shoe_name(shoe), msgspec.json.encode(LoggedShoe(shoe, SQUEEZE.id)))
        claim, money, version = await store.claim("table:old"), TableMoney("table:old", CURRENCY), 0
        for line in GOLDEN_LOG.read_bytes().splitlines():
            journal = {
                str(account): int(amount) for account, amount in money.journal_of(decode_event(line)).lines.items()
            }
            (stored,) = await store.commit([Change("table:old", claim.epoch, version, (line,), journal)])
            assert isinstance(stored, Stored), stored
            version = stored.version
        await store.close()

    asyncio.run(run())
    inspected, findings = inspect(file, fingerprint=LIVE_RULES)
    (invented,) = lines(findings)  # the log was written by hand, and so was its one secret
    assert invented.startswith("table:old 79: shoe 2: card 1 says 7h")
    assert (inspected.shoes, inspected.coups) == (2, 7)
