"""What the patron's screen weighs before the first card, and whether a busy lobby keeps its frames.

The weight is that of the page with every script and style it loads at once, compressed as the server sends them;
panels, languages and the video player come when they are asked for. Frames are counted by the browser itself.
"""

import gzip
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.figure import Figure, at_least, at_most
from tests.browser.browsers import chromium
from tests.browser.served_punto import served_punto

DIST = Path(__file__).parents[1] / "web" / "dist"
TABLES = 24
RESULTS_A_SECOND = 10
SECONDS = 10
FRAMES_A_SECOND = 60

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
pace = {{ betting_ms = {betting_ms}, hurry_ms = 500, card_ms = 0, result_ms = 400, shoe_change_ms = 0 }}
chips = [1, 5, 25]
min = 1
max = 1_000
"""
COUNT_FRAMES = """seconds => new Promise(done => {
  let frames = 0;
  const until = performance.now() + seconds * 1000;
  const next = now => { frames += 1; now < until ? requestAnimationFrame(next) : done(frames / seconds); };
  requestAnimationFrame(next);
})"""


def client_figures() -> Iterator[Figure]:
    yield at_most("client before card faces, gzip", _first_load_bytes() / 1000, 120, "kB")
    frames = _lobby_frames()
    what = f"lobby of {TABLES} tables, {RESULTS_A_SECOND} results/s"
    yield at_least(what, round(frames), FRAMES_A_SECOND, "frames/s")


def _first_load_bytes() -> int:
    """The page, and whatever it and its scripts name without waiting to be asked."""
    page = DIST / "index.html"
    waiting, seen = [page], {page}
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


def _lobby_frames() -> float:
    betting_ms = 1000 * TABLES // RESULTS_A_SECOND - 400
    tables = "".join(TABLE.format(number=number, betting_ms=betting_ms) for number in range(1, TABLES + 1))
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder) / "floor.toml"
        floor.write_text(FLOOR + tables, encoding="utf-8")
        with served_punto(Path(folder), floor) as address, sync_playwright() as playwright:
            browser = chromium(playwright)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.add_init_script(
                """localStorage.setItem('punto.settings', '{"firstVisitDone":true,"language":"en"}')"""
            )
            page.goto(f"{address}/")
            page.get_by_role("button", name="Play as a guest").click()
            page.get_by_role("button", name=f"Open Table {TABLES}", exact=True).wait_for()
            page.wait_for_timeout(2_000)
            frames: float = page.evaluate(COUNT_FRAMES, SECONDS)
            browser.close()
            return frames
