"""`make screenshots`, second half: the consoles of staff and the wall display, on a floor in the middle of its evening.

Nine tables have been dealt since the morning; then the floor opens, and one table after another stands at another step
of a round: bets, cards, a card that stopped it, a dispute, a shoe change, a closed table.
"""

import asyncio
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from punto.server.config.floor_file import read_floor
from punto.table.commands import EnterCard
from tests.browser.browsers import chromium
from tests.browser.live_house import PASSWORD, Member, sign_in
from tests.browser.played_day import PlayedTable, buy_in, open_tables
from tests.browser.screenshots import FOLDER, QUALITY
from tests.browser.seated_crowd import seated_crowd
from tests.browser.served_punto import served_punto
from tests.browser.staff_at_work import CONSOLE_FLOOR

HOUR_MS = 3_600_000
EVENING = 22  # by the clock of the floor, whenever the pictures are taken
DAY_BEGINS = 6
ROUNDS = {"amber": 128, "coral": 90, "pearl": 110, "onyx": 74, "jade": 150, "topaz": 96, "harbor": 84, "garnet": 66,
          "saffron": 48}  # fmt: skip
DEALERS = (
    "Mara Keller", "Noor Haddad", "Tomas Brandt", "Aiko Sato", "Lena Novak", "Samir Aziz", "Elif Kaya", "Paulo Reis",
    "Greta Holm", "Jun Park",
)  # fmt: skip
PATRONS = (
    "Hanna Berg", "Jonas Weber", "Mei Lin", "Carla Rossi", "Peter Nagy", "Sofia Lund", "David Okafor", "Iris Blum",
    "Kenji Mori", "Laura Costa", "Martin Fuchs", "Nadia Petrov", "Oskar Lie", "Priya Nair", "Rosa Vidal", "Stefan Jung",
    "Tanja Vogt", "Uwe Krause", "Vera Simic", "Wei Chen", "Yara Haddad", "Zoe Martin", "Anton Keil", "Bruno Salis",
)  # fmt: skip
BUY_IN = 3_000_000
AT_TABLES = 17  # the others have done with playing
SUPERVISOR, ATTENDANT, PIN = "Ines Duarte", "Amy Fischer", "9204"
SEATED = {  # how many come over sockets, and what they stake
    "amber": (11, 0), "coral": (7, 0), "pearl": (9, 0), "onyx": (6, 50_000), "jade": (12, 2_500), "topaz": (8, 10_000),
    "harbor": (5, 0), "garnet": (6, 0), "ivory": (9, 2_500), "cedar": (4, 5_000),
}  # fmt: skip
TABLET, DESK, WALL = (1180, 820), (1440, 900), (1920, 1080)


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        config = _floor_file(place)
        with served_punto(place, config) as address:
            staff = _hire(address, place)
            patrons = [_registered(address, name) for name in PATRONS]
        dealers = [staff[name].account for name in DEALERS]
        at_tables = [patron.account for patron in patrons[:AT_TABLES]]
        asyncio.run(_play_the_day(place, config, dealers, at_tables, staff[ATTENDANT].account))
        with served_punto(place, config) as address, sync_playwright() as playwright:
            for person in (*staff.values(), *patrons):
                person.comes_back(address)
            browser = chromium(playwright)
            with seated_crowd(address, SEATED):
                _photograph(browser, address, staff, patrons)
            browser.close()
        for person in (*staff.values(), *patrons):
            person.http.close()
    return 0


# --- the day ----------------------------------------------------------------------------------------------------------


def _zone() -> str:
    """Where it is evening now."""
    hours = (EVENING - datetime.now(UTC).hour + 11) % 24 - 11
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"  # the sign of these is turned round


def _floor_file(folder: Path) -> Path:
    path = folder / "floor.toml"
    text = CONSOLE_FLOOR.read_text(encoding="utf-8")
    path.write_text(text.replace('time_zone = "UTC"', f'time_zone = "{_zone()}"'), encoding="utf-8")
    return path


def _hire(address: str, folder: Path) -> dict[str, Member]:
    admin = Member(address, "admin", (folder / "floor.db.admin-password").read_text().strip())
    roles = {**dict.fromkeys(DEALERS, "dealer"), SUPERVISOR: "supervisor", ATTENDANT: "attendant"}
    staff = {"admin": admin}
    for name, role in roles.items():
        given = admin.asks("POST", "/api/staff", {"name": name, "role": role})["password"]
        staff[name] = Member(address, name, given).has_pin(PIN)
    return staff


def _registered(address: str, name: str) -> Member:
    with httpx.Client(base_url=address, timeout=30) as client:
        assert client.post("/api/register", json={"name": name, "password": PASSWORD}).is_success
    return Member(address, name, PASSWORD)


async def _play_the_day(folder: Path, config: Path, dealers: list[str], patrons: list[str], attendant: str) -> None:
    now = time.time_ns() // 1_000_000
    begins_at = now - now % HOUR_MS - (EVENING - DAY_BEGINS) * HOUR_MS
    await buy_in(folder / "floor.db", read_floor(config), patrons, BUY_IN, attendant, begins_at)
    tables = await open_tables(folder / "floor.db", read_floor(config), dealers, patrons)
    for number, (name, rounds) in enumerate(ROUNDS.items()):
        opened_at = begins_at + (number % 4) * HOUR_MS
        ends_at = now - (2 * HOUR_MS if name == "harbor" else 60_000)  # which plays its shoe to the end
        await tables[name].plays(rounds, opened_at, ends_at)
    await _stand_as_they_are(tables)


