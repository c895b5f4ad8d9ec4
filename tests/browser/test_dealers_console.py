"""The dealer's console on a real floor: every state of a round, stops, two people, a dealer change, every size."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import CONSOLE_FLOOR, PASSWORD, PINS, TABLET, DealersConsole, hire_staff
from tests.browser.test_accessibility import no_violation

SIZES = [TABLET, {"width": 1024, "height": 768}, {"width": 1366, "height": 768}, PHONE]
SAYS_TO_ANOTHER_DEVICE = "asks on another device"


class Staff:
    """Consoles, each in a browser profile of its own. What a page complains about fails its test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self.address = browser, address
        self.complaints: list[str] = []
        self.pages: list[Page] = []

    def page(self, size: dict[str, int] = TABLET) -> Page:
        page = self._browser.new_page(viewport={"width": size["width"], "height": size["height"]})
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.pages.append(page)
        return page

    def console(self, name: str, table: str = "amber", size: dict[str, int] = TABLET) -> DealersConsole:
        return DealersConsole(self.page(size), self.address).signs_in(name, table)


@pytest.fixture
def staff(browser: Browser, tmp_path: Path) -> Iterator[Staff]:
    with served_punto(tmp_path, CONSOLE_FLOOR) as address:
        hire_staff(address, tmp_path)
        staff = Staff(browser, address)
        yield staff
        for page in staff.pages:
            page.close()
        assert staff.complaints == []


def test_a_shoe_begins_and_a_round_is_dealt_from_the_scanner(staff: Staff) -> None:
    console = staff.console("Mara Keller")
    page = console.page
    expect(page.get_by_role("heading", name="No dealer")).to_be_visible()
    no_violation(page)
    console.taps_in("Mara Keller")
    expect(page.get_by_role("heading", name="New shoe")).to_be_visible()
    console.begins_a_shoe("7h")
    expect(page.get_by_role("heading", name="Burn 7 face down")).to_be_visible()
    no_violation(page)
    console.presses("Open betting")
    expect(page.get_by_role("heading", name="Betting")).to_be_visible()
    console.presses("Close betting").awaits_a_card()
    for card, awaited in (("4d", "BANKER, card 1"), ("9h", "PLAYER, card 2"), ("3c", "BANKER, card 2")):
        console.scans(card)
        expect(page.get_by_role("heading", name=awaited)).to_be_visible()
        page.wait_for_timeout(300)  # closer together, two cards left the shoe at once
    no_violation(page)
    console.scans("Kd")
    expect(page.get_by_role("heading", name="Banker wins 9 over 7")).to_be_visible()
    page.keyboard.press("Enter")  # a person's Enter is the large button
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.get_by_text("B 1")).to_be_visible()


def test_a_misscan_stops_the_table_and_a_second_person_confirms_the_typed_card(staff: Staff) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    page = console.page
    console.presses("Open betting").presses("Close betting").awaits_a_card()
    for rubbish in ("xx", "yy", "zz"):
        console.scans(rubbish)
        page.wait_for_timeout(100)
    expect(page.get_by_role("heading", name="Stopped: card not read")).to_be_visible()
    no_violation(page)
    page.get_by_role("radio", name="4 clubs").click()
    expect(page.get_by_role("button", name="Place")).to_contain_text(SAYS_TO_ANOTHER_DEVICE)
    page.get_by_label("Second person").fill("Noor Haddad")
    console.enters_pin(PINS["Noor Haddad"])
    page.get_by_role("button", name="Place").click()
    expect(page.get_by_role("heading", name="BANKER, card 1")).to_be_visible()


def test_a_typed_card_waits_for_somebody_on_another_device(staff: Staff) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    supervisor = staff.console("Ines Duarte", "coral")
    console.presses("Open betting").presses("Close betting")
    console.page.get_by_role("button", name="Type card").click()
    console.page.get_by_role("radio", name="4 clubs").click()
    no_violation(console.page)
    console.page.get_by_role("button", name="Place").click()
    expect(console.page.get_by_text("Second person confirms").first).to_be_visible()
    expect(supervisor.page.get_by_text(re.compile("Mara Keller typed"))).to_be_visible()
    no_violation(supervisor.page)
    supervisor.page.get_by_role("button", name="Confirm").click()
    expect(console.page.get_by_role("heading", name="BANKER, card 1")).to_be_visible()


