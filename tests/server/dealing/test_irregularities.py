"""Every irregularity of a hand-dealt round over HTTP: what happens, what is sent, the answer, how the table stands.

The core's own table is `tests/table/test_irregularities.py`; this one says that each can be reached, by whom.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from punto.server.staff.staff_events import StaffActed
from punto.table.config import Misdeal
from tests.server.dealing.dealt_floor import PINS, DealtFloor, on_a_dealt_floor

SECOND = {"name": "Noor", "pin": PINS["Noor"]}
DEALER = {"name": "Mara", "pin": PINS["Mara"]}  # who has tapped in
CANCEL, FREE_HAND, NEXT_BURN = Misdeal.CANCEL, Misdeal.FREE_HAND, Misdeal.NEXT_BURN
Situation = Callable[[DealtFloor], Awaitable[None]]


class Row(NamedTuple):
    what: str
    situation: Situation
    stopped: str  # why the table stands still before anybody answers
    by: str  # who answers
    path: str
    body: object
    refusal: str | None
    felt: str  # afterwards
    step: str
    misdeal: Misdeal = CANCEL


async def one_card(floor: DealtFloor) -> None:
    await floor.betting()
    await floor.bets()
    await floor.does("close")
    await floor.slide("9h")


async def reads(floor: DealtFloor, line: str) -> None:
    floor.now += 1_000
    await floor.does("scan", {"line": line})


async def misscan(floor: DealtFloor) -> None:
    await one_card(floor)
    for _ in range(3):
        await reads(floor, "smudge")


async def ninth(floor: DealtFloor) -> None:
    """Eight nines of hearts are out, and it comes again."""
    await floor.burned()
    for _ in range(4):
        await floor.does("open", {"is_free_hand": True})
        await floor.slide("9h 9h 9c 9s")  # 8 to 8
        await floor.does("confirm")
        floor.now += 10_000
    await floor.does("open", {"is_free_hand": True})
    await floor.slide("9d")
    await reads(floor, "9h")


async def uncalled(floor: DealtFloor) -> None:
    """Naturals, and a third card all the same."""
    await one_card(floor)
    await floor.slide("2d Kc 5s")
    await reads(floor, "7d")


async def uncalled_between_rounds(floor: DealtFloor) -> None:
    await one_card(floor)
    await floor.slide("2d Kc 5s")
    await floor.does("confirm")
    await reads(floor, "7d")


async def two_at_once(floor: DealtFloor) -> None:
    await one_card(floor)
    floor.now += 50
    await floor.does("scan", {"line": "4s"})


async def dealt_early(floor: DealtFloor) -> None:
    """A bet of 100 before the card, one of 300 after it was dealt and before it was read."""
    await floor.betting()
    await floor.bets(100)
    floor.now += 2_000
    await floor.bets(300)
    floor.early_at = floor.now - 1_000
    floor.now += 500
    await floor.does("scan", {"line": "9h"})


async def paused_for(floor: DealtFloor, reason: str) -> None:
    await one_card(floor)
    await floor.slide("2d")
    await floor.does("pause", {"reason": reason})


async def exposed(floor: DealtFloor) -> None:
    await paused_for(floor, "card_exposed")


async def cleared(floor: DealtFloor) -> None:
    await one_card(floor)
    await floor.slide("2d Kc")
    await floor.does("pause", {"reason": "cleared_early"})


async def burn_forgotten(floor: DealtFloor) -> None:
    await paused_for(floor, "burn_forgotten")


async def reader_lost(floor: DealtFloor) -> None:
    await one_card(floor)
    await floor.reader.is_there(begins=1)
    floor.now += 1_000
    await floor.reader.says("2d;1")
    floor.now += 1_000
    assert (await floor.reader.says("Kc;3")).body["reason"] == "number_jumped"


async def picture_lost(floor: DealtFloor) -> None:
    await paused_for(floor, "picture_lost")


async def running(floor: DealtFloor) -> None:
    await one_card(floor)
    await floor.slide("2d")


ROWS = [
    # what, situation, stopped, by, path, body, refusal, felt, next step
    Row("misscan: scan again", misscan, "card_unknown", "mara", "scan-again", {}, None, "9h /", "wait_for_card"),
    Row("misscan: typed, with a PIN", misscan, "card_unknown", "mara", "card", {"card": "2d", "second": SECOND}, None,
        "9h / 2d", "wait_for_card"),
    Row("misscan: typed alone", misscan, "card_unknown", "mara", "card",
        {"card": "2d", "second": {"name": "Mara", "pin": PINS["Mara"]}}, "second_person_is_the_same", "9h /", "resume"),
    Row("misscan: typed, wrong PIN", misscan, "card_unknown", "mara", "card",
        {"card": "2d", "second": {"name": "Noor", "pin": "9999"}}, "second_person_is_wrong", "9h /", "resume"),
    Row("misscan: typed, an attendant confirms", misscan, "card_unknown", "mara", "card",
        {"card": "2d", "second": {"name": "Amy", "pin": PINS["Amy"]}}, "second_person_is_wrong", "9h /", "resume"),
    Row("a ninth card: scan again", ninth, "card_too_often", "mara", "scan-again", {}, None, "9d /", "wait_for_card"),
    Row("misscan: typed and confirmed in one session", misscan, "card_unknown", "noor", "card",
        {"card": "2d", "second": SECOND}, "second_person_is_the_same", "9h /", "resume"),
    Row("a ninth card: typed as what it is", ninth, "card_too_often", "mara", "card", {"card": "8h", "second": SECOND},
        None, "9d / 8h", "wait_for_card"),
    Row("a ninth card: typed as the ninth", ninth, "card_too_often", "mara", "card", {"card": "9h", "second": SECOND},
        "cards_are_not_in_the_shoe", "9d /", "resume"),
    Row("drawn against the rule: cancel", uncalled, "card_not_called", "ines", "misdeal", {}, None, "9h Kc / 2d 5s",
        "wait"),
    Row("drawn against the rule: next burn", uncalled, "card_not_called", "ines", "misdeal", {}, None, "9h Kc / 2d 5s",
        "confirm_result", NEXT_BURN),
    Row("drawn against the rule: free hand", uncalled, "card_not_called", "ines", "misdeal", {}, None, "9h Kc / 2d 5s",
        "confirm_result", FREE_HAND),
    Row("drawn between rounds: free hand", uncalled_between_rounds, "card_not_called", "ines", "misdeal", {}, None,
        "9h Kc / 2d 5s", "wait", FREE_HAND),
    Row("drawn against the rule: not a dealer's", uncalled, "card_not_called", "mara", "misdeal", {},
        "role_is_not_allowed", "9h Kc / 2d 5s", "settle_misdeal"),
    Row("drawn against the rule: no scanning again", uncalled, "card_not_called", "mara", "scan-again", {},
        "cannot_scan_again", "9h Kc / 2d 5s", "settle_misdeal"),
    Row("drawn against the rule: resumed without a word", uncalled, "card_not_called", "ines", "scan-again", {},
        "card_is_unanswered", "9h Kc / 2d 5s", "settle_misdeal"),
    Row("read against the rule, and nothing was drawn", uncalled, "card_not_called", "ines", "scan-again",
        {"nothing_drawn": True}, None, "9h Kc / 2d 5s", "confirm_result"),
    Row("two cards at once: the order is said", two_at_once, "two_cards", "ines", "rebuild",
        {"player": "9h", "banker": "4s", "second": SECOND}, None, "9h / 4s", "wait_for_card"),
    Row("two cards at once: said alone", two_at_once, "two_cards", "ines", "rebuild",
        {"player": "9h", "banker": "4s"}, "second_person_is_needed", "9h /", "rebuild"),
    Row("two cards at once: hands that no dealing gives", two_at_once, "two_cards", "ines", "rebuild",
        {"player": "9h 4s", "banker": "", "second": SECOND}, "hands_are_not_as_dealt", "9h /", "rebuild"),
    Row("two cards at once: with the dealer who dealt them", two_at_once, "two_cards", "ines", "rebuild",
        {"player": "9h", "banker": "4s", "second": DEALER}, "second_person_is_the_same", "9h /", "rebuild"),
    Row("dealt before betting closed", dealt_early, "dealt_early", "ines", "early-card", {}, None, "9h /",
        "wait_for_card"),
    Row("dealt early: not a dealer's", dealt_early, "dealt_early", "mara", "early-card", {}, "role_is_not_allowed",
        "/", "deal_early_card"),
    Row("a card on the floor", exposed, "card_exposed", "ines", "set-aside", {"card": "7d", "second": SECOND}, None,
        "9h / 2d", "resume"),
    Row("a card on the floor: alone", exposed, "card_exposed", "ines", "set-aside", {"card": "7d"},
        "second_person_is_needed", "9h / 2d", "resume"),
    Row("a card on the floor: with the dealer who dropped it", exposed, "card_exposed", "ines", "set-aside",
        {"card": "7d", "second": DEALER}, "second_person_is_the_same", "9h / 2d", "resume"),
    Row("a card on the floor: no such card", exposed, "card_exposed", "ines", "set-aside",
        {"card": "1z", "second": SECOND}, "cards_are_not_in_the_shoe", "9h / 2d", "resume"),
    Row("cleared too early: rebuilt from the tray", cleared, "cleared_early", "ines", "rebuild",
        {"player": "9h Kc", "banker": "2d 5s", "reason": "cleared_early", "second": SECOND}, None, "9h Kc / 2d 5s",
        "confirm_result"),
    Row("burn forgotten: the shoe is void", burn_forgotten, "burn_forgotten", "ines", "abandon",
        {"reason": "burn_forgotten"}, None, "/", "new_shoe"),
    Row("burn forgotten: not a dealer's", burn_forgotten, "burn_forgotten", "mara", "abandon",
        {"reason": "burn_forgotten"}, "role_is_not_allowed", "9h / 2d", "resume"),
    Row("divider missed, and seen later", running, "", "mara", "divider", {}, None, "9h / 2d", "wait_for_card"),
    Row("scanner lost: a supervisor has looked", reader_lost, "reader_lost", "ines", "scan-again", {}, None,
        "9h / 2d", "wait_for_card"),
    Row("scanner lost: not a dealer's", reader_lost, "reader_lost", "mara", "scan-again", {}, "cannot_scan_again",
        "9h / 2d", "resume"),
    Row("picture lost", picture_lost, "picture_lost", "ines", "scan-again", {}, None, "9h / 2d", "wait_for_card"),
    Row("nothing is wrong: no early card", running, "", "ines", "early-card", {}, "no_early_card", "9h / 2d",
        "wait_for_card"),
    Row("nothing is wrong: no misdeal", running, "", "ines", "misdeal", {}, "no_misdeal", "9h / 2d", "wait_for_card"),
    Row("nothing is wrong: nothing to rebuild", running, "", "ines", "rebuild",
        {"player": "9h", "banker": "2d", "second": SECOND}, "table_is_not_paused", "9h / 2d", "wait_for_card"),
    Row("nothing is wrong: no scanning again", running, "", "mara", "scan-again", {}, "table_is_not_paused",
        "9h / 2d", "wait_for_card"),
    Row("nothing to confirm yet", running, "", "mara", "confirm", {}, "nothing_to_confirm", "9h / 2d",
        "wait_for_card"),
    Row("no squeeze to end", running, "", "mara", "end-stage", {}, "no_squeeze_runs", "9h / 2d", "wait_for_card"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])
def test_each_irregularity_has_its_answer(tmp_path: Path, row: Row) -> None:
    async def test(floor: DealtFloor) -> None:
        await row.situation(floor)
        assert floor.stop == row.stopped
        by = {"mara": floor.mara, "noor": floor.noor, "ines": floor.ines}[row.by]
        body = row.body
        if row.path == "early-card":
            body = {"dealt_at": floor.early_at}
        reply = await by.post(f"/api/dealing/amber/{row.path}", body)
        assert reply.refusal == row.refusal, reply.text
        assert floor.felt == row.felt
        state = await floor.state()
        assert state.next_step == row.step
        assert (state.stop is not None) == (row.step in ("resume", "rebuild", "deal_early_card", "settle_misdeal"))

    on_a_dealt_floor(tmp_path, test, misdeal=row.misdeal)


def test_a_second_person_who_was_not_confirmed_stands_in_the_staff_log(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await misscan(floor)
        wrong = {"card": "2d", "second": {"name": "Noor", "pin": "9999"}}
        assert (await floor.mara.post("/api/dealing/amber/card", wrong)).refusal == "second_person_is_wrong"
        last = (await floor.staff_log.events(floor.staff_log.version - 1, 1))[0][1]
        assert isinstance(last, StaffActed)
        assert (last.by, last.action, last.refusal) == (floor.mara.id, "EnterCard", "second_person_is_wrong")

    on_a_dealt_floor(tmp_path, test)


def test_bets_after_the_true_moment_go_back(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await dealt_early(floor)
        assert (await floor.state()).staked == 400
        await floor.does("early-card", {"dealt_at": floor.early_at}, by=floor.ines)
        assert (await floor.state()).staked == 100
        assert await floor.purse() == 100_000 - 100

    on_a_dealt_floor(tmp_path, test)


def test_a_cancelled_misdeal_gives_every_stake_back(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await uncalled(floor)
        assert await floor.purse() == 100_000 - 100
        await floor.does("misdeal", {}, by=floor.ines)
        assert await floor.purse() == 100_000
        assert (await floor.state()).set_aside == ("7d",)

    on_a_dealt_floor(tmp_path, test)


def test_a_ninth_card_names_the_rounds_of_the_other_eight(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await ninth(floor)
        await floor.record.flush()
        stop = (await floor.state()).stop
        assert stop is not None
        assert (stop.reason, stop.detail, stop.may_scan_again) == ("card_too_often", "9h", True)
        assert stop.rounds == (1, 1, 2, 2, 3, 3, 4, 4)
        faces = dict((await floor.state()).faces)
        assert (faces["9h"], faces["9d"], faces["2h"]) == (0, 7, 8)

    on_a_dealt_floor(tmp_path, test)


def test_a_card_revealed_early_ends_its_stage_when_the_result_is_the_same(tmp_path: Path) -> None:
    async def test(floor: DealtFloor) -> None:
        await floor.betting("ruby")
        await floor.bets(table="ruby")
        await floor.does("close", table="ruby")
        await floor.slide("9h 2d Kc 5s", "ruby")
        assert (await floor.state("ruby")).phase == "squeezing"
        await floor.does("end-stage", table="ruby")
        assert (await floor.state("ruby")).next_step == "confirm_result"

    on_a_dealt_floor(tmp_path, test)
