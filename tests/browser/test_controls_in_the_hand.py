"""The same controls on a phone, where some stand elsewhere: meters that turn, trays, the menu of a low screen."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visits
from tests.browser.fingers import Touch
from tests.browser.patron import Patron

LOW = {"width": 320, "height": 568}


def test_clear_double_raise_and_repeat(phone: Patron) -> None:
    phone.opens("Interblock").chooses_chip("25").bets("player").sees_stake("player", "25")
    phone.presses("Double").sees_stake("player", "50").chooses_chip("5").presses("Raise").sees_stake("player", "55")
    phone.bets("tie").sees_stake("tie", "5").presses("Clear").sees_no_stake("tie").sees_stake("player", "55")
    phone.deals_and_sees_the_result().repeats().sees_stake("player", "55")
    phone.presses("Clear").sees_no_stake("player")


def test_a_finger_carries_a_chip_to_a_field(phone: Patron) -> None:
    phone.opens("Interblock")
    finger = Touch(phone.page)
    finger.drags(_middle(phone.page.get_by_role("radio", name="25 chip")), _middle(phone.field("banker")))
    finger.lets_go()
    phone.sees_stake("banker", "25")


def test_a_finger_that_stays_learns_about_the_bet(phone: Patron) -> None:
    phone.opens("Interblock")
    finger = Touch(phone.page)
    finger.presses(_middle(phone.field("tie")))
    about = phone.page.get_by_role("dialog", name="Tie")
    expect(about).to_contain_text("85.64")
    finger.lets_go()
    expect(about).to_be_visible()
    about.get_by_role("button", name="Close").click()
    phone.sees_no_stake("tie")


def test_meters_turn_and_hold_what_a_rail_has(phone: Patron) -> None:
    phone.opens("Interblock").chooses_chip("5").bets("tie").sees_stake("tie", "5").deals_and_sees_the_result()
    meters = phone.page.get_by_role("button", name=re.compile("^Credit"))
    expect(meters).to_contain_text("Returned")
    meters.click()
    more = phone.page.get_by_role("button", name=re.compile("^Last bet"))
    expect(more).to_have_text(re.compile(r"Last bet\s*5\s*Playable"))
    phone.page.get_by_role("button", name="Dim the amounts").click()
    expect(more.locator(".dimmed")).to_have_count(2)
    phone.page.get_by_role("button", name=re.compile("^One credit")).click()
    expect(phone.page.get_by_role("radio", name="10 chip", exact=True)).to_be_visible()
    keep = phone.page.get_by_role("button", name="Keep Bets On")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")


def test_auto_repeat_is_held_and_confirmed(phone: Patron) -> None:
    phone.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    phone.holds_repeat()
    phone.page.get_by_role("alertdialog").get_by_role("button", name="Start auto-repeat").click()
    phone.sees_three_rounds_or_more()
    auto = phone.page.locator("button.repeat")
    expect(auto).to_be_visible()
    auto.click()
    expect(auto).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, LOW], ids=["felt", "menu"])
def test_trays_and_playing_mode_are_on_the_felt_or_in_the_menu(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Two Modes").chooses_chip("5")
    page = patron.page

    def at_hand() -> None:
        if size is LOW:
            page.get_by_role("button", name="Menu", exact=True).click()

    at_hand()
    modes = page.get_by_role("radiogroup", name=re.compile("mode", re.IGNORECASE)).get_by_role("radio")
    modes.nth(1).click()
    expect(modes.nth(1)).to_have_attribute("aria-checked", "true")
    if size is LOW:
        patron.closes_panel()
    expect(patron.field("banker-no-commission")).to_be_visible()
    at_hand()
    lucky = page.locator(".tray-button", has_text="Lucky 7")
    lucky.click()
    patron.bets("super-lucky-seven").sees_stake("super-lucky-seven", "5")
    if size is LOW:
        page.locator(".tray").get_by_role("button", name="Close", exact=True).click()  # a good road's note has one too
    else:
        lucky.click()
    expect(patron.field("super-lucky-seven")).to_have_count(0)


def test_limits_and_winnings_lie_over_the_fields(phone: Patron) -> None:
    phone.opens("Interblock").chooses_chip("25").bets("tie").sees_stake("tie", "25")
    for switch, place, words in [("bet limits", ".max", "100"), ("winnings", ".pill", "wins 200")]:
        options = phone.opens_menu("Options").get_by_role("switch", name=re.compile(switch, re.IGNORECASE))
        options.click()
        phone.closes_panel()
        expect(phone.field("tie").locator(place)).to_contain_text(words)
        expect(phone.field("tie").locator(place)).to_be_visible()


def test_special_bets_and_winners_stand_under_the_roads(phone: Patron) -> None:
    phone.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    phone.page.get_by_role("button", name="Open all roads").first.click()
    board = phone.page.get_by_role("dialog", name="Roads")
    expect(board.get_by_role("heading", name="Special bets")).to_be_attached()
    expect(board.get_by_role("listitem").filter(has_text="B Pair")).to_be_attached()
    expect(board.get_by_role("heading", name="Winners")).to_be_attached()


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
