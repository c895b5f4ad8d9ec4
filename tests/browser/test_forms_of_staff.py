"""Forms of staff: relief of a dealer, a stray card, limits, a reversal by two, a table set at a patron's seat."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visits
from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import (
    LIVE_FLOOR,
    PASSWORD,
    PINS,
    TABLET,
    DealersConsole,
    hire_staff,
    session_of,
    sign_in,
)
from tests.browser.test_accessibility import no_violation

DESK = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("size", [DESK, TABLET], ids=["desk", "tablet"])


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[str]:
    with served_punto(tmp_path, LIVE_FLOOR) as address:
        hire_staff(address, tmp_path)
        yield address


def _page_of(browser: Browser, address: str, name: str, place: str, size: dict[str, int]) -> Page:
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    sign_in(page, address, name, place)
    return page


def _hold(page: Page, words: str) -> None:
    """Until what it was held for has been sent."""
    button = page.get_by_role("button", name=words)
    expect(button).to_be_enabled()
    button.focus()
    page.keyboard.down(" ")
    page.wait_for_timeout(1_200)
    page.keyboard.up(" ")


@SIZES
def test_a_supervisor_names_who_relieves_a_dealer(browser: Browser, floor: str, size: dict[str, int]) -> None:
    console = DealersConsole(browser.new_page(viewport=TABLET), floor)  # type: ignore[arg-type]
    console.signs_in("Mara Keller").taps_in("Mara Keller")
    page = _page_of(browser, floor, "Ines Duarte", "floor/amber", size)
    page.get_by_role("button", name="Relief").click()
    form = page.get_by_role("dialog", name="Relief for Mara Keller at Amber")
    expect(form.get_by_role("radio", name="Mara Keller")).to_have_count(0)  # nobody relieves themselves
    form.get_by_role("radio", name="Noor Haddad").click()
    no_violation(page)
    form.get_by_role("button", name="Name the relief").click()
    expect(form).to_have_count(0)
    expect(page.get_by_role("button", name="Relief Noor Haddad")).to_be_visible()
    expect(console.page.get_by_text("Noor relieves")).to_be_visible()
    page.get_by_role("button", name="Relief").click()
    expect(form.get_by_role("radio", name="Noor Haddad")).to_be_checked()
    form.get_by_role("button", name="Nobody after all").click()
    expect(page.get_by_role("button", name="Relief who takes over next")).to_be_visible()
    console.page.close()
    page.close()


def test_a_plain_resume_asks_where_a_stray_card_is(browser: Browser, floor: str) -> None:
    """The round of four cards was over when a fifth passed the reader."""
    console = DealersConsole(browser.new_page(viewport=TABLET), floor)  # type: ignore[arg-type]
    console.signs_in("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h").deals("4d 9h 3c Kd").scans("2s")
    page = _page_of(browser, floor, "Ines Duarte", "floor/amber", TABLET)
    page.get_by_role("button", name="Resume", exact=True).click()
    asked = page.get_by_role("dialog", name="Was a card drawn?")
    no_violation(page)
    asked.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Resume", exact=True)).to_be_visible()  # nothing has happened
    page.get_by_role("button", name="Resume", exact=True).click()
    asked.get_by_role("button", name="No card was drawn").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    console.confirms()
    console.page.close()
    page.close()


@SIZES
def test_a_supervisor_sets_limits_from_the_next_shoe_on(browser: Browser, floor: str, size: dict[str, int]) -> None:
    page = _page_of(browser, floor, "Ines Duarte", "floor/amber", size)
    page.get_by_role("button", name="New limits").click()
    form = page.get_by_role("dialog", name="New limits for Amber")
    form.get_by_label("Player, minimum").fill("2000")
    expect(form.get_by_role("button", name="Hold to set")).to_be_disabled()
    form.get_by_label("Player, minimum").fill("10")
    no_violation(page)
    _hold(page, "Hold to set")
    expect(page.get_by_text("New limits from shoe 1.")).to_be_visible()
    page.close()


@SIZES
def test_an_entry_at_the_cage_is_reversed_by_two(browser: Browser, floor: str, size: dict[str, int]) -> None:
    code = _ticket(floor)
    with session_of(floor, "admin", PASSWORD) as admin:
        assert admin.post(f"/api/tickets/{code}/pay", json={"id": "paid"}).is_success
    page = _page_of(browser, floor, "Ines Duarte", "cage", size)
    receipt = page.get_by_role("dialog", name="Receipt")
    page.get_by_role("button", name="Reverse entry").first.click()
    page.get_by_role("radio", name="Wrong amount").click()
    _hold(page, "Hold to reverse")
    second = page.get_by_role("dialog", name="Second person")
    expect(second).to_contain_text("Redeem 10,000 is reversed")
    no_violation(page)
    _confirms(page, "Ines Duarte")  # nobody is their own second person
    refused = page.locator(".toast", has_text="Somebody else has to confirm this.")
    expect(refused).to_be_visible()
    assert page.evaluate("() => document.querySelector('.toasts').matches(':popover-open')"), "it lies over the dialog"
    expect(receipt).to_have_count(0)
    _confirms(page, "Omar Haas")
    expect(receipt).to_contain_text("Payment reversed")
    receipt.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Redeem reversed −10,000")).to_be_visible()
    page.close()


def _confirms(page: Page, name: str) -> None:
    second = page.get_by_role("dialog", name="Second person")
    second.get_by_label("Name").fill(name)
    for digit in PINS[name]:
        second.get_by_role("button", name=digit, exact=True).click()
    second.get_by_role("button", name="Confirm").click()


def _ticket(address: str) -> str:
    """Of a patron who has cashed out what they were given."""
    with httpx.Client(base_url=address, timeout=30) as client:
        me = client.post("/api/register", json={"name": "Jonas Weber", "password": PASSWORD}).json()
        made = client.post("/api/cashout", json={"id": "out"}, headers={"X-Punto-Token": me["request_token"]})
        assert made.is_success, made.text
        return str(made.json()["code"])


@SIZES
def test_a_table_is_set_in_the_operator_menu_at_a_patrons_seat(
    visits: Visits, floor: str, size: dict[str, int]
) -> None:
    patron = visits.patron(size, address=floor)
    page = patron.page
    page.goto(f"{floor}/")
    page.get_by_role("button", name="Play as a guest").click()
    patron.opens("Amber")
    panel = patron.opens_menu("Call attendant")
    panel.get_by_role("button", name="Call now").click()
    panel.get_by_label("Attendant", exact=True).fill("Ines Duarte")
    panel.get_by_label("PIN", exact=True).fill(PINS["Ines Duarte"])
    panel.get_by_role("button", name="Open the operator menu").click()
    panel.get_by_text("Amber: limits and denominations").click()
    panel.get_by_label("Player, minimum").fill("10")
    panel.get_by_label("Denominations").fill("1, 5")
    panel.get_by_label("Reason").fill("a quieter evening")
    panel.get_by_label("Supervisor's PIN").fill("0000")
    no_violation(page)
    panel.get_by_role("button", name="Set from the next shoe").click()
    expect(panel.get_by_role("status").last).to_contain_text("PIN")
    panel.get_by_label("Supervisor's PIN").fill(PINS["Ines Duarte"])
    panel.get_by_role("button", name="Set from the next shoe").click()
    expect(panel.get_by_text("In force from shoe 1.")).to_be_visible()
