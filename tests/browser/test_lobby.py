"""The lobby: every filter and order, good roads, favourites, and a table's roads without sitting down."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fingers import Touch
from tests.browser.patron import Patron

BLACK_ROADS_MS = 30_000


def test_the_lobby_filters_and_remembers_favourites(patron: Patron) -> None:
    page = patron.page
    page.get_by_role("button", name="Favourite: Rapid", exact=True).click()
    page.reload()
    page.get_by_label("Sort by").select_option("favourites")
    expect(page.get_by_role("article").first).to_contain_text("Rapid")
    page.get_by_role("button", name="Timed").click()
    expect(page.get_by_role("button", name="Open Seven", exact=True)).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_role("searchbox").fill("clock")
    expect(page.get_by_role("article")).to_have_count(1)
    page.get_by_role("searchbox").fill("no such table")
    expect(page.get_by_text("No table is called “no such table”.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Clear filter").click()
    expect(page.get_by_role("button", name="Open Clock", exact=True)).to_be_visible()


def test_a_book_and_a_limit_choose_tables(patron: Patron) -> None:
    page = patron.page
    page.get_by_role("button", name="Multicolor Baccarat", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Open "))).to_have_count(1)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_label("Minimum bet").select_option(label="Up to 1")
    expect(page.get_by_role("button", name="Open Interblock", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Open Colours", exact=True)).to_be_visible()


def test_orders_of_the_tables(patron: Patron) -> None:
    page = patron.page
    order = page.get_by_label("Sort by")
    order.select_option("limits")
    expect(page.get_by_role("article").first).to_contain_text(re.compile("Clock|Rapid"))
    order.select_option("closing")
    expect(page.get_by_role("article").first).to_contain_text(re.compile("Clock|Rapid|Lotus"))
    order.select_option("good_road")
    flagged = page.get_by_role("article").filter(has=page.locator(".flag"))
    expect(flagged.first).to_be_visible(timeout=BLACK_ROADS_MS)
    expect(page.get_by_role("article").first.locator(".flag")).to_be_visible(timeout=BLACK_ROADS_MS)


def test_a_pointer_that_rests_sees_all_roads(patron: Patron) -> None:
    card = patron.page.get_by_role("article").filter(has_text="Rapid")
    card.hover()
    _sees_all_roads(patron)
    patron.page.get_by_role("searchbox").hover()
    expect(patron.page.get_by_role("group", name="Roads of Rapid")).to_have_count(0)


def test_the_keyboard_sees_all_roads_and_puts_them_away(patron: Patron) -> None:
    patron.page.get_by_label("Sort by").select_option("limits")
    patron.page.get_by_role("button", name="Open Rapid", exact=True).focus()
    patron.page.keyboard.press("Tab")  # on to its star: a focus that is seen
    _sees_all_roads(patron)
    patron.page.keyboard.press("Escape")
    expect(patron.page.get_by_role("group", name="Roads of Rapid")).to_have_count(0)


def test_a_finger_that_stays_sees_all_roads_and_does_not_sit_down(phone: Patron) -> None:
    card = phone.page.get_by_role("article").filter(has_text="Rapid")
    card.scroll_into_view_if_needed()
    finger = Touch(phone.page)
    finger.presses(_middle(card))
    _sees_all_roads(phone)
    finger.lets_go()
    expect(phone.page.get_by_role("search")).to_be_visible()
    expect(phone.page.get_by_role("group", name="Roads of Rapid")).to_be_visible()
    phone.opens("Rapid")


@pytest.mark.parametrize("title", ["Clock", "Lotus Live"])
def test_a_card_tells_the_phase_the_round_and_who_sits_there(patron: Patron, title: str) -> None:
    card = patron.page.get_by_role("article").filter(has_text=title)
    expect(card).to_contain_text(re.compile(r"Place your bets|Hurry up|Bets closed|Dealing|Result"))
    expect(card).to_contain_text(re.compile(r"Shoe \d+ · Round \d+"))
    expect(card).to_contain_text(re.compile(r"\d+ patrons?"))


def _sees_all_roads(patron: Patron) -> None:
    roads = patron.page.get_by_role("group", name="Roads of Rapid")
    expect(roads.get_by_role("img", name=re.compile(r"^Bead plate, \d+ rounds?"))).to_be_visible()
    for road in ("Main Road", "Big Eye Road", "Small Road", "Cockroach Road"):
        expect(roads.get_by_role("img", name=re.compile(f"^{road}"))).to_be_visible()


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