def test_a_pause_needs_a_reason_and_a_supervisor_resumes(staff: Staff) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    page = console.page
    console.presses("Open betting")
    page.keyboard.press("Escape")
    sheet = page.get_by_role("dialog", name="Pause the table")
    expect(sheet.get_by_text("Choose a reason")).to_be_visible()
    no_violation(page)
    sheet.get_by_role("radio", name="Equipment").click()
    sheet.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("A supervisor decides")).to_be_visible()
    no_violation(page)
    supervisor = staff.console("Ines Duarte")
    supervisor.presses("Resume")
    expect(page.get_by_role("button", name="Close betting")).to_be_visible()
    supervisor.presses("Irregularity")
    expect(supervisor.page.get_by_role("button", name="Abandon shoe")).to_be_visible()
    no_violation(supervisor.page)


def test_dealers_change_between_rounds(staff: Staff) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    page = console.page
    console.presses("Tap out")
    console.enters_pin(PINS["Mara Keller"])
    page.get_by_role("dialog").get_by_role("button", name="Tap out").click()
    expect(page.get_by_role("heading", name="No dealer")).to_be_visible()
    console.taps_in("Noor Haddad")
    expect(page.get_by_text("Noor Haddad")).to_be_visible()


def test_a_locked_console_keeps_the_table_and_a_scan_does_not_unlock_it(staff: Staff) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    page = console.page
    page.keyboard.press("l")
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    no_violation(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("button", name="Open betting")).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_nothing_is_cut_off_at_any_size(staff: Staff, size: dict[str, int]) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    page = console.page
    console.presses("Open betting").presses("Close betting").awaits_a_card().scans("4d")
    expect(page.get_by_role("heading", name="BANKER, card 1")).to_be_visible()
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    expect(page.get_by_text("Waiting for the card")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Pause")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    no_violation(page)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (3840, 2160)], ids=str)
def test_the_wall_display_shows_a_table_without_a_log_in(staff: Staff, size: tuple[int, int]) -> None:
    console = staff.console("Mara Keller").taps_in("Mara Keller").begins_a_shoe("7h")
    console.deals("4d 9h 3c Kd").confirms()
    display = staff.page({"width": size[0], "height": size[1]})
    display.goto(f"{staff.address}/display/amber")
    expect(display.get_by_role("heading", name="Banker wins")).to_be_visible()
    expect(display.get_by_text("9 over 7")).to_be_visible()
    expect(display.get_by_role("img", name="QR code to join the table")).to_be_in_viewport(ratio=1)
    expect(display.get_by_role("img", name=re.compile("^Cockroach"))).to_be_in_viewport(ratio=1)
    expect(display.get_by_role("button")).to_have_count(0)
    no_violation(display)


def test_the_keys_of_the_five_coloured_deck_leave_the_foot_free(staff: Staff) -> None:
    console = staff.console("Mara Keller", "coral")
    page = console.page
    console.taps_in("Mara Keller").presses("Confirm new shoe")
    for statement in ("The old cards are removed.", "The new cards were shuffled once more."):
        page.get_by_label(statement).check()
    console.presses("New shoe confirmed").presses("Open betting").presses("Close betting").awaits_a_card()
    for code in ("smudge-1", "smudge-2", "smudge-3"):
        console.scans(code)
        page.wait_for_timeout(300)
    expect(page.get_by_role("heading", name="A code that is no card")).to_be_visible()
    lowest = page.get_by_role("radio", name="11 white, minus").bounding_box()
    foot = page.get_by_role("button", name="Call supervisor").bounding_box()
    assert lowest is not None
    assert foot is not None
    assert lowest["y"] + lowest["height"] <= foot["y"]
    no_violation(page)
