"""A patron whose tab is hidden is called back to cards that wait: asked for by their own switch, never on load."""

from playwright.sync_api import expect

from tests.browser.conftest import Visits

NOTICES = """
window.asked = 0; window.notices = []; window.isAway = false;
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { window.asked += 1; return (this.permission = window.answer ?? 'granted'); }
  constructor(title, options) { Object.assign(this, {title, ...options}); window.notices.push(this); }
  close() { this.isClosed = true; }
};
Object.defineProperty(document, 'hidden', { get: () => window.isAway });
"""


def test_a_hidden_tab_is_called_back_to_its_cards(visits: Visits) -> None:
    patron = visits.patron()
    page = patron.page
    page.add_init_script(NOTICES)
    patron.enters().opens("Squeeze").chooses_chip("10")
    assert page.evaluate("window.asked") == 0
    patron.opens_menu("Options").get_by_role("switch", name="Call me back to my cards").click()
    assert page.evaluate("window.asked") == 1
    patron.closes_panel().bets("player").sees_stake("player", "10")
    page.evaluate("window.isAway = true")
    patron.presses("Deal")
    page.wait_for_function("() => window.notices.length === 1")
    assert page.evaluate("[notices[0].title, notices[0].body]") == [
        "Your cards",
        "They are waiting for you at Squeeze.",
    ]
    page.evaluate("location.hash = '#/'")
    expect(page.get_by_role("search")).to_be_visible()
    page.evaluate("window.isAway = false; notices[0].onclick()")
    expect(page.locator("[data-squeeze]")).to_be_visible()
    assert page.evaluate("notices[0].isClosed") is True


def test_a_browser_that_allows_no_notices_says_so_and_the_switch_stays_off(visits: Visits) -> None:
    patron = visits.patron()
    patron.page.add_init_script(NOTICES + "window.answer = 'denied';")
    options = patron.enters().opens_menu("Options")
    switch = options.get_by_role("switch", name="Call me back to my cards")
    switch.click()
    expect(options.get_by_text("Your browser does not allow notifications from this page.")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")
