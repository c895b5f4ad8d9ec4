"""axe on what opens now and then: tickets, tips, checks, notices, the reserved cover, replays, new shoes, squeezes."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.served_punto import FLOOR, served_punto
from tests.browser.test_accessibility import no_violation
from tests.browser.whispered_line import whispers

SHOE_MS = 90_000
BY_NIGHT_AND_DAY = pytest.mark.parametrize(
    ("size", "felt"), [(DESK, "night"), (PHONE, "day")], ids=["desk-night", "phone-day"]
)


@BY_NIGHT_AND_DAY
def test_a_ticket_and_a_hand_pay(visits: Visits, size: dict[str, int], felt: str, tmp_path: Path) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters()
    cashier = patron.opens_menu("Cashier")
    cashier.get_by_role("button", name="Cash out 10,000").click()
    expect(cashier.get_by_role("region", name="Ticket")).to_be_visible()
    no_violation(patron.page)
    config = tmp_path / "floor.toml"
    config.write_text(re.sub("hand_pay_above = .*", "hand_pay_above = 100", FLOOR.read_text("utf-8")), encoding="utf-8")
    with served_punto(tmp_path, config) as address:
        patron = visits.patron(size, address, felt=felt, motion="still").enters()
        cashier = patron.opens_menu("Cashier")
        cashier.get_by_role("button", name="Cash out 10,000").click()
        expect(cashier.get_by_role("region", name="Hand-pay")).to_be_visible()
        no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_tip_attendant_and_the_reserved_cover(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Interblock")
    tip = patron.opens_menu("Tip")
    tip.get_by_role("button", name="25", exact=True).click()
    no_violation(patron.page)
    tip.get_by_role("button", name="Tip 25").click()
    expect(tip.get_by_text("You tipped 25. Thank you.")).to_be_visible()
    no_violation(patron.page)
    patron.closes_panel()
    call = patron.opens_menu("Call attendant")
    call.get_by_role("button", name="Call now").click()
    expect(call.get_by_text("Called. Someone is on the way.")).to_be_visible()
    no_violation(patron.page)
    patron.closes_panel()
    reserve = patron.opens_menu("Reserve this seat")
    reserve.get_by_label("PIN", exact=False).fill("25")
    reserve.get_by_role("button", name="Lock").click()
    no_violation(patron.page)
    reserve.get_by_label("PIN", exact=False).fill("2580")
    reserve.get_by_role("button", name="Lock").click()
    cover = patron.page.get_by_role("dialog", name="This seat is reserved")
    cover.get_by_label("PIN", exact=False).fill("1111")
    cover.get_by_role("button", name="Unlock").click()
    expect(cover.get_by_text("Wrong PIN.")).to_be_visible()
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_saved_bets_and_own_chips(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Interblock").chooses_chip("5")
    patron.bets("player").sees_stake("player", "5").presses("My bets and chips")
    mine = patron.page.get_by_role("dialog", name="My bets and chips")
    mine.get_by_role("button", name="Save these bets").click()
    expect(mine.get_by_role("button", name="Place Player 5, 5")).to_be_visible()
    mine.get_by_role("group", name="My chips").get_by_role("button").first.click()
    no_violation(patron.page)
    mine.get_by_role("button", name=re.compile("^Rename")).click()
    no_violation(patron.page)
    mine.get_by_role("button", name="Cancel").click()
    mine.get_by_role("button", name=re.compile("^Delete")).click()
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_a_round_in_the_record_and_its_replay(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Interblock").chooses_chip("5")
    patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    no_violation(patron.page)
    record = patron.opens_menu("Play record")
    record.get_by_role("button", name=re.compile("Interblock")).click()
    no_violation(patron.page)
    record.get_by_role("button", name="Replay").click()
    expect(patron.page.get_by_role("dialog", name="Replay").get_by_text(re.compile("wins|Tie at"))).to_be_visible()
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_the_change_of_a_shoe(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Rapid")
    patron.page.get_by_placeholder("Your words").wait_for(timeout=SHOE_MS)
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_a_reality_check(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still")
    whisper = whispers(patron.page)
    patron.enters().opens("Interblock")
    whisper({"type": "reality_check", "elapsed_ms": 3_600_000, "net": -12_500, "staked": 80_000})
    check = patron.page.get_by_role("dialog", name="You have been playing for 1:00:00")
    expect(check).to_be_visible()
    no_violation(patron.page)
    check.get_by_role("button", name="See my record").click()
    expect(patron.page.get_by_role("dialog", name="Play record")).to_be_visible()
    expect(check).to_have_count(0)


@BY_NIGHT_AND_DAY
def test_play_is_over(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Interblock")
    limits = patron.opens_menu("My limits")
    limits.get_by_role("button", name="1 day", exact=True).click()
    no_violation(patron.page)
    limits.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()
    expect(limits.get_by_text(re.compile("until", re.IGNORECASE)).first).to_be_visible()
    no_violation(patron.page)
    patron.closes_panel()
    expect(
        patron.page.get_by_role("status").filter(has_text=re.compile("cool-off|pause", re.IGNORECASE))
    ).to_be_visible()
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_the_squeeze(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still", squeezeCoach=True).enters().opens("Squeeze")
    patron.chooses_chip("10").bets("player").bets("banker").sees_stake("banker", "10").presses("Deal")
    squeeze = patron.page.locator("[data-squeeze]")
    expect(squeeze.get_by_role("slider").first).to_have_attribute("data-ready", "true")
    no_violation(patron.page)


@BY_NIGHT_AND_DAY
def test_what_a_field_tells_and_the_question_of_auto_repeat(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters().opens("Interblock").chooses_chip("5")
    patron.field("tie").click(button="right")
    expect(patron.page.get_by_role("heading", name="Tie")).to_be_visible()
    no_violation(patron.page)
    patron.page.keyboard.press("Escape")
    patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    patron.holds_repeat()
    expect(patron.page.get_by_role("alertdialog")).to_be_visible()
    no_violation(patron.page)
