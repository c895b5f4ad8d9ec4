"""Saved bets: from the felt into the list, back in one tap, renamed, deleted, and there on another device."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron


def my_bets(patron: Patron) -> Locator:
    patron.presses("My bets and chips")
    return patron.page.get_by_role("dialog", name="My bets and chips")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_bets_are_saved_placed_in_one_tap_renamed_and_deleted(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Interblock").chooses_chip("5").bets("player").bets("tie")
    patron.sees_stake("player", "5").sees_stake("tie", "5")
    mine = my_bets(patron)
    mine.get_by_role("button", name="Save these bets").click()
    placing = mine.get_by_role("button", name=re.compile("^Place "))
    expect(placing).to_have_accessible_name("Place Player 5 · Tie 5, 10")
    expect(mine.get_by_role("button", name="Save these bets")).to_be_disabled()
    mine.get_by_role("button", name=re.compile("^Rename")).click()
    mine.get_by_role("textbox", name="Name").fill("Friday")
    mine.get_by_role("button", name="Save", exact=True).click()
    expect(placing).to_have_accessible_name("Place Friday, 10")
    patron.closes_panel().presses("Clear").presses("Clear").sees_no_stake("player").sees_no_stake("tie")

    patron.page.reload()  # the server has kept it
    expect(patron.field("player").first).to_be_visible()
    my_bets(patron).get_by_role("button", name="Place Friday, 10").click()
    patron.sees_stake("player", "5").sees_stake("tie", "5")

    mine = my_bets(patron)
    mine.get_by_role("button", name="Delete Friday").click()
    mine.get_by_role("button", name="Delete", exact=True).click()
    expect(mine.get_by_text("Place bets, then save them here.", exact=False)).to_be_visible()


def test_a_saved_bet_is_placed_whole_or_not_at_all(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("100").bets("player-pair").sees_stake("player-pair", "100")
    patron.bets("player").sees_stake("player", "100")
    mine = my_bets(patron)
    mine.get_by_role("button", name="Save these bets").click()
    mine.get_by_role("button", name=re.compile("^Place ")).click()  # on top of what lies there
    expect(patron.page.get_by_text("Over its limit: P Pair. Nothing changed.").first).to_be_visible()
    patron.sees_stake("player-pair", "100").sees_stake("player", "100")


def test_a_saved_bet_is_there_in_the_next_round_of_a_table_with_a_clock(patron: Patron) -> None:
    patron.opens("Clock").chooses_chip("5").waits_for_a_new_round().bets("player").sees_stake("player", "5")
    mine = my_bets(patron)
    mine.get_by_role("button", name="Save these bets").click()
    patron.closes_panel()
    expect(patron.field("player").first).to_have_attribute("data-open", "false")
    patron.waits_for_a_new_round().sees_no_stake("player")
    my_bets(patron).get_by_role("button", name=re.compile("^Place ")).click()
    patron.sees_stake("player", "5")
