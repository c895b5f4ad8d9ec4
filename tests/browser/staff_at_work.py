"""Members of staff for tests in a browser: accounts with passwords and PINs of their own, and their consoles."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

LIVE_FLOOR = Path(__file__).with_name("live_floor.toml")  # one table, in a hurry
CONSOLE_FLOOR = Path(__file__).with_name("console_floor.toml")
PASSWORD = "a horse and a battery of staples"
PINS = {"Mara Keller": "4071", "Noor Haddad": "5836", "Ines Duarte": "9204", "Omar Haas": "6172"}
ROLES = {
    "Mara Keller": "dealer",
    "Noor Haddad": "dealer",
    "Ines Duarte": "supervisor",
    "Omar Haas": "supervisor",
}
SCANNED = """code => {
  const focused = document.activeElement ?? document.body;
  for (const key of [...code, "Enter"])
    focused.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""
TABLET = {"width": 1180, "height": 820}


@contextmanager
def session_of(address: str, name: str, password: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=30) as client:
        _ask(client, "POST", "/api/login", {"name": name, "password": password})
        yield client


def hire_staff(address: str, folder: Path) -> None:
    """Everybody of `ROLES`, each with a password and a PIN of their own."""
    first = (folder / "floor.db.admin-password").read_text().strip()
    with session_of(address, "admin", first) as admin:
        _ask(admin, "PUT", "/api/me/password", {"password": first, "new_password": PASSWORD})
        made = {
            name: _ask(admin, "POST", "/api/staff", {"name": name, "role": role})["password"]
            for name, role in ROLES.items()
        }
    for name, given in made.items():
        with session_of(address, name, given) as person:
            _ask(person, "PUT", "/api/me/password", {"password": given, "new_password": PASSWORD})
            _ask(person, "PUT", "/api/me/pin", {"password": PASSWORD, "pin": PINS[name]})


def sign_in(page: Page, address: str, name: str, place: str = "") -> None:
    page.goto(f"{address}/staff/{place}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Password")).to_have_count(0)


def _ask(client: httpx.Client, method: str, path: str, body: object) -> dict[str, str]:
    answer = client.request(method, path, json=body)
    assert answer.is_success, answer.text
    client.headers["X-Punto-Token"] = client.get("/api/session").json()["me"]["request_token"]
    found: dict[str, str] = answer.json() if answer.content else {}
    return found


@dataclass
class DealersConsole:
    """A dealer's console of one table, as hands use it: buttons, and a scanner that types."""

    page: Page
    address: str

    def signs_in(self, name: str, table: str = "amber") -> "DealersConsole":
        sign_in(self.page, self.address, name, f"deal/{table}")
        expect(self.page.get_by_role("button", name="Call supervisor").first).to_be_visible()
        return self

    def taps_in(self, name: str) -> "DealersConsole":
        self.page.get_by_role("button", name="Tap in", exact=False).last.click()
        sheet = self.page.get_by_role("dialog", name="Tap in")
        sheet.get_by_label("Dealer").fill(name)
        self.enters_pin(PINS[name])
        sheet.get_by_role("button", name="Tap in").click()
        expect(sheet).to_have_count(0)
        return self

    def enters_pin(self, pin: str) -> None:
        pad = self.page.get_by_role("group", name="PIN")
        for digit in pin:
            pad.get_by_role("button", name=digit, exact=True).click()

    def begins_a_shoe(self, burn: str) -> "DealersConsole":
        self.presses("Confirm new shoe")
        self.page.get_by_label("The old cards are removed.").check()
        self.page.get_by_label("The new cards were shuffled once more.").check()
        self.presses("New shoe confirmed")
        expect(self.page.get_by_text("Waiting for the burn card")).to_be_visible()
        self.scans(burn)
        expect(self.page.get_by_role("button", name="Open betting")).to_be_visible()
        return self

    def presses(self, words: str) -> "DealersConsole":
        self.page.get_by_role("button", name=words).click()
        return self

    def awaits_a_card(self) -> "DealersConsole":
        """A card read any sooner was dealt before betting closed, and stops the table."""
        expect(self.page.get_by_text("Waiting for the card")).to_be_visible()
        return self

    def scans(self, code: str) -> "DealersConsole":
        """As a scanner types: all keys at once, with Enter at the end."""
        self.page.evaluate(SCANNED, code)
        return self

    def deals(self, cards: str) -> "DealersConsole":
        """Card by card; each must lie on the felt before the next passes the reader."""
        self.presses("Open betting").presses("Close betting")
        for place, card in enumerate(cards.split(), start=1):
            self.awaits_a_card().scans(card)
            expect(self.page.locator("section .card")).to_have_count(place)
            self.page.wait_for_timeout(300)  # the table's own `scan_gap_ms`: closer together, two cards left at once
        return self

    def confirms(self) -> "DealersConsole":
        self.presses("Confirm result")
        expect(self.page.get_by_role("button", name="Open betting")).to_be_visible()
        return self
