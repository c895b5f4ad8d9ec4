"""How much the patron's screen downloads before the first card, and whether a busy lobby keeps its frame rate.

The size is that of the page with every script and style it loads at once, compressed as the server sends them; panels,
languages and the video player are loaded on demand. The browser itself counts the frames, which are compared with those
of an empty page.
"""

import gzip
import json
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from bench.figure import Figure, at_least, at_most
from tests.browser.browsers import chromium
from tests.browser.served_punto import served_punto

DIST = Path(__file__).parents[1] / "web" / "dist"
TABLES = 24
RESULTS_A_SECOND = 10
SECONDS = 5
TURNS = 3
ROUNDS_BEFORE = 45
LONG_MS = 25

FLOOR = """
name = "A busy floor"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000
bots = false
"""
TABLE = """
[[tables]]
id = "table-{number}"
title = "Table {number}"
book = "interblock"
pace = {{ betting_ms = {betting_ms}, hurry_ms = 0, card_ms = 0, result_ms = {result_ms}, shoe_change_ms = 0 }}
chips = [1, 5, 25]
min = 1
max = 1_000
"""
FRAME_TIMES = """seconds => new Promise(done => {
  const times = [];
  const until = performance.now() + seconds * 1000;
  const next = now => { times.push(now); now < until ? requestAnimationFrame(next) : done(times); };
  requestAnimationFrame(next);
})"""


def client_figures() -> Iterator[Figure]:
    yield at_most("client with its first table, gzip", _first_load_bytes() / 1000, 160, "kB")
    lobby, empty = _lobby_and_empty_page()
    what = f"lobby of {TABLES} tables, {RESULTS_A_SECOND} results/s, against an empty page's"
    yield at_least(f"{what} ({lobby.long_a_second:.1f} long/s)", lobby.a_second, empty.a_second, "frames/s")


@dataclass(frozen=True)
class Frames:
    """When each frame began, as the browser reported it."""

    times_ms: list[float]

    @property
    def a_second(self) -> float:
        return round(1000 * (len(self.times_ms) - 1) / (self.times_ms[-1] - self.times_ms[0]), 1)

    @property
    def long_a_second(self) -> float:
        long = sum(after - before > LONG_MS for before, after in pairwise(self.times_ms))
        return 1000 * long / (self.times_ms[-1] - self.times_ms[0])


def _first_load_bytes() -> int:
    """The page, its first table, and everything that they load at once."""
    waiting = [DIST / "index.html", *(DIST / "assets").glob("tables-*")]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        for name in _named_at_once(path):
            found = DIST / "assets" / name
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in seen)


def _named_at_once(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return set(re.findall(r'(?:src|href)="\./assets/([^"]+\.(?:js|css))"', text))
    if path.suffix == ".js":
        return set(re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text))
    return set()


def _lobby_and_empty_page() -> tuple[Frames, Frames]:
    """The best of several runs of each, because the machine is shared; both pages use the same browser."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served_punto(folder, _floor(folder, betting_ms=100, result_ms=60)) as address:
            _wait_for_rounds(address)  # roads as full as in the middle of a shoe
        betting_ms = 1000 * TABLES // RESULTS_A_SECOND - 400
        slower = _floor(folder, betting_ms=betting_ms, result_ms=400)
        with served_punto(folder, slower) as address, sync_playwright() as playwright:
            browser = chromium(playwright)
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            lobby, empty = context.new_page(), context.new_page()
            _enter(lobby, address)
            turns = [(_frames(lobby), _frames(empty)) for _ in range(TURNS)]
            browser.close()
    lobbies, empties = zip(*turns, strict=True)
    return max(lobbies, key=_rate), max(empties, key=_rate)


def _rate(frames: Frames) -> float:
    return frames.a_second


def _floor(folder: Path, *, betting_ms: int, result_ms: int) -> Path:
    tables = (
        TABLE.format(number=number, betting_ms=betting_ms, result_ms=result_ms) for number in range(1, TABLES + 1)
    )
    floor = folder / "floor.toml"
    floor.write_text(FLOOR + "".join(tables), encoding="utf-8")
    return floor


def _wait_for_rounds(address: str) -> None:
    rounds = 0
    while rounds < ROUNDS_BEFORE:
        time.sleep(0.5)
        with urlopen(f"{address}/api/lobby") as answer:
            rounds = min(table["round"] for table in json.load(answer)["tables"])


def _enter(page: Page, address: str) -> None:
    page.add_init_script("""localStorage.setItem('punto.settings', '{"firstVisitDone":true,"language":"en"}')""")
    page.goto(f"{address}/")
    page.get_by_role("button", name="Play as a guest").click()
    page.get_by_role("button", name=f"Open Table {TABLES}", exact=True).wait_for()


def _frames(page: Page) -> Frames:
    page.bring_to_front()
    page.wait_for_timeout(1_000)
    return Frames(page.evaluate(FRAME_TIMES, SECONDS))
