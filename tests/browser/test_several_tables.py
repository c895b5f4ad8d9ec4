"""Up to four tables at once: opened beside each other, repeated together, closed only without bets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron

FOUR = [("Interblock", "interblock"), ("Push Seven", "push-seven"), ("Two Modes", "modes"), ("Seven", "seven")]


def opens_four(patron: Patron) -> None:
    patron.opens(FOUR[0][0])
    for title, _ in FOUR[1:]:
        patron.goes_to_the_lobby().opens_beside(title)


def test_four_tables_are_bet_on_repeated_and_cleared_together(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    patron.chooses_chip("5")
    for _, place in FOUR:
        patron.bets("player", place).sees_stake("player", "5", place)
    patron.presses("Clear all")
    for _, place in FOUR:
        expect(patron.field("player", place)).not_to_have_attribute("aria-label", re.compile("your stake"))


def test_a_chip_that_a_table_has_not_is_never_another_stake(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Push Seven").goes_to_the_lobby().opens_beside("Interblock")
    patron.chooses_chip("500").bets("player", "push-seven")  # has no such chip: the rail now shows which it has
    expect(patron.page.get_by_role("radio", name="100 chip")).to_be_checked()
    expect(patron.field("player", "push-seven")).not_to_have_attribute("aria-label", re.compile("your stake"))
    patron.bets("player", "push-seven").sees_stake("player", "100", "push-seven")


def bets_and_sees_results(patron: Patron) -> None:
    for title, place in FOUR:
        patron.bets("player", place).sees_stake("player", "5", place)
        tile = patron.page.get_by_role("article", name=title, exact=True)
        tile.get_by_role("button", name="Deal", exact=True).click()
    for _, place in FOUR:
        expect(patron.field("player", place)).not_to_have_attribute("aria-label", re.compile("your stake"))


def test_repeat_acts_on_all_tables(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    patron.chooses_chip("5")
    bets_and_sees_results(patron)
    patron.presses("Repeat all")
    for _, place in FOUR:
        patron.sees_stake("player", "5", place)
    expect(patron.page.get_by_text(re.compile("Bet on all tables")).locator("..")).to_contain_text("20")


def test_auto_repeat_is_asked_for_all_tables_and_plays_on_all(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    patron.chooses_chip("5")
    bets_and_sees_results(patron)
    patron.holds_repeat()
    question = patron.page.get_by_role("alertdialog")
    expect(question).to_contain_text("at all 4 tables")
    question.get_by_role("button", name="Start auto-repeat").click()
    for title, _ in FOUR:
        tile = patron.page.get_by_role("article", name=title, exact=True)
        expect(tile.get_by_role("img", name=re.compile("^Main Road, ([3-9]|[1-9]\\d) marks"))).to_be_attached()
    auto = patron.page.get_by_role("button", name="Auto-repeat is on. Press to stop")
    auto.click()
    expect(auto).to_have_count(0)


def test_layouts_of_several_tables(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    tiles = patron.page.get_by_role("article")
    expect(tiles).to_have_count(4)
    widths = {}
    for layout in ("Grid", "One large", "Side by side"):
        patron.page.get_by_role("radio", name=layout).click()
        expect(patron.page.get_by_role("radio", name=layout)).to_have_attribute("aria-checked", "true")
        widths[layout] = tiles.evaluate_all("tiles => tiles.map(tile => Math.round(tile.clientWidth))")
    assert len(set(widths["Grid"])) == 1
    assert widths["One large"][0] > 1.5 * widths["One large"][1]
    assert max(widths["Side by side"]) < min(widths["Grid"])


def test_a_fifth_table_is_not_offered(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    patron.goes_to_the_lobby()
    expect(patron.page.get_by_role("button", name="Open Colours beside the others")).to_have_count(0)


def test_a_table_with_bets_does_not_close(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    patron.chooses_chip("5").bets("player", "seven").sees_stake("player", "5", "seven")
    close = patron.page.get_by_role("button", name=re.compile("Seven has open bets"))
    expect(close).to_be_disabled()
    patron.page.get_by_role("button", name="Close Interblock").click()
    expect(patron.field("player", "interblock")).to_have_count(0)


def test_a_round_of_a_live_table_is_disputed_in_its_tile(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Lotus Live")
    tile = patron.page.get_by_role("article", name="Lotus Live", exact=True)
    expect(tile.get_by_role("timer")).to_have_attribute("aria-label", re.compile("^[5-8] seconds left"))
    patron.chooses_chip("5").bets("player", "lotus").sees_stake("player", "5", "lotus")
    tile.get_by_role("button", name="Dispute", exact=True).click()
    expect(tile.get_by_role("button", name="Disputed")).to_be_disabled()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_all_open_tables_are_at_hand(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters()
    opens_four(patron)
    for title, _ in FOUR:
        expect(patron.page.get_by_text(title, exact=True).first).to_be_visible()
