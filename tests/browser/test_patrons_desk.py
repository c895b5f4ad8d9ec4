"""The patrons' desk in a browser: finding by key, a note, an adjustment by two, and axe on all of it."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import PASSWORD, hire_staff
from tests.browser.test_accessibility import no_violation

SIZES = [{"width": 1440, "height": 900}, {"width": 1180, "height": 820}]


def _register(address: str, name: str) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        answer = client.post("/api/register", json={"name": name, "password": PASSWORD})
        assert answer.is_success, answer.text


def _hold(page: Page, words: str) -> None:
    button = page.get_by_role("button", name=words)
    button.focus()
    page.keyboard.down(" ")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.up(" ")


@pytest.mark.parametrize("size", SIZES, ids=["desk", "tablet"])
def test_a_supervisor_finds_a_patron_and_adjusts_the_purse_with_a_second_person(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    with served_punto(tmp_path) as address:
        hire_staff(address, tmp_path)
        _register(address, "Jonas Weber")
        page = browser.new_page(viewport=size)  # type: ignore[arg-type]
        page.goto(f"{address}/staff/patrons")
        page.get_by_label("Name").fill("Ines Duarte")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Patrons’ desk")).to_be_visible()
        no_violation(page)
        page.keyboard.press("/")
        page.keyboard.type("jon web")
        page.get_by_role("button", name="Jonas Weber").click()
        expect(page.get_by_role("heading", name="Jonas Weber")).to_be_visible()
        expect(page.get_by_role("cell", name="Play credits")).to_be_visible()
        page.get_by_role("button", name="Add").click()
        page.get_by_label("A note about this patron").fill("Speaks German.")
        page.get_by_role("button", name="Keep this note").click()
        expect(page.get_by_text("Speaks German.")).to_be_visible()
        no_violation(page)
        page.get_by_role("button", name="Adjust purse").click()
        page.get_by_label("Amount").fill("25")
        page.get_by_role("radio", name="Goodwill").click()
        page.get_by_label("Name").fill("admin")
        page.get_by_label("PIN or password").fill(PASSWORD)
        no_violation(page)
        _hold(page, "Hold to give")
        expect(page.get_by_role("cell", name="Adjustment")).to_be_visible()
        expect(page.locator("tr", has_text="Adjustment").locator("td").last).to_have_text("10,025")
        page.close()
