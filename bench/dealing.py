"""How smoothly a round is dealt: frames of a real browser without a graphics processor, at desk and in the hand.

The browser itself records when each frame begins, from the press on Deal until the winnings have come.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, sync_playwright

from bench.figure import Figure, at_most
from bench.squeeze import NOTE_FRAMES
from tests.browser.browsers import chromium
from tests.browser.patron import Patron
from tests.browser.served_punto import FLOOR, served_punto

SIZES = {"desk": ((1440, 900), 1), "in the hand": ((390, 844), 2)}
ROUNDS = 4
CHOSEN = {"firstVisitDone": True, "language": "en", "motion": "full"}
AFTER_MS = 1_500  # winnings come, the road gets its mark


def dealing_figures() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served_punto(Path(folder), FLOOR.with_name("show_floor.toml")) as address,
        sync_playwright() as playwright,
    ):
        browser = chromium(playwright)
        for where in SIZES:
            frames = _frame_intervals(browser, address, where)
            yield at_most(f"a round dealt, {where}, median frame", median(frames), 17, "ms")
            yield at_most(f"a round dealt, {where}, 95th percentile of frames", quantiles(frames, n=20)[-1], 34, "ms")
        browser.close()


def _frame_intervals(browser: Browser, address: str, where: str) -> list[float]:
    (width, height), scale = SIZES[where]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale)
    context.add_init_script(f"localStorage.setItem('punto.settings', {json.dumps(json.dumps(CHOSEN))})")
    patron = Patron(context.new_page(), address).enters().opens("Two Modes").chooses_chip("25")
    patron.bets("player").sees_stake("player", "25").bets("banker").sees_stake("banker", "25")
    intervals: list[float] = []
    for dealt in range(ROUNDS):
        if dealt:
            patron.repeats().sees_stake("banker", "25")
        patron.page.evaluate(f"window.frames_end = false; ({NOTE_FRAMES})()")
        patron.deals_and_sees_the_result()
        patron.page.wait_for_timeout(AFTER_MS)
        begun: list[float] = patron.page.evaluate("() => { window.frames_end = true; return window.frames_begun }")
        intervals += [later - earlier for earlier, later in pairwise(begun)]
    context.close()
    return intervals


if __name__ == "__main__":
    for figure in dealing_figures():
        sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
