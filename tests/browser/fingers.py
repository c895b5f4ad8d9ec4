"""A mouse and a finger that press, carry and let go."""

from playwright.sync_api import CDPSession, Page


class Mouse:
    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def drags(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._mouse.move(*start)
        self._mouse.down()
        self._mouse.move(*end, steps=4)

    def lets_go(self) -> None:
        self._mouse.up()


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
