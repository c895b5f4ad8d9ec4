"""From 320 pixels in the hand to 4K on a wall: what is needed is in sight, nothing runs over, motion can be still."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visits
from tests.browser.patron import Patron
from tests.browser.served_punto import FLOOR, served_punto
from tests.browser.targets import small_targets

SIZES = [(320, 568), (320, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (3840, 2160)]
RUNS_OVER = (
    "() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"
)
IN_SIGHT = """(place) => {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && right > left;
}"""
SAYS_THE_RESULT = """(place) => !place.children.length
  && place.getBoundingClientRect().width > 1  // what only a screen reader hears is a pixel wide
  && /(Player|Banker) wins \\d|Tie at \\d|natural \\d/.test(place.textContent)
"""


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Results stand there until they have been seen: a wall of 4K, drawn without a graphics card, has few frames."""
    folder = tmp_path_factory.mktemp("unhurried")
    config = folder / "floor.toml"
    config.write_text(re.sub(r"result_ms = [\d_]+", "result_ms = 60_000", FLOOR.read_text(encoding="utf-8")), "utf-8")
    with served_punto(folder, config) as address:
        yield address


@pytest.mark.parametrize(("width", "height"), SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_a_round_is_played_in_sight(visits: Visits, unhurried: str, width: int, height: int) -> None:
    patron = visits.patron({"width": width, "height": height}, unhurried, motion="still").enters().opens("Two Modes")
    patron.chooses_chip("5").bets("player").sees_stake("player", "5")
    assert not patron.page.evaluate(RUNS_OVER)
    for bet in ("player", "tie", "banker", "player-pair"):
        assert patron.field(bet).first.evaluate(IN_SIGHT), bet
    for button in ("Clear", "Double", "Raise", "Deal"):
        assert patron.page.get_by_role("button", name=button, exact=True).first.evaluate(IN_SIGHT), button
    patron.presses("Deal")
    patron.page.wait_for_function(
        f"() => [...document.querySelectorAll('body *')].filter({SAYS_THE_RESULT}).some({IN_SIGHT})"
    )


LOW_OR_NARROW = [(320, 568), (390, 664), (640, 400), (667, 375), (720, 450), (844, 390)]  # 720: a desk at 200 %


@pytest.mark.parametrize("size", LOW_OR_NARROW, ids=[f"{width}x{height}" for width, height in LOW_OR_NARROW])
@pytest.mark.parametrize("title", ["Two Modes", "Squeeze", "Colours"])
def test_every_target_of_a_small_screen_is_44_pixels(visits: Visits, title: str, size: tuple[int, int]) -> None:
    patron = visits.patron({"width": size[0], "height": size[1]}, motion="still").enters().opens(title)
    assert small_targets(patron.page) == []


def test_motion_that_the_system_does_not_want_does_not_happen(visits: Visits) -> None:
    patron = visits.patron(PHONE, motion="full")
    patron.page.emulate_media(reduced_motion="reduce")
    patron.enters().opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").presses("Deal")
    expect(patron.page.get_by_role("group", name=re.compile("^Banker's hand|^Banker")).first).to_be_visible()
    expect(patron.page.get_by_text(re.compile(r"(Player|Banker) wins \d|Tie at \d|natural \d")).first).to_be_visible()
    longest = patron.page.evaluate(
        "Math.max(0, ...document.getAnimations().map(each => each.effect?.getComputedTiming().activeDuration ?? 0))"
    )
    assert longest <= 120


def test_the_screen_reader_hears_the_table(patron: Patron) -> None:
    patron.opens("Clock")
    heard = patron.page.locator('[role="status"][aria-live="polite"]')
    for words in ("Place your bets", "Hurry up", re.compile("Bets closed|Dealing"), re.compile("wins|Tie|natural")):
        expect(heard).to_have_text(re.compile(words) if isinstance(words, str) else words)


def test_the_page_can_be_installed(patron: Patron) -> None:
    link = patron.page.locator('link[rel="manifest"]').get_attribute("href")
    assert link
    manifest = patron.page.request.get(f"{patron.address}/{link.lstrip('./')}").json()
    assert (manifest["display"], manifest["name"]) == ("standalone", "Punto baccarat")
    for icon in manifest["icons"]:
        answer = patron.page.request.get(f"{patron.address}/{icon['src']}")
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, icon["type"])


def test_the_felt_is_dark_or_light_as_chosen(patron: Patron) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    assert patron.page.evaluate(ground) == "rgb(10, 18, 16)"
    patron.opens_menu("Options").get_by_role("radio", name="Day").click()
    patron.page.wait_for_function(f"() => {ground} === 'rgb(238, 241, 236)'")
    patron.page.reload()
    patron.page.wait_for_function(f"() => {ground} === 'rgb(238, 241, 236)'")
