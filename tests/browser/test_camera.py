"""The camera: it leans in over a hand that is squeezed, and a table that is tapped grows from its tile."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visits

RECORDED = """
window.grown = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const name = this.classList.contains('stage') ? 'stage' : this.dataset.grows ? 'tile' : '';
  if (name && Array.isArray(frames) && frames[0].transform) window.grown.push([name, frames[0].transform]);
  return animate.call(this, frames, options);
};
"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_camera_leans_in_for_a_squeeze_and_back(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size, motion="full").enters().opens("Squeeze").chooses_chip("10")
    patron.bets("player").sees_stake("player", "10").presses("Deal")
    page = patron.page
    expect(page.locator("[data-squeeze]")).to_be_visible()
    scale = "new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform).a"
    page.wait_for_function(f"() => Math.abs({scale} - 1.27) < .001")
    page.get_by_role("button", name="Skip", exact=True).click()
    page.get_by_role("button", name="Skip from now on").click()
    expect(page.locator("[data-squeeze]")).to_have_count(0)
    page.wait_for_function("() => getComputedStyle(document.querySelector('.stage')).transform === 'none'")


def test_it_stays_where_it_is_under_reduced_motion(visits: Visits) -> None:
    patron = visits.patron(motion="still").enters().opens("Squeeze").chooses_chip("10")
    patron.bets("player").sees_stake("player", "10").presses("Deal")
    expect(patron.page.locator("[data-squeeze]")).to_be_visible()
    assert patron.page.locator(".stage").evaluate("stage => getComputedStyle(stage).transform") == "none"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_tapped_tile_grows_into_the_table_and_back(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size, motion="full")
    patron.page.add_init_script(RECORDED)
    patron.enters().opens("Clock")
    patron.page.wait_for_function("() => window.grown.length === 1")
    assert grown(patron.page) == ["stage"]
    patron.page.get_by_role("button", name="Lobby", exact=True).first.click()
    patron.page.wait_for_function("() => window.grown.length === 2")
    assert grown(patron.page) == ["stage", "tile"]


def test_nothing_grows_under_reduced_motion(visits: Visits) -> None:
    patron = visits.patron(motion="still")
    patron.page.add_init_script(RECORDED)
    patron.enters().opens("Clock")
    assert grown(patron.page) == []


def grown(page: Page) -> list[str]:
    return [name for name, _ in page.evaluate("window.grown")]
