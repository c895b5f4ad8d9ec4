"""Up to four tables at once: opened beside each other, repeated together, closed only without bets."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron
from tests.browser.targets import small_targets

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


def test_the_first_tap_at_another_table_places_the_chip_that_is_shown(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Push Seven").goes_to_the_lobby().opens_beside("Interblock")
    patron.chooses_chip("100").bets("player", "push-seven").sees_stake("player", "100", "push-seven")
    expect(patron.page.get_by_role("radio", name="100 chip")).to_be_checked()
    expect(patron.page.get_by_role("contentinfo")).to_contain_text("Bets go to Push Seven")


def test_a_chip_that_a_table_has_not_is_never_another_stake(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Push Seven").goes_to_the_lobby().opens_beside("Interblock")
    patron.chooses_chip("500").bets("player", "push-seven")  # has no such chip, and says so
    tile = patron.page.get_by_role("article", name="Push Seven", exact=True)
    expect(tile.locator(".plate")).to_contain_text("This table has no such chip. 100 is chosen now.")
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
    expect(patron.page.get_by_text("All tables", exact=True).locator("..")).to_contain_text("20")
    expect(patron.page.get_by_text("This table", exact=True).locator("..")).to_contain_text("5")


def test_clear_double_and_raise_act_on_the_active_table(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    patron.chooses_chip("5").bets("player", "interblock").bets("player", "seven")
    patron.sees_stake("player", "5", "interblock").sees_stake("player", "5", "seven")
    patron.presses("Double").sees_stake("player", "10", "seven")
    patron.presses("Raise").sees_stake("player", "15", "seven")
    patron.presses("Clear")
    patron.sees_stake("player", "10", "seven").sees_stake("player", "5", "interblock")


def test_a_reload_brings_back_every_open_table(visits: Visits) -> None:
    patron = visits.patron().enters()
    opens_four(patron)
    patron.page.reload()
    tiles = patron.page.get_by_role("article")
    expect(tiles).to_have_count(4)
    for (title, _), tile in zip(FOUR, tiles.all(), strict=True):
        expect(tile).to_have_attribute("aria-label", title)


def test_an_empty_quarter_offers_tables_and_opens_one_beside_the_others(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock")
    for title in ("Push Seven", "Seven"):
        patron.goes_to_the_lobby().opens_beside(title)
    quarter = patron.page.get_by_role("region", name="Add a table")
    quarter.get_by_role("button", name=re.compile("^Open ")).first.click()
    expect(patron.page.get_by_role("article")).to_have_count(4)
    expect(quarter).to_have_count(0)


def test_more_side_bets_open_over_their_own_tile_and_close_with_the_betting(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Two Modes")
    tile = patron.page.get_by_role("article", name="Two Modes", exact=True)
    tile.get_by_role("button", name=re.compile("11 more")).click()
    expect(tile.locator(".tray")).to_be_visible()
    box, around = tile.locator(".tray").bounding_box(), tile.bounding_box()
    assert box
    assert around
    assert around["x"] <= box["x"]
    assert box["x"] + box["width"] <= around["x"] + around["width"]
    patron.chooses_chip("5").bets("player", "modes").sees_stake("player", "5", "modes")
    tile.get_by_role("button", name="Deal", exact=True).click()
    expect(tile.locator(".tray")).to_have_count(0)
    expect(patron.field("player", "modes")).not_to_have_attribute("aria-label", re.compile("your stake"))
    expect(tile.locator(".tray")).to_have_count(0)


def test_a_tray_left_open_shows_each_bet_once_in_every_layout(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Two Modes")
    patron.page.get_by_role("article", name="Two Modes").get_by_role("button", name=re.compile("11 more")).click()
    for layout in ("One large", "Side by side", "Grid"):
        patron.page.get_by_role("radio", name=layout).click()
        bets = patron.page.locator("[data-bet]").evaluate_all(
            "all => all.map(({ dataset }) => `${dataset.place} ${dataset.bet}`)"
        )
        assert len(bets) == len(set(bets)), layout


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=["1440", "1280"])
def test_a_tile_has_the_playing_modes_of_its_book(visits: Visits, size: tuple[int, int]) -> None:
    patron = visits.patron({"width": size[0], "height": size[1]}).enters()
    opens_four(patron)
    tile = patron.page.get_by_role("article", name="Two Modes", exact=True)
    tile.get_by_role("radio", name="No commission").click()
    expect(patron.field("banker-no-commission", "modes")).to_be_visible()
    expect(patron.field("banker", "modes")).to_have_count(0)


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
    auto.last.click()  # that for all tables; the active table's own shows it too
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
    expect(close).to_have_attribute("aria-disabled", "true")
    patron.page.get_by_role("button", name="Close Interblock").click()
    expect(patron.field("player", "interblock")).to_have_count(0)


def test_a_round_of_a_live_table_is_disputed_in_its_tile(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Interblock").goes_to_the_lobby().opens_beside("Lotus Live")
    tile = patron.page.get_by_role("article", name="Lotus Live", exact=True)
    expect(tile.get_by_role("timer")).to_have_attribute("aria-label", re.compile("^[5-8] seconds left"))
    patron.chooses_chip("5").bets("player", "lotus").sees_stake("player", "5", "lotus")
    tile.get_by_role("button", name="Dispute", exact=True).click()
    expect(tile.get_by_role("button", name="Disputed")).to_be_disabled()


FOUR_UP = [(1440, 900), (1280, 720), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("size", FOUR_UP, ids=[f"{width}x{height}" for width, height in FOUR_UP])
@pytest.mark.parametrize("layout", ["grid", "one-large", "side-by-side"])
def test_every_target_of_several_tables_is_44_pixels(visits: Visits, size: tuple[int, int], layout: str) -> None:
    patron = visits.patron({"width": size[0], "height": size[1]}, layout=layout).enters()
    opens_four(patron)
    assert small_targets(patron.page) == []
    road = patron.page.locator("article .road").evaluate_all(
        "all => all.map(each => each.scrollWidth > each.clientWidth)"
    )
    assert not any(road)


def test_names_on_tabs_are_never_cut(visits: Visits) -> None:
    patron = visits.patron({"width": 320, "height": 568}).enters()
    opens_four(patron)
    cut = patron.page.locator('[role="tab"] .name').evaluate_all(
        "all => all.some(each => each.scrollWidth > each.clientWidth)"
    )
    assert not cut


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_all_open_tables_are_at_hand(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters()
    opens_four(patron)
    for title, _ in FOUR:
        expect(patron.page.get_by_text(title, exact=True).first).to_be_visible()
