"""axe on every screen, by night and by day, on a desk and in the hand: no violation anywhere."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visits

AXE = Axe()
TABLES = ["Interblock", "Squeeze", "Two Modes", "Colours", "Seven", "Clock", "Lotus Live"]
PANELS = [
    "Cashier", "Call attendant", "Reserve this seat", "Play record", "Help and rules", "Fairness", "Options",
    "Language", "Sound", "My limits", "Account",
]  # fmt: skip
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
LOOKS = 3
FELTS = pytest.mark.parametrize("felt", ["night", "day"])


NOTHING_FADES = """() => !document.getAnimations().some(({ playState, effect }) => playState === 'running'
    && effect.getComputedTiming().iterations !== Infinity && effect.getKeyframes().some(key => 'opacity' in key))"""


def no_violation(page: Page) -> None:
    """Of what stays: a table in play moves on while axe looks at it, and words that fade in have half a contrast."""
    for _ in range(LOOKS):
        violations = _violations(page)
        if not violations:
            return
        page.wait_for_timeout(500)
    raise AssertionError("\n".join(violations))


def _violations(page: Page) -> list[str]:
    page.wait_for_function(NOTHING_FADES)
    found = AXE.run(page, options={"resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]


@SIZES
def test_the_entrance(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size)
    patron.page.goto(f"{patron.address}/")
    expect(patron.page.get_by_role("button", name="Play as a guest")).to_be_visible()
    no_violation(patron.page)
    patron.page.get_by_role("button", name="Register").click()
    expect(patron.page.get_by_label("Password")).to_be_visible()
    no_violation(patron.page)


@SIZES
@FELTS
def test_the_lobby_and_every_panel(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still").enters()
    no_violation(patron.page)
    for entry in PANELS:
        patron.opens_menu(entry)
        patron.page.wait_for_load_state("networkidle")
        no_violation(patron.page)
        patron.closes_panel()


@SIZES
@FELTS
def test_every_felt(visits: Visits, size: dict[str, int], felt: str) -> None:
    patron = visits.patron(size, felt=felt, motion="still", showWinnings=True).enters()
    for title in TABLES:
        patron.opens(title)
        no_violation(patron.page)
        patron.goes_to_the_lobby()
    patron.opens("Two Modes").chooses_chip("5").bets("player").bets("tie").sees_stake("tie", "5")
    patron.page.keyboard.press("l")
    no_violation(patron.page)


@FELTS
def test_four_tables(visits: Visits, felt: str) -> None:
    patron = visits.patron(felt=felt, motion="still").enters().opens("Interblock")
    for title in ("Two Modes", "Colours", "Seven"):
        patron.goes_to_the_lobby().opens_beside(title)
    no_violation(patron.page)


def test_the_first_visit(visits: Visits) -> None:
    patron = visits.patron(firstVisitDone=False, motion="still")
    patron.page.goto(f"{patron.address}/")
    patron.page.get_by_role("button", name="Play as a guest").click()
    expect(patron.page.get_by_text("Two hands. Closest to nine wins.")).to_be_visible()
    no_violation(patron.page)