async def _stand_as_they_are(tables: dict[str, PlayedTable]) -> None:
    """Each at another step of its round. Betting stays open for as long as the pictures take."""
    for name in ("amber", "coral", "pearl", "onyx", "jade", "topaz"):
        if name == "jade":
            await tables[name].is_disputed()
        await tables[name].opens()
    for name, cards in (("amber", 3), ("coral", 2), ("pearl", 4)):
        await tables[name].closes()
        await tables[name].deals(cards)
    await tables["coral"].does(EnterCard("??"))  # which stops it
    while not tables["harbor"].table.shoe_is_over:
        await tables["harbor"].round()
    await tables["harbor"].ends_the_shoe()


# --- the pictures -----------------------------------------------------------------------------------------------------


def _photograph(browser: Browser, address: str, staff: dict[str, Member], patrons: list[Member]) -> None:
    ticket = _busy_evening(staff, patrons)
    dealer = _console(browser, address, "Mara Keller", TABLET, "deal/amber")
    supervisor = _console(browser, address, SUPERVISOR, DESK, "floor")
    _keep(supervisor, "console-floor", "Waiting for you")
    _keep(dealer, "console-dealer", "Stakes on the felt")
    supervisor.goto(f"{address}/staff/floor/amber")
    _keep(supervisor, "console-table", "Shoe audit")
    dealer.goto(f"{address}/staff/deal/coral")
    _keep(dealer, "console-stopped", "A code that is no card")
    today = supervisor.evaluate("Intl.DateTimeFormat('en-CA').format(new Date())")
    supervisor.goto(f"{address}/staff/day/{today}")
    _keep(supervisor, "console-day", "By dealer")
    supervisor.goto(f"{address}/staff/patrons")
    expect(supervisor.get_by_role("heading", name="Patrons’ desk")).to_be_visible()
    supervisor.keyboard.press("/")
    supervisor.keyboard.type("hanna")
    supervisor.get_by_role("button", name="Hanna Berg").click()
    _keep(supervisor, "console-patrons", "Statement")
    cage = _console(browser, address, ATTENDANT, TABLET, "cage")
    cage.get_by_label("Ticket or patron").fill(ticket)
    cage.keyboard.press("Enter")
    _keep(cage, "console-cage", "The house owes")
    wall = browser.new_page(viewport={"width": WALL[0], "height": WALL[1]})
    wall.goto(f"{address}/display/amber")
    _keep(wall, "display", "Amber")


def _busy_evening(staff: dict[str, Member], patrons: list[Member]) -> str:
    """Somebody calls, a table is closed, money goes over the counter. A ticket that nobody has paid yet."""
    supervisor, attendant = staff[SUPERVISOR], staff[ATTENDANT]
    supervisor.asks("POST", "/api/staff/floor/close", {"what": "table", "id": "saffron", "reason": "other", "note": ""})
    staff["Mara Keller"].asks("POST", "/api/dealing/pearl/call", {"text": "A break after this shoe"})
    for patron, table in ((patrons[2], "ivory"), (patrons[3], "jade")):
        patron.asks("POST", "/api/attendant-calls", {"table": table})
    for table in ("amber", "pearl"):
        key = staff["admin"].asks("POST", "/api/devices", {"table": table, "title": "Shoe reader"})["key"]
        with httpx.Client(base_url=attendant.http.base_url, headers={"Authorization": f"Bearer {key}"}) as reader:
            assert reader.post(f"/api/scanners/{table}/scan", json={"line": ""}).is_success  # it is there
    attendant.asks("POST", "/api/drawer/open", {"id": "drawer", "counted": 20_000_000})
    *others, (_, last) = _cashed_out(patrons[AT_TABLES:])
    for number, (patron, code) in enumerate(others[:6]):
        if number % 2:
            attendant.asks("POST", f"/api/tickets/{code}/pay", {"id": f"pay-{number}"})
        else:
            body = {"id": f"in-{number}", "patron": patron.account, "amount": 50_000 * (number + 1)}
            attendant.asks("POST", "/api/buy-in", body)
    return last


def _cashed_out(patrons: list[Member]) -> list[tuple[Member, str]]:
    """With the codes of their tickets; who still has bets on a table is left out."""
    answers = [(patron, patron.http.post("/api/cashout", json={"id": "out"})) for patron in patrons]
    return [(patron, answer.json()["code"]) for patron, answer in answers if answer.is_success]


def _console(browser: Browser, address: str, name: str, size: tuple[int, int], place: str) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, timezone_id=_zone())
    sign_in(page, address, name)
    expect(page.get_by_label("Password")).to_have_count(0)
    page.goto(f"{address}/staff/{place}")
    return page


def _keep(page: Page, picture: str, words: str) -> None:
    """Once the page shows these words."""
    expect(page.get_by_text(words).first).to_be_visible()
    page.wait_for_timeout(2_500)  # plots and figures have come
    path = FOLDER / f"{picture}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    sys.stdout.write(f"{path.name}  {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    sys.exit(main())
