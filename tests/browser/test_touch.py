"""Consoles at arm's length, by touch alone: on a tablet every control is as large as a finger."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import LIVE_FLOOR, PASSWORD, TABLET, DealersConsole, hire_staff, sign_in

FINGER = 44
TOO_SMALL = """least => [...document.querySelectorAll(
    "button, a[href], input, select, textarea, summary, [role=radio], [role=tab], [role=switch]")]
  .map(each => each.matches("input[type=checkbox], input[type=radio]") ? each.closest("label") ?? each : each)
  .map(each => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.width > 0 && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && (box.width < least - 0.5 || box.height < least - 0.5))
  .map(([each, box]) => `${each.tagName.toLowerCase()} ${Math.round(box.width)}×${Math.round(box.height)}: ${
    each.getAttribute("aria-label") ?? each.textContent.trim().slice(0, 60)}`)"""


def fits_fingers(page: Page) -> None:
    assert page.evaluate(TOO_SMALL, FINGER) == []


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[tuple[str, Page]]:
    """With a round played and a patron known; and the page of the supervisor, who may see everything."""
    folder = tmp_path_factory.mktemp("touch")
    with served_punto(folder, LIVE_FLOOR) as address:
        hire_staff(address, folder)
        with httpx.Client(base_url=address, timeout=30) as client:
            assert client.post("/api/register", json={"name": "Jonas Weber", "password": PASSWORD}).is_success
        console = DealersConsole(browser.new_page(viewport=TABLET), address)  # type: ignore[arg-type]
        console.signs_in("Mara Keller").taps_in("Mara Keller")
        console.begins_a_shoe("7h").deals("4d 9h 3c Kd").confirms()
        page = browser.new_page(viewport=TABLET, has_touch=True)  # type: ignore[arg-type]
        sign_in(page, address, "Ines Duarte")
        yield address, page
        page.close()
        console.page.close()


@pytest.mark.parametrize(
    ("place", "shows"),
    [
        ("floor", "Amber"),
        ("floor/amber", "Banker wins 9 over 7"),
        ("floor/amber/correct/1-1", "Hold to correct"),
        ("deal", "Amber"),
        ("deal/amber", "Round 2"),
        ("patrons", "Patrons’ desk"),
        ("cage", "Counted at the start"),
        ("day", "Close of"),
        ("audit", "Audit"),
        ("nodes", "Who runs each table"),
        ("me", "New PIN"),
    ],
)
def test_every_control_of_a_console_is_as_large_as_a_finger(floor: tuple[str, Page], place: str, shows: str) -> None:
    address, page = floor
    page.goto(f"{address}/staff/{place}")
    expect(page.get_by_text(shows).or_(page.get_by_label(shows)).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    fits_fingers(page)


def test_a_patron_found_at_the_desk_and_an_open_drawer(floor: tuple[str, Page]) -> None:
    address, page = floor
    page.goto(f"{address}/staff/patrons")
    expect(page.get_by_role("heading", name="Patrons’ desk")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("jonas")
    page.get_by_role("button", name="Jonas Weber").click()
    expect(page.get_by_role("heading", name="Jonas Weber")).to_be_visible()
    fits_fingers(page)
    page.goto(f"{address}/staff/cage")
    page.get_by_label("Counted at the start").fill("500")
    page.get_by_role("button", name="Open drawer").click()
    page.get_by_role("dialog", name="Receipt").get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Count and close shift")).to_be_visible()
    fits_fingers(page)


def test_sheets_of_the_dealer(floor: tuple[str, Page]) -> None:
    address, page = floor
    page.goto(f"{address}/staff/deal/amber")
    for button in ("Pause", "Call supervisor"):
        page.get_by_role("button", name=button).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        fits_fingers(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
