"""The supervisor's pages on a real floor: the floor at a glance, a table, the audit; axe on all of them."""

import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import LIVE_FLOOR, PASSWORD, DealersConsole, hire_staff
from tests.browser.test_accessibility import no_violation

SIZES = [{"width": 1440, "height": 900}, {"width": 1180, "height": 820}]


def supervisor(page: Page, address: str) -> Page:
    page.goto(f"{address}/staff/floor")
    page.get_by_label("Name").fill("Ines Duarte")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Floor", exact=True)).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES, ids=["desk", "tablet"])
def test_a_supervisor_looks_at_the_floor_a_table_and_what_happened(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    with served_punto(tmp_path, LIVE_FLOOR) as address:
        hire_staff(address, tmp_path)
        console = DealersConsole(browser.new_page(), address).signs_in("Mara Keller").taps_in("Mara Keller")
        console.begins_a_shoe("7h").deals("4d 9h 3c Kd").confirms()
        page = supervisor(browser.new_page(viewport=size), address)  # type: ignore[arg-type]
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        expect(page.get_by_text("Mara Keller").first).to_be_visible()
        no_violation(page)
        page.goto(f"{address}/staff/floor/amber")
        expect(page.get_by_text("Shoe 1 · Round 1").first).to_be_visible()
        expect(page.get_by_text("Banker wins 9 over 7").first).to_be_visible()
        no_violation(page)
        page.goto(f"{address}/staff/audit")
        expect(page.get_by_role("heading", name="Audit").first).to_be_visible()
        no_violation(page)
        page.get_by_role("link", name="Nodes").click()
        owners = page.get_by_role("region", name="Owners of tables")
        expect(owners.get_by_role("row", name="Amber")).to_contain_text(socket.gethostname())
        expect(page.get_by_text("No table has moved.")).to_be_visible()
        no_violation(page)
        assert complaints == []
