"""Roads: a mark tapped on one road lights the same round on all, with its cards; ask buttons, letters, hiding."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.patron import Patron

SHOE_MS = 90_000  # whoever comes while shoes are changed waits for the next rounds


def test_a_tapped_mark_lights_the_round_everywhere_and_shows_its_cards(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5")  # a table of one's own: no shoe ends meanwhile
    plate = patron.page.get_by_role("img", name=re.compile("^Bead plate"))
    decided = plate.locator(".mark.player, .mark.banker").first
    while decided.count() == 0:  # a tie has no cell of its own on the Main Road
        patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    number = decided.get_attribute("data-round")
    decided.click()
    main = patron.page.get_by_role("img", name=re.compile("^Main Road"))
    expect(main.locator(f'.mark.lit[data-round="{number}"]')).to_be_attached()
    expect(patron.page.get_by_text(f"Round {number}", exact=True).first).to_be_visible()
    expect(patron.page.get_by_role("button", name="Replay")).to_be_visible()
    patron.page.get_by_role("button", name="Clear highlight").click()
    expect(main.locator(".mark.lit")).to_have_count(0)


def test_asking_lights_the_marks_to_come_where_they_would_stand(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5")
    for count in range(1, 4):
        patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result().sees_rounds(count)
    page = patron.page
    for side, colour in (("Player", "player"), ("Banker", "banker")):
        ask = page.get_by_role("button", name=re.compile(f"^Ask {side}"))
        expect(ask).to_have_attribute("aria-label", re.compile("Big Eye Road: (repeats|changes|no mark)"))
        ask.click()
        expect(ask).to_have_attribute("aria-pressed", "true")
        coming = page.get_by_role("img", name=re.compile("^Main Road")).locator(f".mark.asked.{colour}")
        expect(coming).to_have_count(1)
        bead = page.get_by_role("img", name=re.compile("^Bead plate")).locator(".mark.asked")
        assert _cell(bead) == (0, 3)  # the fourth round stands under the third
    ask.click()
    expect(page.locator(".mark.asked")).to_have_count(0)


def _cell(mark: Locator) -> tuple[int, int]:
    found = re.match(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", mark.get_attribute("transform") or "")
    assert found
    x, y, scale = map(float, found.groups())
    return round(x / scale / 20), round(y / scale / 20)


def test_letters_stand_on_the_marks_and_a_road_can_be_hidden(patron: Patron) -> None:
    patron.opens("Rapid")
    big_eye = patron.page.get_by_role("img", name=re.compile("^Big Eye Road"))
    expect(big_eye.locator(".mark").first).to_be_attached(timeout=SHOE_MS)
    options = patron.opens_menu("Options")
    options.get_by_role("switch", name=re.compile("Letters on the roads")).click()
    options.get_by_role("switch", name="Cockroach Road").click()
    patron.closes_panel()
    expect(big_eye.get_by_text(re.compile("[=≠]")).first).to_be_attached()
    expect(patron.page.get_by_role("img", name=re.compile("^Cockroach Road"))).to_have_count(0)


def test_the_full_board_opens_on_a_phone(phone: Patron) -> None:
    phone.opens("Rapid")
    phone.page.get_by_role("button", name="Open all roads").first.click()
    board = phone.page.get_by_role("dialog", name="Roads")
    expect(board.get_by_role("img", name=re.compile("^Cockroach Road"))).to_be_attached()
    expect(board.get_by_text("How to read the roads")).to_be_attached()


def test_a_phone_names_its_roads_and_tells_of_a_good_road_elsewhere(phone: Patron) -> None:
    phone.opens("Interblock")
    strip = phone.page.get_by_role("group", name="Roads")
    for name in ("Main Road", "Big Eye Road", "Small Road", "Cockroach Road", "Bead plate"):
        expect(strip.get_by_text(name, exact=True)).to_be_attached()
    note = phone.page.get_by_role("status").filter(has_text="Rapid")
    expect(note).to_be_visible(timeout=SHOE_MS)
    fields = [field.bounding_box() for field in phone.page.locator("[data-bet]").all()]
    below = note.bounding_box()
    assert below
    assert all(field and field["y"] >= below["y"] + below["height"] for field in fields)
    note.get_by_role("button", name="Go there").click()
    expect(phone.page.get_by_role("tab", name="Rapid")).to_be_visible()
