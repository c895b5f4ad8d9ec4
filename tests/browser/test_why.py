""" "Why?" stands on the plate after a result and in the record, and opens help at that round."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Visits


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_one_tap_on_the_plate_opens_the_chart_at_this_hand(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Interblock").chooses_chip("5").bets("player")
    patron.sees_stake("player", "5").presses("Deal")
    patron.page.get_by_role("button", name=re.compile(r"Why\?")).first.click()  # on the plate, then at the last hand
    help_panel = patron.page.get_by_role("dialog", name="Help")
    expect(help_panel.get_by_role("heading", name="Why?")).to_be_in_viewport()
    says_why(help_panel)
    expect(help_panel.get_by_role("heading", name="When Banker draws")).to_be_visible()
    if help_panel.get_by_text("A natural 8 or 9 ends the round.").count() == 0:
        expect(help_panel.locator("th").get_by_text("this hand")).to_be_visible()
        expect(help_panel.locator("td .cell.here")).to_have_count(2)  # one for each side


def test_the_record_says_why_and_a_multicolor_round_has_its_line(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Colours").chooses_chip("5").bets("player").sees_stake("player", "5")
    patron.deals_and_sees_the_result()
    record = patron.opens_menu("Play record")
    record.get_by_role("button", name=re.compile("Colours")).click()
    record.get_by_role("button", name="Why?").click()
    help_panel = patron.page.get_by_role("dialog", name="Help")
    says_why(help_panel)
    help_panel.get_by_role("button", name="Back").click()
    expect(patron.page.get_by_role("dialog", name="Play record")).to_be_visible()


def says_why(help_panel: Locator) -> None:
    decided = "Equal totals tie.|The higher total wins.|A minus beats zero or any plus.|Of two minuses the lower wins."
    expect(help_panel.locator("b").filter(has_text=re.compile(decided))).to_be_visible()
    expect(help_panel.get_by_text("Drawn by rule. Nobody decides it.")).to_be_visible()
