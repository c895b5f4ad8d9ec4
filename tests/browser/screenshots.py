"""`make screenshots`: what a patron sees, photographed on a real floor for README and docs/screenshots.

A floor in a hurry plays until a shoe is over and another is some columns long; then the same floor opens again at a
pace at which people play, and the pictures are taken there.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from punto.server.config.demo_floor import DEMO_FILE
from tests.browser.browsers import chromium
from tests.browser.patron import Patron
from tests.browser.served_punto import served_punto

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
QUALITY = 82  # of a JPEG: sharp words, small files
HURRIED = "{ betting_ms = 100, hurry_ms = 0, storm_ms = 0, card_ms = 0, result_ms = 60, shoe_change_ms = 300 }"
CALM = "{ betting_ms = 9_000, hurry_ms = 3_000, card_ms = 450, result_ms = 7_000, shoe_change_ms = 20_000 }"
ROUNDS_IN_THE_SECOND_SHOE = 24  # roads have shape, and no side bet has closed
DESK, PHONE = (1440, 900), (390, 844)

TABLES = [
    # picture, title, chip, bets that lie on it
    ("table-interblock", "Jade", 25, ["player", "tie", "banker-pair"]),
    ("table-push-seven", "Coral", 25, ["banker", "player-pair"]),
    ("table-squeeze", "Pearl", 25, ["banker", "small", "banker-bonus"]),
    ("table-two-modes", "Amber", 25, ["player", "perfect-pair", "super-lucky-seven", "lucky-six"]),
    ("table-multicolor", "Opal", 25, ["player", "plus-2", "minus-3"]),
    ("table-seven-luck", "Onyx", 100, ["banker", "fortune-six"]),
    ("table-no-commission", "Ruby", 25, ["banker", "tie"]),
]


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with served_punto(place, floor_at_pace(place, HURRIED)) as address:
            play_into_a_second_shoe(address)
        with served_punto(place, floor_at_pace(place, CALM)) as address, sync_playwright() as playwright:
            browser = chromium(playwright)
            _photograph(browser, address)
            browser.close()
    return 0


def play_into_a_second_shoe(address: str) -> None:
    """Amber decides: it has most side bets."""
    shoes, last = 1, 0
    while shoes < 2 or last < ROUNDS_IN_THE_SECOND_SHOE:
        with urlopen(f"{address}/api/tables/amber/roads") as answer:
            told = json.load(answer)["statistics"]
        rounds = told["player_wins"] + told["banker_wins"] + told["ties"]
        shoes, last = shoes + (rounds < last), rounds
        time.sleep(0.05)


def floor_at_pace(folder: Path, pace: str) -> Path:
    """The demo floor with every table at one pace."""
    text = re.sub(r'^pace = "\w+"\n', "", DEMO_FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path = folder / "floor.toml"
    path.write_text(re.sub(r'^(book = ".*")$', rf"\1\npace = {pace}", text, flags=re.MULTILINE), encoding="utf-8")
    return path


def _photograph(browser: Browser, address: str) -> None:
    patron = settled_patron(browser, address, DESK)
    patron.page.goto(f"{address}/")
    _keep(patron, "entrance", patron.page.get_by_role("button", name="Play as a guest"))
    patron.page.get_by_role("button", name="Play as a guest").click()
    expect(patron.page.get_by_role("article").first).to_contain_text("Place your bets", timeout=30_000)
    patron.page.mouse.move(0, 0)  # a pointer that rests on a table shows its roads
    patron.page.wait_for_timeout(2_000)  # bots have come
    _keep(patron, "lobby")
    for picture, title, chip, bets in TABLES:
        _table(patron, picture, title, chip, bets)
    photograph_storm(patron)
    _panels(patron)
    _four_tables(patron)
    _phone(browser, address)


def settled_patron(browser: Browser, address: str, size: tuple[int, int], **settings: object) -> Patron:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=2 if size == PHONE else 1
    )
    chosen = json.dumps(json.dumps({"firstVisitDone": True, "language": "en", **settings}))
    context.add_init_script(f"localStorage.setItem('punto.settings', {chosen})")
    page = context.new_page()
    page.set_default_timeout(30_000)
    return Patron(page, address)


def _table(patron: Patron, picture: str, title: str, chip: int, bets: list[str]) -> None:
    """Bets while they are open, then the cards with the result."""
    patron.goes_to_the_lobby().opens(title)
    _next_betting(patron)
    patron.chooses_chip(str(chip))
    for bet in bets:
        field = patron.field(bet)
        if field.count() and field.first.get_attribute("data-open") == "true":  # late in a shoe some are closed or away
            patron.bets(bet)
    _opens_cards_until_the_result(patron, patron.rounds_on_the_plate())
    patron.page.wait_for_timeout(1_100)  # chips have flown, the winner glows
    _keep(patron, picture)
    _next_betting(patron)


def _opens_cards_until_the_result(patron: Patron, before: int) -> None:
    for _ in range(40):
        skip = patron.page.get_by_role("button", name="Open this card")
        if skip.is_visible():
            skip.click(modifiers=["Shift"])
        if patron.rounds_on_the_plate() > before:
            break
        patron.page.wait_for_timeout(500)


def photograph_storm(patron: Patron) -> None:
    """Struck cards after the last bet and before the first card, and the round's replay."""
    patron.goes_to_the_lobby().opens("Topaz")
    _next_betting(patron)
    patron.chooses_chip("25").bets("player").bets("banker-pair").sees_stake("banker-pair", "25")
    before = patron.rounds_on_the_plate()
    storm = patron.page.get_by_text("Storm: these cards multiply wins").first
    expect(storm).to_be_visible()
    patron.page.wait_for_timeout(1_000)  # all of them have come
    _keep(patron, "table-storm", storm)
    _opens_cards_until_the_result(patron, before)
    patron.goes_to_the_lobby()
    record = patron.opens_menu("Play record")
    record.get_by_role("article").get_by_role("button", expanded=False).first.click()
    record.get_by_role("button", name="Replay").click()
    replay = patron.page.get_by_role("dialog", name="Replay")
    _keep(patron, "replay-storm", replay.get_by_text(re.compile("wins|Tie at")).first)
    patron.closes_panel()


