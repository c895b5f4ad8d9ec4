"""Rounds on every book, photographed four times a second and laid out on contact sheets, to be looked through.

`python -m tests.browser.photographed_rounds FOLDER [--rounds 30] [--size 1440x900] [--books sa,multicolor]`. A patron
bets on other fields in each round, on the demo floor at a brisk pace.
"""

import argparse
import re
import sys
import tempfile
import time
from contextlib import suppress
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from punto.books.find_book import find_book
from tests.browser.browsers import chromium
from tests.browser.patron import Patron
from tests.browser.screenshots import floor_at_pace, settled_patron
from tests.browser.served_punto import served_punto

BRISK = "{ betting_ms = 2_500, hurry_ms = 800, card_ms = 350, result_ms = 3_000, shoe_change_ms = 4_000 }"
TABLES = {
    "interblock": "Jade",
    "interblock-push-seven": "Coral",
    "squeeze": "Pearl",
    "sa": "Amber",
    "multicolor": "Opal",
    "seven-luck": "Onyx",
    "seven-luck-no-commission": "Ruby",
    "storm": "Topaz",
}
SECONDS_BETWEEN = 0.25
SECONDS_OF_A_ROUND = 60  # at the most; a shoe change is part of one
PHOTOGRAPHS_ON_A_SHEET = 24
SHEET_WIDTH = 2_400


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--books", default=",".join(TABLES))
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        config = floor_at_pace(Path(place), BRISK)
        with served_punto(Path(place), config) as address, sync_playwright() as playwright:
            browser = chromium(playwright)
            for book in arguments.books.split(","):
                photographs = played(browser, address, book, (width, height), arguments.rounds)
                sheets = lay_out(photographs, arguments.folder / f"{book}-{arguments.size}")
                sys.stdout.write(f"{book}: {len(photographs)} photographs on {sheets} sheets\n")
                sys.stdout.flush()
            browser.close()
    return 0


def played(browser: Browser, address: str, book: str, size: tuple[int, int], rounds: int) -> list[bytes]:
    """JPEGs, in order."""
    patron = settled_patron(browser, address, size)
    patron.page.goto(f"{address}/")
    patron.page.get_by_role("button", name="Play as a guest").click()
    patron.opens(TABLES[book])
    photographs: list[bytes] = []
    bets = cycle(bet.id for bet in find_book(book).bets)
    for _ in range(rounds):
        _bets(patron, list(islice(bets, 3)))
        photographs += _photographed(patron, until=patron.rounds_on_the_plate() + 1)
    patron.page.context.close()
    return photographs


def _bets(patron: Patron, bets: list[str]) -> None:
    """Whatever of it is open on the felt now, and still is when the click arrives."""
    for bet in ("player", *bets):
        field = patron.field(bet).first
        if field.count() and field.get_attribute("data-open") == "true":
            with suppress(PlaywrightTimeout):
                field.click(timeout=1_000, no_wait_after=True)


def _photographed(patron: Patron, until: int) -> list[bytes]:
    """From now until the result has been shown and bets are open again."""
    photographs: list[bytes] = []
    ends_at = time.monotonic() + SECONDS_OF_A_ROUND
    while time.monotonic() < ends_at:
        began = time.monotonic()
        photographs.append(patron.page.screenshot(type="jpeg", quality=70))
        skip = patron.page.get_by_role("button", name=re.compile("^Open this card"))
        if len(photographs) % 8 == 0 and skip.is_visible():
            with suppress(PlaywrightTimeout):  # its time was up first
                skip.click(timeout=1_000)
        is_open = patron.field("player").first.get_attribute("data-open") == "true"
        if is_open and patron.rounds_on_the_plate() >= until:
            break
        time.sleep(max(0.0, SECONDS_BETWEEN - (time.monotonic() - began)))
    return photographs


def lay_out(photographs: list[bytes], at: Path) -> int:
    """Contact sheets, numbered; how many."""
    starts = range(0, len(photographs), PHOTOGRAPHS_ON_A_SHEET)
    for number, start in enumerate(starts):
        pictures = [Image.open(BytesIO(each)) for each in photographs[start : start + PHOTOGRAPHS_ON_A_SHEET]]
        is_upright = pictures[0].height > pictures[0].width
        columns = 8 if is_upright else 4
        width = SHEET_WIDTH // columns
        height = width * pictures[0].height // pictures[0].width
        sheet = Image.new("RGB", (SHEET_WIDTH, height * -(-len(pictures) // columns)))
        for place, picture in enumerate(pictures):
            row, column = divmod(place, columns)
            sheet.paste(picture.resize((width, height), Image.Resampling.LANCZOS), (column * width, row * height))
        sheet.save(at.with_name(f"{at.name}-{number:02}.jpg"), quality=80)
    return len(starts)


if __name__ == "__main__":
    sys.exit(main())
