"""A floor with a hand-dealt table and its people: dealers at the console, a supervisor, and a reader in the shoe."""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.patron import PATIENCE_MS

TABLE = "amber"
PASSWORD = "seven shoes of cards"
PINS = {"Mara": "5082", "Noor": "6193", "Ines": "7304", "Omar": "8415"}
RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"s": "spades", "h": "hearts", "c": "clubs", "d": "diamonds"}
SCAN_GAP_SECONDS = 0.05  # more than the table's own: a hand is slower than a reader


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait for what another process does a moment later; how long does not matter."""
    gives_up_at = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < gives_up_at, what
        time.sleep(0.01)


class Member:
    """Somebody of the staff, over HTTP."""

    def __init__(self, address: str, name: str, given: str) -> None:
        self.name = name
        self.http = httpx.Client(base_url=address, timeout=30)
        self.asks("POST", "/api/login", {"name": name, "password": given})
        self._takes_token()
        if given != PASSWORD:
            self.asks("PUT", "/api/me/password", {"password": given, "new_password": PASSWORD})
            self._takes_token()

    def comes_back(self, address: str) -> None:
        """To the same floor, served again."""
        self.http.base_url = httpx.URL(address)
        self.asks("POST", "/api/login", {"name": self.name, "password": PASSWORD})
        self._takes_token()

    def _takes_token(self) -> None:
        me = self.asks("GET", "/api/session")["me"]
        self.account: str = me["id"]
        self.http.headers["X-Punto-Token"] = me["request_token"]

    def has_pin(self, pin: str = "") -> "Member":
        self.asks("PUT", "/api/me/pin", {"password": PASSWORD, "pin": pin or PINS[self.name]})
        return self

    def asks(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        answer = self.http.request(method, path, json=body)
        assert answer.is_success, f"{self.name}: {method} {path}: {answer.text}"
        return dict(answer.json()) if answer.content else {}


class Reader:
    """A card reader with a device key, over HTTP."""

    def __init__(self, address: str, key: str) -> None:
        self.http = httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"})

    def reads(self, card: str) -> None:
        time.sleep(SCAN_GAP_SECONDS)
        answer = self.http.post(f"/api/scanners/{TABLE}/scan", json={"line": card})
        assert answer.json()["happened"] == "placed", answer.text


class House:
    """Use it as a context: it hangs up at the end."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        self.database = folder / "floor.db"
        admin = Member(address, "admin", (folder / "floor.db.admin-password").read_text().strip())
        roles = {"Mara": "dealer", "Noor": "dealer", "Ines": "supervisor", "Omar": "supervisor"}
        self.staff = {
            name: Member(
                address, name, admin.asks("POST", "/api/staff", {"name": name, "role": role})["password"]
            ).has_pin()
            for name, role in roles.items()
        }
        self._admin = admin
        device = admin.asks("POST", "/api/devices", {"table": TABLE, "title": "Shoe reader"})
        self.reader = Reader(address, device["key"])

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_: object) -> None:
        for http in (self.reader.http, self._admin.http, *(member.http for member in self.staff.values())):
            http.close()

    @property
    def supervisor(self) -> Member:
        return self.staff["Ines"]

    @property
    def table(self) -> dict[str, Any]:
        """As the console knows it."""
        return self.supervisor.asks("GET", f"/api/dealing/{TABLE}")


def key_words(card: str) -> str:
    """How the key of a card is called."""
    return f"{RANKS.get(card[0], card[0])} {SUITS[card[1]]}"


def sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/staff")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


