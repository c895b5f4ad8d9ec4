"""Cloths and card backs: chosen in the options, seen at once on table and squeeze, kept for the next visit."""

from playwright.sync_api import Page, expect

from tests.browser.patron import Patron


def test_a_chosen_cloth_and_back_lie_on_the_table_and_are_kept(patron: Patron) -> None:
    patron.opens("Squeeze").chooses_chip("10")
    green = cloth_in_the_middle(patron.page)
    options = patron.opens_menu("Options")
    options.get_by_role("radiogroup", name="Cloth").get_by_role("radio", name="Plum").click()
    options.get_by_role("radiogroup", name="Card backs").get_by_role("radio", name="Waves").click()
    patron.closes_panel()
    plum = cloth_in_the_middle(patron.page)
    assert green[1] > green[0], "green"
    assert green[1] > green[2], "green"
    assert plum[2] > plum[1], "plum"
    assert plum[0] > plum[1], "plum"
    patron.bets("player").sees_stake("player", "10").presses("Deal")
    expect(patron.page.locator('[data-anchor^="card:"] [data-back="scales"]').first).to_be_attached()
    expect(patron.page.locator("[data-squeeze]")).to_be_visible()
    patron.page.reload()
    expect(patron.field("player").first).to_be_visible()
    assert cloth_in_the_middle(patron.page) == plum


def cloth_in_the_middle(page: Page) -> list[int]:
    canvas = page.locator(".stage canvas").first
    expect(canvas).to_be_visible()
    found = canvas.evaluate(
        """canvas => {
          const at = [canvas.width / 2, canvas.height * 0.45].map(Math.round);
          const {data} = canvas.getContext('2d').getImageData(...at, 24, 24);
          const sum = [0, 0, 0];
          for (let i = 0; i < data.length; i++) if (i % 4 < 3) sum[i % 4] += data[i];
          return sum.map(each => Math.round(each / (24 * 24)));
        }"""
    )
    assert isinstance(found, list)
    return found
