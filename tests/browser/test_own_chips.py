"""A patron's own chips: which lie on the rail, in which order, and which is in hand first."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron


def rail(patron: Patron) -> Locator:
    return patron.page.get_by_role("radiogroup", name="Chips").get_by_role("radio")


def panel(patron: Patron) -> Locator:
    patron.presses("My bets and chips")
    return patron.page.get_by_role("dialog", name="My bets and chips")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_chips_are_taken_off_the_rail_turned_round_and_brought_back(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Interblock")
    expect(rail(patron)).to_have_count(5)
    chips = panel(patron).get_by_role("group", name="My chips")
    for value in ("1", "500"):
        chips.get_by_role("button", name=f"{value} chip", exact=True).click()
    mine = patron.page.get_by_role("dialog", name="My bets and chips")
    mine.get_by_role("radio", name="100", exact=True).click()
    mine.get_by_role("switch", name="Largest on the left").click()
    patron.closes_panel()
    expect(rail(patron)).to_have_count(3)
    expect(rail(patron).first).to_have_accessible_name("100 chip")

    patron.page.reload()
    expect(rail(patron).first).to_have_accessible_name("100 chip")
    expect(rail(patron).first).to_have_attribute("aria-checked", "true")
    patron.bets("player").sees_stake("player", "100").presses("Clear").sees_no_stake("player")
    patron.page.keyboard.press("3")
    patron.bets("player").sees_stake("player", "5").presses("Clear").sees_no_stake("player")
    if size is DESK:  # whatever a credit is worth, the same chips lie there
        patron.page.get_by_role("button", name=re.compile("One credit")).click()
        expect(rail(patron).last).to_have_accessible_name("10 chip")
        expect(rail(patron)).to_have_count(3)

    panel(patron).get_by_role("button", name="Back to the table's own chips").click()
    patron.closes_panel()
    expect(rail(patron)).to_have_count(5)


def test_the_last_chip_stays_and_another_table_keeps_its_own(patron: Patron) -> None:
    patron.opens("Two Modes")
    chips = panel(patron).get_by_role("group", name="My chips").get_by_role("button")
    for each in range(3):
        chips.nth(each).click()
    expect(chips.nth(3)).to_be_disabled()
    expect(patron.page.get_by_text("One chip has to stay on the rail.")).to_be_visible()
    patron.closes_panel().goes_to_the_lobby().opens("Interblock")
    expect(rail(patron)).to_have_count(5)
    patron.goes_to_the_lobby().opens("Colours")  # with the same chips as Two Modes
    expect(rail(patron)).to_have_count(1)
