"""Finding one's way: Back, addresses of tables that cannot be shown, a table added in place, the window's title."""

import re

from playwright.sync_api import expect

from tests.browser.patron import Patron


def test_back_closes_a_panel_before_it_leaves_the_table(patron: Patron) -> None:
    page = patron.opens("Interblock").page
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(patron.field("player").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("search")).to_be_visible()


def test_an_unknown_table_says_so_and_offers_two_others(patron: Patron) -> None:
    page = patron.opens("Interblock").page
    page.goto(f"{patron.address}/#/table/nope")
    expect(page.get_by_role("heading", name="There is no table “nope” here.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Open "))).to_have_count(2)
    expect(patron.field("player")).to_have_count(0)
    page.get_by_role("button", name="Back to my tables").click()
    expect(patron.field("player").first).to_be_visible()


def test_a_fifth_table_says_that_four_are_open(patron: Patron) -> None:
    page = patron.opens("Interblock").page
    for title in ("Seven", "Colours", "Push Seven"):
        patron.goes_to_the_lobby().opens_beside(title)
    page.goto(f"{patron.address}/#/table/rapid")
    expect(page.get_by_role("heading", name=re.compile("4 tables are open"))).to_be_visible()
    page.get_by_role("button", name="Close Colours, open Rapid").click()
    expect(page.get_by_role("article", name="Rapid", exact=True)).to_be_visible()
    expect(page.get_by_role("article", name="Colours", exact=True)).to_have_count(0)


def test_a_table_is_added_in_place(patron: Patron) -> None:
    page = patron.opens("Interblock").page
    page.get_by_role("button", name="Add a table").click()
    page.get_by_role("button", name="Open Rapid", exact=True).click()
    for title in ("Interblock", "Rapid"):
        expect(page.get_by_role("article", name=title, exact=True)).to_be_visible()


def test_the_title_names_the_table_and_its_clock(patron: Patron) -> None:
    expect(patron.page).to_have_title("Punto")
    patron.opens("Clock")
    expect(patron.page).to_have_title(re.compile(r"^Clock · \d+ s$"))
