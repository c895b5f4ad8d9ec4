"""A patron at a browser: what people do on the screen, in their words. One waits for what is seen, never for time."""

import re

from playwright.sync_api import Locator, Page, expect

PATIENCE_MS = 45_000  # on a busy machine; what is there is seen at once

expect.set_options(timeout=PATIENCE_MS)


METERS_REST = """() => new Promise((rest) => {
  const shown = () => [...document.querySelectorAll(".meter .value")].map((each) => each.textContent).join(" ");
  let [before, frames] = ["", 0];
  const look = () => {
    frames = shown() === before ? frames + 1 : 0;
    before = shown();
    frames > 20 ? rest() : requestAnimationFrame(look);
  };
  look();
})"""


class Patron:
    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    # --- coming and going ---------------------------------------------------------------------------------------------

    def enters(self) -> "Patron":
        self.page.goto(f"{self.address}/")
        self.page.get_by_role("button", name="Play as a guest").click()
        expect(self.page.get_by_role("button", name="Open Interblock", exact=True)).to_be_visible()
        return self

    def opens(self, title: str) -> "Patron":
        self.page.get_by_role("button", name=f"Open {title}", exact=True).click()
        expect(self.field("player").first).to_be_visible()
        return self._stands_still()

    def opens_beside(self, title: str) -> "Patron":
        self.page.get_by_role("button", name=f"Open {title} beside the others").click()
        tile, tab = self.page.get_by_role("article", name=title, exact=True), self.page.get_by_role("tab", name=title)
        expect(tile.or_(tab).first).to_be_visible()
        return self._stands_still()

    def _stands_still(self) -> "Patron":
        """A table that grows from its tile is measured once it has grown."""
        expect(self.page.locator("[data-growing]")).to_have_count(0)
        return self

    def goes_to_the_lobby(self) -> "Patron":
        self.page.goto(f"{self.address}/#/")
        expect(self.page.get_by_role("search")).to_be_visible()
        return self

    # --- the felt -----------------------------------------------------------------------------------------------------

    def field(self, bet: str, place: str | None = None) -> Locator:
        where = f'[data-place="{place}"]' if place else ""
        return self.page.locator(f'[data-bet="{bet}"]{where}')

    def chooses_chip(self, value: str) -> "Patron":
        self.page.get_by_role("radio", name=re.compile(rf"\b{value}\b")).first.click()
        return self

    def bets(self, bet: str, place: str | None = None) -> "Patron":
        field = self.field(bet, place).first
        expect(field).to_have_attribute("data-open", "true")
        field.click()
        return self

    def waits_for_a_new_round(self) -> "Patron":
        """Of a table with a clock: time enough to bet in, also on a slow machine."""
        time_left = re.compile(r"^[5-8] seconds left")
        expect(self.page.get_by_role("timer").first).to_have_attribute("aria-label", time_left)
        return self

    def sees_stake(self, bet: str, amount: str, place: str | None = None) -> "Patron":
        """And it lies there: what is still on its way shows the same sum."""
        wanted = re.compile(rf"your stake {re.escape(amount)}(,|$)")
        field = self.field(bet, place).first
        expect(field).to_have_attribute("aria-label", wanted)
        expect(field.locator(".stack.pending")).to_have_count(0)
        return self

    def sees_no_stake(self, bet: str) -> "Patron":
        expect(self.field(bet).first).not_to_have_attribute("aria-label", re.compile("your stake"))
        return self

    def repeats(self) -> "Patron":
        expect(self.field("player").first).to_have_attribute("data-open", "true")
        return self.sees_no_stake("player").presses("Repeat")

    def presses(self, name: str) -> "Patron":
        self.page.get_by_role("button", name=name, exact=True).first.click()
        return self

    def deals(self) -> "Patron":
        """Once the meters have counted up to the bets."""
        self.page.evaluate(METERS_REST)
        return self.presses("Deal")

    def holds_repeat(self) -> "Patron":
        """Until the question comes; it is let go only then."""
        repeat = self.page.locator("button.repeat").last  # of several tables: that for all
        expect(repeat).to_be_enabled()
        box = repeat.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + 10, box["y"] + 10)
        self.page.mouse.down()
        expect(self.page.get_by_role("alertdialog")).to_be_visible()
        self.page.mouse.up()
        return self

    def deals_and_sees_the_result(self) -> "Patron":
        before = self.rounds_on_the_plate()
        self.presses("Deal")
        self.sees_rounds(before + 1)
        return self

    # --- roads --------------------------------------------------------------------------------------------------------

    def rounds_on_the_plate(self) -> int:
        label = self.page.get_by_role("img", name=re.compile("^Bead plate")).first.get_attribute("aria-label")
        assert label is not None
        found = re.search(r"(\d+) rounds?", label)
        assert found, label
        return int(found.group(1))

    def sees_rounds(self, count: int) -> "Patron":
        plate = self.page.get_by_role("img", name=re.compile(rf"^Bead plate, {count} round")).first
        expect(plate).to_be_attached()
        return self

    def sees_three_rounds_or_more(self) -> "Patron":
        """Of a table that plays on by itself: a slow machine may miss the third."""
        plate = self.page.get_by_role("img", name=re.compile(r"^Bead plate, ([3-9]|\d\d+) round")).first
        expect(plate).to_be_attached()
        return self

    # --- panels -------------------------------------------------------------------------------------------------------

    def opens_menu(self, entry: str) -> Locator:
        self.page.get_by_role("button", name="Menu", exact=True).first.click()
        self.page.get_by_role("dialog", name="Menu").get_by_role("button", name=entry).click()
        return self.page.get_by_role("dialog").last

    def closes_panel(self) -> "Patron":
        self.page.get_by_role("dialog").last.get_by_role("button", name="Close").click()
        return self

    def credit(self) -> Locator:
        return self.page.locator('[data-anchor="credit"], .credit').first
