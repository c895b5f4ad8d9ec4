"""A mouse and a finger that press, carry and let go."""

import time

from playwright.sync_api import CDPSession, Page


class Mouse:
    def __init__(self, page: Page) -> None:
        self._page = page
        self._mouse = page.mouse

    def drags(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._mouse.move(*start)
        self._mouse.down()
        self._mouse.move(*end, steps=4)

    def lets_go(self) -> None:
        self._mouse.up()

    def flicks(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """In 50 ms by the times that the events carry, however long the machine takes to pass them on."""
        session = self._page.context.new_cdp_session(self._page)
        began = time.time()

        def says(kind: str, share: float, after_ms: int, buttons: int) -> None:
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            held = {"button": "left" if kind != "mouseMoved" or buttons else "none", "buttons": buttons}
            event = {"type": kind, "x": x, "y": y, "clickCount": 1, "timestamp": began + after_ms / 1000, **held}
            session.send("Input.dispatchMouseEvent", event)

        says("mouseMoved", 0, 0, buttons=0)
        says("mousePressed", 0, 0, buttons=1)
        for step in (1, 2, 3, 4):
            says("mouseMoved", step / 4, 10 * step, buttons=1)
        says("mouseReleased", 1, 50, buttons=0)


class Touch:
    """A finger, by the browser's own protocol: Playwright itself can only tap."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def _says(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def presses(self, place: tuple[float, float]) -> None:
        self._says("touchStart", place)

    def drags(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.presses(start)
        for step in (0.3, 0.6, 1.0):
            self._says("touchMove", tuple(a + (b - a) * step for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]

    def lets_go(self) -> None:
        self._says("touchEnd")

    def presses_both(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        """One after the other."""
        self._says("touchStart", one)
        self._says("touchStart", one, other)

    def both(
        self,
        one: tuple[float, float],
        one_end: tuple[float, float],
        other: tuple[float, float],
        other_end: tuple[float, float],
    ) -> None:
        self.presses_both(one, other)
        for step in (0.3, 0.6, 1.0):
            ways = ((one, one_end), (other, other_end))
            self._says("touchMove", *((a + (c - a) * step, b + (d - b) * step) for (a, b), (c, d) in ways))
