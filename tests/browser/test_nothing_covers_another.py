"""Small screens and full felts: what is printed, what lies there and what is laid over it each have a place."""

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.conftest import PHONE, Visits
from tests.browser.patron import Patron

LOW_DESK = {"width": 1280, "height": 800}
LOWEST_DESK = {"width": 1280, "height": 720}
SIDEWAYS = {"width": 667, "height": 375}
SMALLEST = {"width": 320, "height": 568}
SLACK = 1  # px, of rounding


def test_winnings_stand_inside_their_fields(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK, showWinnings=True).enters().opens("Interblock")
    for bet in ("player", "tie", "banker", "player-pair"):
        patron.bets(bet).sees_stake(bet, "5")
        field = patron.field(bet)
        pill = field.locator(".pill")
        expect(pill).to_be_visible()
        assert _is_inside(_box(pill), _box(field)), bet
        assert not _overlap(_box(pill), _box(field.locator(".title"))), bet


def test_limits_cover_neither_everybodys_stakes_nor_ones_own(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK, showLimits=True).enters().opens("Interblock")
    for bet in ("player", "tie", "banker", "player-pair"):
        patron.bets(bet).sees_stake(bet, "5")
        field = patron.field(bet)
        limits = _box(field.locator(".limits"))
        assert not _overlap(limits, _box(field.locator(".sum").first)), bet
        assert not _overlap(limits, _box(field.locator(".title"))), bet
        expect(field.locator(".foot")).to_be_hidden()


@pytest.mark.parametrize("size", [SMALLEST, PHONE, SIDEWAYS], ids=["smallest", "phone", "sideways"])
def test_a_note_longer_than_its_field_folds_inside_it(visits: Visits, size: dict[str, int]) -> None:
    field = visits.patron(size).enters().opens("Push Seven").field("banker")
    note = field.get_by_text("three-card 7: push")
    expect(note).to_be_visible()
    assert _is_inside(_box(note), _box(field))


def test_what_is_offered_instead_of_a_refused_bet_covers_no_field(visits: Visits) -> None:
    patron = visits.patron(PHONE).enters().opens("Two Modes").chooses_chip("1").bets("player")
    expect(patron.page.locator(".plate").get_by_role("button", name="Place 5")).to_be_visible()
    plate = _box(patron.page.locator(".plate"))
    for bet in ("player-pair", "any-pair", "perfect-pair", "banker-pair"):
        assert not _overlap(plate, _box(patron.field(bet).locator(".ground"))), bet


@pytest.mark.parametrize("width", [667, 844])
def test_a_tray_lies_over_neither_rail_nor_main_row(visits: Visits, width: int) -> None:
    patron = visits.patron({"width": width, "height": 390 if width == 844 else 375}).enters().opens("Two Modes")
    for name in ("Bonus 4", "Lucky 7"):
        patron.page.locator(".tray-button", has_text=name).click()
        tray = _box(patron.page.locator(".tray"))
        assert tray["y"] >= 0
        for bet in ("player", "tie", "banker"):
            assert not _overlap(tray, _box(patron.field(bet).locator(".ground"))), bet


def test_words_beside_the_dealer_end_above_the_table(visits: Visits) -> None:
    patron = visits.patron(LOWEST_DESK).enters().opens("Two Modes")
    lip = patron.page.locator(".stage").evaluate(
        "stage => parseFloat(getComputedStyle(stage).getPropertyValue('--lip-at'))"
    )
    for side in (".left", ".right"):
        box = _box(patron.page.locator(f".play > {side}"))
        assert box["y"] + box["height"] <= lip, side


def test_two_tables_on_a_small_desk_keep_the_words_of_tie_free(visits: Visits) -> None:
    patron = visits.patron(LOW_DESK).enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    tie = patron.bets("tie", "interblock").sees_stake("tie", "5", "interblock").field("tie", "interblock")
    assert not _overlap(_box(tie.locator(".stack")), _box(tie.locator(".words")))


def test_two_tables_on_the_smallest_phone_leave_the_main_row_in_sight(visits: Visits) -> None:
    patron = visits.patron(SMALLEST).enters().opens("Interblock").goes_to_the_lobby().opens_beside("Seven")
    expect(patron.page.get_by_role("tab")).to_have_count(2)
    chips, player = _box(patron.page.locator(".hand-rail")), _box(patron.field("player"))
    assert player["y"] + player["height"] <= chips["y"] + SLACK
    names = [_box(each) for each in patron.page.locator(".centre .caption").all()]
    assert len(names) == 2
    others = [_box(patron.page.locator(".plate")), *(_box(patron.field(bet)) for bet in ("player-pair", "tie"))]
    assert not any(_overlap(name, other) for name in names for other in others)


def test_a_card_on_its_way_shows_its_back(patron: Patron) -> None:
    """A filter on what turns lays it flat, and its face is seen through the back."""
    patron.opens("Interblock").bets("player").sees_stake("player", "5").presses("Deal")
    turner = patron.page.locator(".turner").first
    expect(turner).to_have_css("transform-style", "preserve-3d")
    expect(turner).to_have_css("filter", "none")


def _box(of: Locator) -> FloatRect:
    box = of.bounding_box()
    assert box
    return box


def _is_inside(inner: FloatRect, outer: FloatRect) -> bool:
    return (
        inner["x"] >= outer["x"] - SLACK
        and inner["y"] >= outer["y"] - SLACK
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + SLACK
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + SLACK
    )


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > SLACK and down > SLACK
