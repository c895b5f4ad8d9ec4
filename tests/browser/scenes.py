"""Every screen a patron sees, at nine sizes, to be looked at.

`python -m tests.browser.scenes FOLDER [--sizes 1440x900,390x844] [--theme day] [--beside PICTURES]`. With a folder of
pictures to compare with, each photograph whose scene and width have one is laid beside it.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.browser.browsers import chromium
from tests.browser.patron import Patron
from tests.browser.screenshots import CALM, HURRIED, floor_at_pace, play_into_a_second_shoe, settled_patron
from tests.browser.served_punto import served_punto

SIZES = "1920x1080,1440x900,1280x720,1024x768,820x1180,844x390,667x375,390x844,320x568"
SEVERAL_FROM = 1_000  # pixels: narrower screens show one table at a time

Keep = Callable[[Patron, str], None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--theme", default="night")
    parser.add_argument("--beside", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with served_punto(place, floor_at_pace(place, HURRIED)) as address:
            play_into_a_second_shoe(address)
        with served_punto(place, floor_at_pace(place, CALM)) as address, sync_playwright() as playwright:
            browser = chromium(playwright)
            for size in arguments.sizes.split(","):
                _photographed(browser, address, size, arguments.theme, arguments.folder)
            browser.close()
    if arguments.beside:
        for photograph in sorted(arguments.folder.glob("*.png")):
            _laid_beside(photograph, arguments.beside)
    return 0


def _photographed(browser: Browser, address: str, size: str, theme: str, folder: Path) -> None:
    width, height = map(int, size.split("x"))
    patron = settled_patron(browser, address, (width, height), felt=theme)

    def keep(patron: Patron, scene: str) -> None:
        patron.page.wait_for_timeout(600)
        patron.page.screenshot(path=folder / f"{scene}-{size}-{theme}.png")
        sys.stdout.write(f"{scene} {size} {theme}\n")
        sys.stdout.flush()

    patron.page.goto(f"{address}/")
    expect(patron.page.get_by_role("button", name="Play as a guest")).to_be_visible()
    keep(patron, "entrance")
    patron.page.get_by_role("button", name="Play as a guest").click()
    expect(patron.page.get_by_role("button", name="Open Jade", exact=True)).to_be_visible()
    patron.page.mouse.move(0, 0)
    keep(patron, "lobby")
    for scene in (_round, _squeeze, _panels, *([_several] if width >= SEVERAL_FROM else [])):
        try:
            scene(patron, keep)
        except (Error, AssertionError) as missed:  # the others are wanted all the same
            sys.stdout.write(f"{scene.__name__[1:]} {size}: {str(missed).splitlines()[0]}\n")
            with suppress(Error):
                keep(patron, f"missed{scene.__name__}")
            patron.page.goto(f"{address}/#/")
            patron.page.reload()
    patron.page.context.close()


def _round(patron: Patron, keep: Keep) -> None:
    patron.opens("Amber")
    _betting_begins(patron)
    for bet in ("player", "perfect-pair", "super-lucky-seven"):
        field = patron.field(bet)
        if field.count() and field.first.get_attribute("data-open") == "true":
            patron.bets(bet)
    patron.page.mouse.move(0, 0)
    keep(patron, "betting")
    expect(patron.field("player").first).to_have_attribute("data-open", "false", timeout=30_000)
    patron.page.wait_for_timeout(2_200)
    keep(patron, "dealing")
    expect(patron.page.get_by_role("button", name=re.compile("^Why")).first).to_be_visible(timeout=30_000)
    patron.page.wait_for_timeout(900)  # chips have flown, the winner glows
    keep(patron, "result")


def _squeeze(patron: Patron, keep: Keep) -> None:
    patron.goes_to_the_lobby().opens("Pearl Solo").bets("player").sees_stake("player", "5").deals()
    card = patron.page.get_by_role("button", name="Open this card")
    expect(card.first).to_be_visible()
    keep(patron, "squeeze")
    sheet = patron.page.locator("canvas").last.bounding_box()
    if sheet:
        x, y = sheet["x"] + sheet["width"] * 0.9, sheet["y"] + sheet["height"] * 0.9
        patron.page.mouse.move(x, y)
        patron.page.mouse.down()
        patron.page.mouse.move(x - 60, y - 50, steps=6)
        keep(patron, "peeled")
        patron.page.mouse.up()
    why = patron.page.get_by_role("button", name=re.compile("^Why")).first
    for _ in range(3):  # two cards, and a third of each side
        expect(card.or_(why).first).to_be_visible()
        if card.is_visible():
            card.click(modifiers=["Shift"])
            expect(card).to_be_hidden()
    expect(why).to_be_visible()
    keep(patron, "opened")


def _panels(patron: Patron, keep: Keep) -> None:
    for entry, scene in (("Play record", "record"), ("Help and rules", "help"), ("Fairness", "fairness")):
        patron.opens_menu(entry)
        patron.page.wait_for_timeout(800)
        if scene == "record":
            patron.page.get_by_role("article").get_by_role("button", expanded=False).first.click()
        keep(patron, scene)
        patron.closes_panel()
    patron.page.get_by_role("button", name="Menu", exact=True).first.click()
    keep(patron, "menu")
    patron.closes_panel()


def _several(patron: Patron, keep: Keep) -> None:
    patron.goes_to_the_lobby().opens("Jade")
    patron.goes_to_the_lobby().opens_beside("Amber")
    keep(patron, "two-up")
    for title in ("Opal", "Onyx"):
        patron.goes_to_the_lobby().opens_beside(title)
    keep(patron, "four-up")
    patron.page.wait_for_timeout(9_000)
    keep(patron, "four-up-later")


def _betting_begins(patron: Patron) -> None:
    expect(patron.field("player").first).to_have_attribute("data-open", "true", timeout=90_000)
    expect(patron.page.get_by_role("timer").first).to_have_accessible_name(
        re.compile(r"^[89] seconds left"), timeout=90_000
    )


def _laid_beside(photograph: Path, pictures: Path) -> None:
    scene, size, theme = photograph.stem.rsplit("-", 2)
    width = size.split("x")[0]
    names = {"betting": "table-1-betting", "dealing": "table-2-dealing", "result": "table-3-result"}
    if theme == "day":
        names = {"betting": "table-1-day"}
    wanted = names.get(scene, scene)
    for found in pictures.rglob("*.png"):
        if found.stem in (f"{wanted}-{width}", f"{wanted}-{size}") or found.stem.startswith(f"{wanted}-{size}"):
            ours = Image.open(photograph)
            with Image.open(found) as picture:
                theirs = picture.resize((picture.width * ours.height // picture.height, ours.height))
            sheet = Image.new("RGB", (ours.width + theirs.width + 16, ours.height))
            sheet.paste(ours, (0, 0))
            sheet.paste(theirs, (ours.width + 16, 0))
            sheet.save(photograph.with_name(f"beside-{photograph.name}"))


if __name__ == "__main__":
    sys.exit(main())
