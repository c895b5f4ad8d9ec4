"""Small screens and full felts: what is printed, what lies there and what is laid over it each have a place."""

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import SLACK, box_of, is_inside, overlap
from tests.browser.conftest import PHONE, Visits
from tests.browser.patron import Patron

LOW_DESK = {"width": 1280, "height": 800}
LOWEST_DESK = {"width": 1280, "height": 720}
SIDEWAYS = {"width": 667, "height": 375}
SMALLEST = {"width": 320, "height": 568}


def test_winnings_stand_inside_their_fields(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK, showWinnings=True).enters().opens("Interblock")
    for bet in ("player", "tie", "banker", "player-pair"):
        patron.bets(bet).sees_stake(bet, "5")
        field = patron.field(bet)
        pill = field.locator(".pill")
        expect(pill).to_be_visible()
        assert is_inside(box_of(pill), box_of(field)), bet
        assert not overlap(box_of(pill), box_of(field.locator(".title"))), bet


def test_limits_cover_neither_everybodys_stakes_nor_ones_own(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK, showLimits=True).enters().opens("Interblock")
    for bet in ("player", "tie", "banker", "player-pair"):
        patron.bets(bet).sees_stake(bet, "5")
        field = patron.field(bet)
        limits = box_of(field.locator(".limits"))
        assert not overlap(limits, box_of(field.locator(".sum").first)), bet
        assert not overlap(limits, box_of(field.locator(".title"))), bet
        expect(field.locator(".foot")).to_be_hidden()


@pytest.mark.parametrize("size", [SMALLEST, PHONE, SIDEWAYS], ids=["smallest", "phone", "sideways"])
def test_a_note_longer_than_its_field_folds_inside_it(visits: Visits, size: dict[str, int]) -> None:
    field = visits.patron(size).enters().opens("Push Seven").field("banker")
    note = field.get_by_text("three-card 7: push")
    expect(note).to_be_visible()
    assert is_inside(box_of(note), box_of(field))


def test_what_is_offered_instead_of_a_refused_bet_covers_no_field(visits: Visits) -> None:
    patron = visits.patron(PHONE).enters().opens("Two Modes").chooses_chip("1").bets("player")
    expect(patron.page.locator(".plate").get_by_role("button", name="Place 5")).to_be_visible()
    plate = box_of(patron.page.locator(".plate"))
    for bet in ("player-pair", "any-pair", "perfect-pair", "banker-pair"):
        assert not overlap(plate, box_of(patron.field(bet).locator(".ground"))), bet


@pytest.mark.parametrize("width", [667, 844])
def test_a_tray_lies_over_neither_rail_nor_main_row(visits: Visits, width: int) -> None:
    patron = visits.patron({"width": width, "height": 390 if width == 844 else 375}).enters().opens("Two Modes")
    for name in ("Bonus 4", "Lucky 7"):
        patron.page.locator(".tray-button", has_text=name).click()
        tray = box_of(patron.page.locator(".tray"))
        assert tray["y"] >= 0
        for bet in ("player", "tie", "banker"):
            assert not overlap(tray, box_of(patron.field(bet).locator(".ground"))), bet


def test_words_beside_the_dealer_end_above_the_table(visits: Visits) -> None:
    patron = visits.patron(LOWEST_DESK).enters().opens("Two Modes")
    lip = patron.page.locator(".stage").evaluate(
        "stage => parseFloat(getComputedStyle(stage).getPropertyValue('--lip-at'))"
    )
    for side in (".left", ".right"):
        box = box_of(patron.page.locator(f".play > {side}"))
        assert box["y"] + box["height"] <= lip, side


def test_two_tables_on_a_small_desk_keep_the_words_of_tie_free(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK).enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    tie = patron.bets("tie", "interblock").sees_stake("tie", "5", "interblock").field("tie", "interblock")
    assert not overlap(box_of(tie.locator(".stack")), box_of(tie.locator(".words")))


def test_two_tables_on_the_smallest_phone_leave_the_main_row_in_sight(visits: Visits) -> None:
    patron = visits.patron(SMALLEST).enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    expect(patron.page.get_by_role("tab")).to_have_count(2)
    chips, player = box_of(patron.page.locator(".hand-rail")), box_of(patron.field("player"))
    assert player["y"] + player["height"] <= chips["y"] + SLACK
    names = [box_of(each) for each in patron.page.locator(".centre .caption").all()]
    assert len(names) == 2
    others = [box_of(patron.page.locator(".plate")), *(box_of(patron.field(bet)) for bet in ("player-pair", "tie"))]
    assert not any(overlap(name, other) for name in names for other in others)


def test_a_card_on_its_way_shows_its_back(patron: Patron) -> None:
    """A filter on what turns lays it flat, and its face is seen through the back."""
    patron.opens("Interblock").bets("player").sees_stake("player", "5").presses("Deal")
    turner = patron.page.locator(".turner").first
    expect(turner).to_have_css("transform-style", "preserve-3d")
    expect(turner).to_have_css("filter", "none")
