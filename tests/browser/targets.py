"""What a finger has to hit: everything on a page that can be pressed, and how large it is."""

from playwright.sync_api import Page

_SMALL = """() => {
  const kinds = ['button', 'a[href]', '[role="button"]', '[role="radio"]', '[role="tab"]', 'select', 'input'];
  const all = document.querySelectorAll(kinds.join());
  const sizeOf = (target) => {
    const { width, height } = (target.querySelector(":scope > .ground") ?? target).getBoundingClientRect();
    const { inset, content } = getComputedStyle(target, "::after"); // a target may reach further than what is drawn
    const beyond = content === "none" ? [] : inset.split(" ").map(parseFloat);
    const [top = 0, right = top, bottom = top, left = right] = beyond;
    const more = (one, other) => Math.max(0, -one) + Math.max(0, -other);
    return { width: width + (more(left, right) || 0), height: height + (more(top, bottom) || 0) };
  };
  return [...all]
    .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((each) => ({ ...sizeOf(each), name: each.getAttribute("aria-label") ?? each.textContent.trim() }))
    .filter(({ width, height }) => width > 1 && height > 1)  // what only a screen reader finds is a pixel wide
    .filter(({ width, height }) => width < 43.5 || height < 43.5)
    .map(({ width, height, name }) => `${name} ${Math.round(width)} x ${Math.round(height)}`);
}"""


def small_targets(page: Page) -> list[str]:
    """Those under 44 pixels, one way or the other."""
    small: list[str] = page.evaluate(_SMALL)
    return small
