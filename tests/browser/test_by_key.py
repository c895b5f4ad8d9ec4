"""The table by keyboard and by ear: where the focus is, what is skipped, what is heard, and in which order."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.patron import Patron

WHERE = "() => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label') || ''"
IS_SOMEWHERE = "() => document.activeElement !== null && document.activeElement !== document.body"


def focus_is_on(page: Page, words: str) -> None:
    page.wait_for_function(f"words => ({WHERE})().startsWith(words)", arg=words)


def test_focus_is_on_the_table_after_opening_it_and_returns_from_panels(patron: Patron) -> None:
    page = patron.page
    patron.opens("Interblock")
    focus_is_on(page, "Interblock")
    patron.opens_menu("Tip")
    patron.closes_panel()
    page.wait_for_function("() => document.activeElement?.getAttribute('aria-label') === 'Menu'")
    patron.goes_to_the_lobby()
    page.wait_for_function(IS_SOMEWHERE)


def test_the_first_stop_leads_past_the_bar_to_player(patron: Patron) -> None:
    patron.opens("Interblock")
    skip = patron.page.get_by_role("button", name="Skip to the felt")
    skip.focus()
    expect(skip).to_be_in_viewport()
    patron.page.keyboard.press("Enter")
    expect(patron.field("player").first).to_be_focused()
    patron.page.keyboard.press("Enter")
    patron.sees_stake("player", "5")


def test_focus_survives_opening_all_cards_of_a_squeeze(visits: Visits) -> None:
    patron = visits.patron(motion="still").enters().opens("Squeeze").chooses_chip("10")
    patron.bets("player").bets("banker").sees_stake("banker", "10").presses("Deal")
    squeeze = patron.page.locator("[data-squeeze]")
    squeeze.get_by_role("button", name="Open all").click()
    patron.page.wait_for_function(IS_SOMEWHERE)


def test_cards_are_heard_by_name_before_the_result(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    heard = patron.page.locator('[role="status"][aria-live="polite"]')
    expect(heard).to_have_text(re.compile(r"(wins|Tie|natural).*Place your bets", re.DOTALL))
    lines = [line for line in heard.inner_text().splitlines() if line]
    cards = [at for at, line in enumerate(lines) if re.match(r"(Player|Banker): \w+ of \w+$", line)]
    result = next(at for at, line in enumerate(lines) if re.search(r"wins \d|Tie at|natural \d", line))
    assert len(cards) >= 4
    assert max(cards) < result
