"""How smoothly a card bends: frames of a real browser without a graphics processor, at desktop size.

A mouse drags a corner back and forth for a few seconds while the browser itself records when each frame begins.
`python -m bench.squeeze picture` photographs all eight directions for README instead.
"""

import base64
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import pi, sin
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Locator, Page, sync_playwright

from bench.figure import Figure, at_most
from tests.browser.browsers import chromium
from tests.browser.fold import INWARDS
from tests.browser.patron import Patron
from tests.browser.served_punto import served_punto

DESK = (1440, 900)
HANDS_TRIED = 30
MOVES = 400
SWINGS = 5
PICTURE = Path(__file__).parents[1] / "docs" / "screenshots" / "squeeze.jpg"
CHOSEN = {"firstVisitDone": True, "language": "en", "squeezeDrawing": "paper", "squeezesDone": 3, "squeezeCoach": True}
NOTE_FRAMES = """() => {
  window.frames_begun = [];
  const next = now => { window.frames_begun.push(now); if (!window.frames_end) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


def squeeze_figures() -> Iterator[Figure]:
    frames = _frame_intervals()
    yield at_most("squeeze, median frame", median(frames), 17, "ms")
    yield at_most("squeeze, 95th percentile of frames", quantiles(frames, n=20)[-1], 20, "ms")


def _frame_intervals() -> list[float]:
    with _practised_card() as card:
        page, (x, y) = card.page, _grip(card, "bottom_right")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 40, y - 40)
        page.evaluate(NOTE_FRAMES)
        for move in range(MOVES):
            way = 90 + 80 * sin(2 * pi * SWINGS * move / MOVES)
            page.mouse.move(x - way, y - 1.2 * way)
        begun: list[float] = page.evaluate("() => { window.frames_end = true; return window.frames_begun }")
        page.mouse.up()
    return [later - earlier for earlier, later in pairwise(begun)][5:]


@contextmanager
def _practised_card(kept: dict[str, object] = CHOSEN) -> Iterator[Locator]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served_punto(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = chromium(playwright)
        context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
        context.add_init_script(f"localStorage.setItem('punto.settings', {json.dumps(json.dumps(kept))})")
        page = Patron(context.new_page(), address).enters().page
        page.get_by_role("button", name="Menu", exact=True).first.click()
        page.get_by_role("button", name="Practise the squeeze").click()
        page.locator(".card[data-ready=true]").first.wait_for()
        yield page.locator(".card[data-state]").first
        browser.close()


def _grip(card: Locator, grip: str) -> tuple[float, float]:
    box, (across, down) = card.bounding_box(), INWARDS[grip]
    assert box is not None
    return box["x"] + box["width"] * (1 - 0.96 * across) / 2, box["y"] + box["height"] * (1 - 0.96 * down) / 2


def _photograph_all() -> None:
    """Eight pulls of one card, laid out in two rows by the browser itself."""
    with _practised_card() as card:
        page, box = card.page, card.bounding_box()
        assert box is not None
        _deal_until_there_is_much_to_see(card)
        page.evaluate("""() => {
          for (const words of document.querySelectorAll("header, footer")) words.style.opacity = 0;
        }""")
        clip = {"x": box["x"] - 60, "y": box["y"] - 40, "width": box["width"] + 90, "height": box["height"] + 80}
        pictures = [_photograph(page, card, grip, clip) for grip in INWARDS]
        page.evaluate(
            """async pictures => {
              document.body.replaceChildren(...await Promise.all(pictures.map(async data => {
                const image = new Image();
                image.src = `data:image/png;base64,${data}`;
                await image.decode();
                Object.assign(image.style, { width: "340px", display: "inline-block", verticalAlign: "top" });
                return image;
              })));
              Object.assign(document.body.style, { width: "1360px", fontSize: "0", overflow: "hidden" });
            }""",
            pictures,
        )
        height = 2 * round(340 * clip["height"] / clip["width"])
        whole = {"x": 0, "y": 0, "width": 1360, "height": min(height, DESK[1])}
        page.screenshot(path=PICTURE, type="jpeg", quality=84, clip=whole)  # type: ignore[arg-type]


def _deal_until_there_is_much_to_see(card: Locator) -> None:
    """A nine or a ten shows pips from every side; the coach says which it is."""
    (x, y), page = _grip(card, "right"), card.page
    for _ in range(HANDS_TRIED):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 250, y, steps=4)
        words = card.get_attribute("aria-valuetext") or ""
        page.wait_for_timeout(150)
        page.mouse.up()
        card.press("Home")
        page.wait_for_timeout(400)
        if words.endswith("9 10"):
            return
        page.get_by_role("button", name="Open this card").click(modifiers=["Shift"])
        page.get_by_role("button", name="Another hand").click()
        page.locator(".card[data-ready=true][data-state=lies]").first.wait_for()


def _photograph(page: Page, card: Locator, grip: str, clip: dict[str, float]) -> str:
    (x, y), (across, down) = _grip(card, grip), INWARDS[grip]
    pull = 250 if across == 0 or down == 0 else 180
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * pull, y + down * pull * 1.05, steps=4)
    page.wait_for_timeout(150)
    data = page.screenshot(clip=clip)  # type: ignore[arg-type]
    page.mouse.up()
    card.press("Home")
    page.wait_for_timeout(500)
    return base64.b64encode(data).decode()


if __name__ == "__main__":
    if "picture" in sys.argv[1:]:
        _photograph_all()
    else:
        for figure in squeeze_figures():
            sys.stdout.write(f"{figure.what}: {figure.measured_text} ({figure.limit_text})\n")
