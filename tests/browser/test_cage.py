"""The cage in a browser: a drawer opened, a ticket redeemed with its receipt and reversed, the drawer counted."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import PASSWORD, TABLET, hire_staff
from tests.browser.test_accessibility import no_violation

PHONE = {"width": 390, "height": 844}


def _ticket(address: str, name: str) -> str:
    """Of a patron who has cashed out what they were given."""
    with httpx.Client(base_url=address, timeout=30) as client:
        me = client.post("/api/register", json={"name": name, "password": PASSWORD}).json()
        made = client.post("/api/cashout", json={"id": "out"}, headers={"X-Punto-Token": me["request_token"]})
        assert made.is_success, made.text
        return str(made.json()["code"])


def _signs_in(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    page.get_by_label("Name").fill("admin")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def holds(page: Page, words: str) -> None:
    page.get_by_role("button", name=words).focus()
    page.keyboard.down("Space")
    page.wait_for_timeout(1_200)
    page.keyboard.up("Space")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_shift_at_the_cage(browser: Browser, tmp_path: Path, size: dict[str, int]) -> None:
    with served_punto(tmp_path) as address:
        hire_staff(address, tmp_path)
        code = _ticket(address, "Jonas Weber")
        page = browser.new_page(viewport=size)  # type: ignore[arg-type]
        _signs_in(page, address, "/staff/cage")
        page.get_by_label("Counted at the start").fill("20000")
        page.get_by_role("button", name="Open drawer").click()
        page.get_by_role("dialog", name="Receipt").get_by_role("button", name="Done").click()
        page.get_by_label("Ticket or patron").fill(code)
        page.keyboard.press("Enter")
        expect(page.get_by_text("ten thousand")).to_be_visible()
        no_violation(page)
        page.get_by_role("button", name="Redeem pay 10,000").click()
        receipt = page.get_by_role("dialog", name="Receipt")
        expect(receipt).to_contain_text("Ticket redeemed")
        no_violation(page)
        receipt.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Reverse entry").first.click()
        sheet = page.get_by_role("dialog", name="Reverse entry")
        expect(sheet).to_contain_text("Redeem 10,000")
        no_violation(page)
        sheet.get_by_role("radio", name="Wrong patron").click()
        holds(page, "Hold to reverse")
        expect(receipt).to_contain_text("Payment reversed")
        receipt.get_by_role("button", name="Done").click()
        expect(page.get_by_role("button", name="Redeem reversed −10,000")).to_be_visible()
        expect(page.get_by_role("button", name="Reverse entry")).to_have_count(0)
        page.get_by_role("button", name="Count and close shift").click()
        page.get_by_label("Counted now").fill("20000")
        expect(page.get_by_text("Exactly what it should hold")).to_be_visible()
        page.get_by_role("button", name="Close drawer").click()
        expect(page.get_by_role("dialog", name="Receipt")).to_contain_text("Drawer closed")
        page.get_by_role("dialog", name="Receipt").get_by_role("button", name="Done").click()
        expect(page.get_by_text("No drawer is open")).to_be_visible()
        page.goto(f"{address}/staff/day")
        expect(page.get_by_role("heading", name="Close of")).to_be_visible()
        no_violation(page)
        page.close()