class SupervisorScreen:
    """The floor as a supervisor watches it, and what is done to a table from there."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        sign_in(page, address, name)
        self.sees("Shoe change")

    def sees(self, words: str) -> "SupervisorScreen":
        """On the tile of the table."""
        expect(self.page.get_by_role("link", name=re.compile(f"^Amber, .*{words}"))).to_be_visible()
        return self

    def pauses(self, reason: str) -> "SupervisorScreen":
        self.page.get_by_role("link", name=re.compile("^Amber, ")).click()
        self.page.get_by_role("button", name=re.compile("^Pause")).click()
        self.page.get_by_role("radio", name=reason).click()
        self.page.get_by_role("dialog").get_by_role("button", name="Pause", exact=True).click()
        return self

    def cancels(self, reason: str) -> "SupervisorScreen":
        """The last button is held until the dialog has gone."""
        self.page.get_by_role("link", name=re.compile("^Amber, ")).click()
        self.page.get_by_role("button", name=re.compile("^Cancel round")).click()
        self.page.get_by_role("radio", name=reason).click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Hold to cancel").hover()
        self.page.mouse.down()
        expect(dialog).to_have_count(0)
        self.page.mouse.up()
        self.page.keyboard.press("Escape")
        return self.sees("")

    def corrects(self, cards: str, was: str, differences: Sequence[str], second: str) -> "SupervisorScreen":
        """The dispute that waits: one card of the round was another. Nothing is booked before the button was held."""
        self.page.get_by_role("button", name="Decide").click()
        expect(self.page.get_by_role("radio", name="Dispute upheld")).to_be_checked()
        self.page.get_by_role("button", name=re.compile(f"^Change .*, {cards}$")).click()
        self.page.get_by_role("radio", name=key_words(was), exact=True).click()
        rows = self.page.get_by_role("region", name="Patrons of the round").get_by_role("row")
        *each, total = differences
        any_of_them = re.compile("|".join(re.escape(difference) for difference in each))
        cells = [rows.nth(place).get_by_role("cell").nth(3) for place in range(1, len(differences) + 1)]
        for cell in cells[:-1]:
            expect(cell).to_have_text(any_of_them)
        expect(cells[-1]).to_have_text(total)
        assert sorted(cell.inner_text() for cell in cells[:-1]) == sorted(each), (
            "patrons come in the order of their ids"
        )
        hold = self.page.get_by_role("button", name="Hold to correct")
        expect(hold).to_contain_text("a second person must confirm")
        self.page.get_by_label("Name of the second person").fill(second)
        self.page.get_by_label("PIN of the second person").fill(PINS[second])
        hold.hover()
        self.page.mouse.down()
        expect(hold).to_have_count(0)
        self.page.mouse.up()
        self.page.keyboard.press("Escape")
        return self.sees("")

    def resumes(self) -> "SupervisorScreen":
        self.page.get_by_role("button", name="Resume", exact=True).click()
        expect(self.page.get_by_role("button", name=re.compile("^Pause"))).to_be_visible()
        self.page.keyboard.press("Escape")  # back to the floor
        return self.sees("Dealing")


class DealerConsole:
    """The dealer's screen; what is done there is done by touch or by a scanner that types."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._address = address

    def signs_in(self, name: str) -> "DealerConsole":
        sign_in(self.page, self._address, name)
        self.page.get_by_role("button", name=re.compile("^Amber")).click()
        expect(self.headline).to_be_visible()
        return self

    @property
    def headline(self) -> Locator:
        return self.page.locator("h2[aria-live]")

    def says(self, words: str) -> "DealerConsole":
        expect(self.headline).to_contain_text(words)
        return self

    def presses(self, name: str) -> "DealerConsole":
        button = self.page.get_by_role("button", name=re.compile(f"^{name}")).last
        expect(button).to_be_enabled()
        button.click()
        return self

    def enters_pin(self, pin: str) -> "DealerConsole":
        pad = self.page.get_by_role("group", name="PIN")
        for digit in pin:
            pad.get_by_role("button", name=digit, exact=True).click()
        return self

    def taps_in(self, name: str) -> "DealerConsole":
        self.says("No dealer").presses("Tap in")
        self.page.get_by_label("Dealer", exact=True).fill(name)
        self.enters_pin(PINS[name])
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_role("button", name="Tap in").click()
        expect(sheet).to_have_count(0)
        return self

    def taps_out(self, name: str) -> "DealerConsole":
        self.presses("Tap out")
        self.enters_pin(PINS[name])
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_role("button", name="Tap out").click()
        expect(sheet).to_have_count(0)
        return self

    def confirms_the_shoe(self) -> "DealerConsole":
        self.says("New shoe").presses("Confirm new shoe")
        for statement in ("The old cards are removed.", "The new cards were shuffled once more."):
            self.page.get_by_label(statement).check()
        self.presses("New shoe confirmed")
        return self

    def sees_the_divider(self) -> "DealerConsole":
        self.presses("Divider out")
        expect(self.page.get_by_role("button", name="Divider out")).to_have_count(0)
        return self

    def scans(self, code: str) -> "DealerConsole":
        """A scanner plugged in as a keyboard: all keys at once, and Enter."""
        time.sleep(SCAN_GAP_SECONDS)
        self.page.evaluate(
            "code => [...code, 'Enter'].forEach((key) =>"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))",
            code,
        )
        return self

    def types(self, card: str, second: str) -> "DealerConsole":
        """The card that lies there, confirmed by a second person's PIN."""
        self.page.get_by_role("radio", name=key_words(card), exact=True).click()
        self.page.get_by_label("Second person").fill(second)
        self.enters_pin(PINS[second])
        return self.presses("Place")