def _next_betting(patron: Patron) -> None:
    expect(patron.field("player").first).to_have_attribute("data-open", "true", timeout=90_000)
    ring = patron.page.get_by_role("timer").first
    expect(ring).to_have_accessible_name(re.compile(r"^[89] seconds left"), timeout=90_000)  # a result has seven


def _panels(patron: Patron) -> None:
    patron.goes_to_the_lobby()  # beside a table panels end above its fields
    record = patron.opens_menu("Play record")
    record.get_by_role("article").get_by_role("button", expanded=False).first.click()
    _keep(patron, "record", record.get_by_role("button", name="Why?"))
    record.get_by_role("button", name="Why?").click()
    _keep(patron, "help", patron.page.get_by_role("heading", name="When Banker draws"))
    patron.closes_panel()
    proof = patron.opens_menu("Fairness")
    proof.get_by_role("combobox").select_option("jade")
    proof.get_by_text("revealed", exact=True).first.wait_for()
    shown = proof.get_by_role("listitem").filter(has_text="revealed").first
    shown.get_by_role("button", name="Verify this shoe").click()
    _keep(patron, "fairness", proof.get_by_text("Verified."))
    patron.closes_panel()


def _four_tables(patron: Patron) -> None:
    patron.goes_to_the_lobby().opens("Jade")
    for title in ("Amber", "Opal", "Onyx"):
        patron.goes_to_the_lobby().opens_beside(title)
    expect(patron.field("player", "onyx")).to_be_visible()
    patron.chooses_chip("25")
    for place in ("jade", "amber", "opal"):
        patron.bets("player", place)
    patron.page.wait_for_timeout(1_500)
    _keep(patron, "four-tables")


def _phone(browser: Browser, address: str) -> None:
    patron = settled_patron(browser, address, PHONE)
    patron.page.goto(f"{address}/")
    patron.page.get_by_role("button", name="Play as a guest").click()
    patron.page.mouse.move(0, 0)  # a pointer that rests on a table shows its roads
    _keep(patron, "phone-lobby", patron.page.get_by_role("button", name="Open Jade", exact=True))
    _table(patron, "phone-table", "Amber", 25, ["player", "player-pair"])


def _keep(patron: Patron, picture: str, seen: Locator | None = None) -> None:
    if seen is not None:
        expect(seen).to_be_visible()
    patron.page.wait_for_timeout(500)
    path = FOLDER / f"{picture}.jpg"
    patron.page.screenshot(path=path, type="jpeg", quality=QUALITY)
    sys.stdout.write(f"{path.name}  {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    sys.exit(main())
