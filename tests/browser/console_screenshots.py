"""`make screenshots`, second half: the consoles of staff and the wall display, on a floor that somebody deals."""

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect, sync_playwright

from punto.rules.cards import EIGHT_DECKS
from tests.browser.browsers import chromium
from tests.browser.live_house import PINS, TABLE, House, sign_in
from tests.browser.patron import Patron
from tests.browser.screenshots import FOLDER, QUALITY, settled_patron
from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import LIVE_FLOOR

ROUNDS = 24
TABLET, DESK, WALL = (1180, 820), (1440, 900), (1920, 1080)


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served_punto(Path(folder), LIVE_FLOOR) as address,
        House(address, Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = chromium(playwright)
        _photograph(browser, house)
        browser.close()
    return 0


class Shoe:
    """Somebody who deals over HTTP, from a shoe that is the same in every run."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._cards = [str(card) for card in EIGHT_DECKS.faces] * EIGHT_DECKS.copies
        Random(7).shuffle(self._cards)

    def does(self, step: str, body: object = None) -> None:
        self._house.staff["Mara"].asks("POST", f"/api/dealing/{TABLE}/{step}", body if body is not None else {})

    def begins(self) -> None:
        self.does("tap-in", {"name": "Mara", "pin": PINS["Mara"]})
        self.does("shoe", {"old_cards_removed": True, "new_cards_shuffled": True})
        self._house.reader.reads(self._cards.pop())

    def opens(self) -> None:
        self.does("open")

    def deals(self, cards: int = 6) -> None:
        self.does("close")
        for _ in range(cards):
            if self._house.table["next_step"] != "wait_for_card":
                break
            self._house.reader.reads(self._cards.pop())

    def confirms(self) -> None:
        self.does("confirm")
        while self._house.table["next_step"] == "wait":
            pass


def _photograph(browser: Browser, house: House) -> None:
    shoe = Shoe(house)
    shoe.begins()
    dealer = _console(browser, house, "Mara", TABLET, f"deal/{TABLE}")
    supervisor = _console(browser, house, "Ines", DESK, "floor")
    patron = settled_patron(browser, house.address, DESK)
    _plays(shoe, patron)
    shoe.opens()
    _bets(patron)
    shoe.deals(3)
    _keep(dealer, "console-dealer")
    _keep(supervisor, "console-floor")
    supervisor.goto(f"{house.address}/staff/floor/{TABLE}")
    _keep(supervisor, "console-table")
    for _ in range(3):
        house.reader.http.post(f"/api/scanners/{TABLE}/scan", json={"line": "???"})
    expect(dealer.get_by_text("A code that is no card")).to_be_visible()
    _keep(dealer, "console-stopped")
    for page, picture in (("patrons", "console-patrons"), ("cage", "console-cage"), ("day", "console-day")):
        supervisor.goto(f"{house.address}/staff/{page}")
        _keep(supervisor, picture)
    wall = browser.new_page(viewport={"width": WALL[0], "height": WALL[1]})
    wall.goto(f"{house.address}/display/{TABLE}")
    _keep(wall, "display")


def _plays(shoe: Shoe, patron: Patron) -> None:
    patron.page.goto(f"{patron.address}/")
    patron.page.get_by_role("button", name="Play as a guest").click()
    patron.opens("Amber")
    for number in range(ROUNDS):
        shoe.opens()
        if number % 4 == 0:
            _bets(patron)
        shoe.deals()
        shoe.confirms()


def _bets(patron: Patron) -> None:
    patron.chooses_chip("25")
    for bet in ("player", "banker-pair", "tie"):
        patron.bets(bet)


def _console(browser: Browser, house: House, name: str, size: tuple[int, int], place: str) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    sign_in(page, house.address, name)
    expect(page.get_by_label("Password")).to_have_count(0)
    page.goto(f"{house.address}/staff/{place}")
    return page


def _keep(page: Page, picture: str) -> None:
    page.wait_for_timeout(2_500)  # plots and figures have come
    path = FOLDER / f"{picture}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    sys.stdout.write(f"{path.name}  {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    sys.exit(main())
