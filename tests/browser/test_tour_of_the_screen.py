"""What a tour of the screen once found, and only a browser can judge: what is lit, cut, covered or too small to hit."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.boxes import SLACK, box_of, is_inside, overlap
from tests.browser.conftest import DESK, Visits
from tests.browser.patron import Patron
from tests.browser.targets import small_targets

LOWEST_DESK = {"width": 1280, "height": 720}
SMALLEST = {"width": 320, "height": 568}
IS_LIT = "each => getComputedStyle(each).backgroundImage !== 'none'"


def test_repeat_is_lit_only_while_bets_are_open(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Clock").chooses_chip("5")
    patron.waits_for_a_new_round().bets("player").sees_stake("player", "5")
    repeat = patron.page.get_by_role("button", name="Repeat", exact=True)
    expect(repeat).to_be_enabled()  # the round is over
    for is_open in (True, False):
        expect(patron.field("player")).to_have_attribute("data-open", str(is_open).lower())
        assert repeat.evaluate(IS_LIT) is is_open


@pytest.mark.parametrize(("bet", "other"), [("player", "banker"), ("banker", "player")])
def test_details_of_a_side_open_on_it_and_off_the_main_row(patron: Patron, bet: str, other: str) -> None:
    patron.opens("Interblock").field(bet).click(button="right")
    details = patron.page.get_by_role("dialog", name=bet.capitalize(), exact=True)
    expect(details).to_be_visible()
    about, own, across = (box_of(each) for each in (details, _ground(patron, bet), _ground(patron, other)))
    assert abs(_middle(about) - _middle(own)) < abs(_middle(about) - _middle(across))
    for each in ("player", "tie", "banker"):
        assert not overlap(about, box_of(_ground(patron, each))), each


def test_every_target_of_a_desk_and_its_options_is_44_pixels(visits: Visits) -> None:
    patron = visits.patron(DESK).enters().opens("Two Modes")
    assert small_targets(patron.page) == []
    patron.opens_menu("Options")
    assert small_targets(patron.page) == []


def test_words_of_the_info_column_are_not_cut_in_spanish(visits: Visits) -> None:
    patron = visits.patron(LOWEST_DESK, infoHidden=False).enters().opens("Interblock")
    patron.page.evaluate(
        "localStorage.setItem('punto.settings', JSON.stringify("
        "{...JSON.parse(localStorage.getItem('punto.settings')), language: 'es'}))"
    )
    patron.page.reload()
    asks = patron.page.get_by_role("button", name=re.compile("^¿Y si"))
    expect(asks.first).to_be_visible()
    for ask in asks.all():
        for part in ask.locator("span").all():
            assert is_inside(box_of(part), box_of(ask)), ask.inner_text()


@pytest.mark.parametrize("title", ["Squeeze", "Seven"])
def test_names_of_side_bets_stand_inside_their_fields_on_the_smallest_phone(visits: Visits, title: str) -> None:
    patron = visits.patron(SMALLEST).enters().opens(title)
    fields = patron.page.locator("[data-bet]").all()
    assert len(fields) > len(("player", "tie", "banker"))
    for field in fields:
        for line in field.locator(".title text").all():  # of side bets: main fields bend their letters along a line
            words, ground = box_of(line), box_of(field.locator(".ground"))
            assert words["x"] >= ground["x"] - SLACK, line.text_content()
            assert words["x"] + words["width"] <= ground["x"] + ground["width"] + SLACK, line.text_content()


def _ground(patron: Patron, bet: str) -> Locator:
    return patron.field(bet).locator(".ground")


def _middle(box: FloatRect) -> float:
    return box["x"] + box["width"] / 2
