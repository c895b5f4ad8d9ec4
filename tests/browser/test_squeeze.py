"""Cards are peeled open in a real browser, by mouse and by touch, from all eight directions, and held to the fold."""

import re
from math import hypot

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.fingers import Mouse, Touch
from tests.browser.fold import BACK, FACE, INWARDS, NOTHING, fold_of
from tests.browser.patron import Patron

SIDEWAYS = {"width": 667, "height": 375}
BACK_SWIPE = 28  # px at the screen's edge that belong to the system
PULL = {"desk": 150, "phone": 110}
REST = 12 / 250  # of a card's width: so far apart are the places where it rests
LIES_ACROSS = "card.getBoundingClientRect().width > card.getBoundingClientRect().height"
BACK_OF_EIGHTY = "() => new Promise(requestAnimationFrame)"
PIXELS = """(card) => {
    const canvas = card.querySelector("canvas"), scale = canvas.width / parseFloat(canvas.style.width);
    const left = -parseFloat(canvas.style.left), top = -parseFloat(canvas.style.top);
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const found = [];
    for (let y = -60; y < card.clientHeight + 60; y += 8)
        for (let x = -60; x < card.clientWidth + 60; x += 8) {
            const at = 4 * (Math.round((y + top) * scale) * canvas.width + Math.round((x + left) * scale));
            found.push([x, y, data[at], data[at + 1], data[at + 2], data[at + 3]]);
        }
    return found;
}"""


def practises(visits: Visits, size: dict[str, int], **settings: object) -> Locator:
    """The first card of a practice hand, drawn and ready."""
    patron = visits.patron(size, None, **{"squeezeDrawing": "paper", **settings}).enters()
    patron.page.get_by_role("button", name="Menu", exact=True).first.click()
    patron.page.get_by_role("button", name="Practise the squeeze").click()
    card = patron.page.locator(".card[data-state]").first
    expect(card).to_have_attribute("data-ready", "true")
    return card


@pytest.mark.parametrize(("hand", "size"), [("mouse", DESK), ("touch", PHONE)], ids=["mouse", "touch"])
def test_a_card_is_peeled_from_all_eight_directions_and_laid_back(
    visits: Visits, hand: str, size: dict[str, int]
) -> None:
    card = practises(visits, size)
    finger = Mouse(card.page) if hand == "mouse" else Touch(card.page)
    box = card.bounding_box()
    assert box is not None
    pull = PULL["desk" if size is DESK else "phone"]
    for grip, (across, down) in INWARDS.items():
        start = (
            box["x"] + box["width"] * (1 - 0.96 * across) / 2,
            box["y"] + box["height"] * (1 - 0.96 * down) / 2,
        )
        moved = (across * pull, down * pull * 0.9)
        finger.drags(start, (start[0] + moved[0], start[1] + moved[1]))
        _has_come_to(card, grip, moved)
        assert card.get_attribute("data-grip") == grip
        _check_drawing(card, grip, (box["width"], box["height"]), moved)
        card.page.wait_for_timeout(150)  # a finger that stands still flicks nothing
        finger.lets_go()
        expect(card).to_have_attribute("data-state", "rests")
        card.focus()
        card.press("Home")
        expect(card).to_have_attribute("data-state", "lies")
        assert card.get_attribute("data-revealed") == "0.0000"


@pytest.mark.parametrize("size", [DESK, PHONE, SIDEWAYS], ids=["desk", "phone", "sideways"])
def test_a_quarter_turn_moves_no_button_and_keeps_the_card_off_the_edge(visits: Visits, size: dict[str, int]) -> None:
    card = practises(visits, size)
    page = card.page
    turn = page.get_by_role("button", name=re.compile("Turn"))
    before = turn.bounding_box()
    turn.click()
    page.wait_for_function(f"card => {LIES_ACROSS}", arg=card.element_handle())
    assert turn.bounding_box() == before
    box = card.bounding_box()
    assert box
    assert min(box["x"], size["width"] - box["x"] - box["width"]) >= BACK_SWIPE


def test_a_card_rests_where_it_is_let_go_and_is_gripped_again_anywhere(visits: Visits) -> None:
    card = practises(visits, DESK)
    page, box = card.page, card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 6
    Mouse(page).drags((x, y), (x, y - 200))
    page.wait_for_timeout(150)
    page.mouse.up()
    expect(card).to_have_attribute("data-state", "rests")
    step = REST * box["width"]
    rested = round(200 / step) * step
    has_settled = "rest => Math.abs(document.querySelector('.card[data-pull]').dataset.pull - rest) < 0.01"
    page.wait_for_function(has_settled, arg=rested)
    Mouse(page).drags((x + 40, y - 330), (x + 40, y - 390))  # nowhere near the edge that is bent
    page.wait_for_function("pull => document.querySelector('.card[data-pull]').dataset.pull > pull + 50", arg=rested)
    page.mouse.move(x + 40, y - 150, steps=4)
    expect(card).to_have_attribute("data-state", "pulled")
    assert float(card.get_attribute("data-pull") or 0) < rested
    page.mouse.up()


def test_a_flick_opens_a_card(visits: Visits) -> None:
    card = practises(visits, DESK)
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 6
    Mouse(card.page).flicks((x, y), (x, y - 160))
    expect(card).to_have_attribute("data-state", "open")


def test_two_fingers_bend_two_corners_and_twist_and_cover(visits: Visits) -> None:
    card = practises(visits, PHONE)
    box, touch = card.bounding_box(), Touch(card.page)
    assert box is not None
    left, right = box["x"] + 8, box["x"] + box["width"] - 8
    low, middle = box["y"] + box["height"] - 8, box["y"] + box["height"] / 2
    touch.both((left, low), (left, low - 90), (right, low), (right, low - 60))
    expect(card).to_have_attribute("data-state", "pulled")
    assert card.get_attribute("data-folds") == "1"  # one slanted fold along the edge
    touch.lets_go()
    expect(card).to_have_attribute("data-state", "rests")
    touch.presses_both((left + 60, middle), (left + 80, low - 70))  # the second one on the face
    expect(card).to_have_attribute("data-thumb", "true")
    touch.lets_go()
    touch.both((left + 40, middle), (left + 90, middle - 90), (right - 40, middle), (right - 90, middle + 90))
    touch.lets_go()
    expect(card).to_have_attribute("data-state", "lies")
    turned = card.bounding_box()
    assert turned is not None
    assert turned["width"] > turned["height"], "it lies across"
    assert turned["x"] >= 28, "and keeps clear of the edge"


def _has_come_to(card: Locator, grip: str, moved: tuple[float, float]) -> None:
    across, down = INWARDS[grip]
    pull = hypot(moved[0] if across else 0, moved[1] if down else 0)
    has_come = "pull => Math.abs(document.querySelector('.card[data-pull]').dataset.pull - pull) < 1"
    card.page.wait_for_function(has_come, arg=pull)
    expect(card).to_have_attribute("data-state", "pulled")


def _check_drawing(card: Locator, grip: str, size: tuple[float, float], moved: tuple[float, float]) -> None:
    fold = fold_of(size, grip, moved)
    told = float(card.get_attribute("data-revealed") or "nan")
    assert told == pytest.approx(fold.revealed_share, abs=0.01), grip
    card.page.evaluate(BACK_OF_EIGHTY)
    card.page.evaluate(BACK_OF_EIGHTY)
    pixels: list[list[int]] = card.evaluate(PIXELS)
    seen = {(x, y): fold.seen_at(x, y) for x, y, *_ in pixels}
    wrong = [
        (x, y, seen[x, y], found)
        for x, y, *found in pixels
        if not _is_at_a_border(seen, x, y) and not _looks_like(seen[x, y], *found)
    ]
    assert len(wrong) <= 0.01 * len(pixels), f"{grip}: {len(wrong)} of {len(pixels)}: {wrong[:8]}"
    assert {FACE, BACK, NOTHING} <= set(seen.values())


def _is_at_a_border(seen: dict[tuple[int, int], str], x: int, y: int) -> bool:
    """Round corners and soft edges are nobody's business here."""
    around = ((x + 8 * across, y + 8 * down) for across in (-2, -1, 0, 1, 2) for down in (-2, -1, 0, 1, 2))
    return any(seen.get(place, seen[x, y]) != seen[x, y] for place in around)


def _looks_like(what: str, red: int, green: int, blue: int, alpha: int) -> bool:
    is_back_red = red < 175 and red > 1.6 * green and red > 1.6 * blue and red - blue < 110  # darker than any heart
    if what == NOTHING:
        return alpha < 160
    if what == FACE:
        return alpha == 255 and not is_back_red
    return alpha == 255


def test_past_the_threshold_a_card_turns_over_by_itself(visits: Visits) -> None:
    card = practises(visits, DESK)
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 160, box["y"] + box["height"] - 6
    card.page.mouse.move(x, y)
    card.page.mouse.down()
    card.page.mouse.move(x, y - 0.8 * box["height"], steps=4)
    expect(card).to_have_attribute("data-state", "pulled")
    card.page.mouse.move(x, y - 0.9 * box["height"])
    expect(card).to_have_attribute("data-state", "open")
    expect(card).to_have_attribute("aria-valuetext", re.compile("^Opened: "))
    card.page.mouse.up()
    expect(card).to_have_attribute("data-state", "open")


def test_two_taps_open_a_card_at_once(visits: Visits) -> None:
    card = practises(visits, DESK)
    card.dblclick()
    expect(card).to_have_attribute("data-state", "open")


def test_keys_choose_card_direction_and_amount_and_what_is_seen_is_said(visits: Visits) -> None:
    card = practises(visits, DESK)
    card.focus()
    card.press("ArrowRight")
    expect(card).to_have_attribute("aria-valuetext", re.compile("from the lower left corner"))
    card.press("ArrowLeft")
    for _ in range(12):
        card.press("ArrowUp")
    expect(card).to_have_attribute("aria-valuenow", "72")
    expect(card).to_have_attribute("aria-valuetext", re.compile("from the bottom edge, .*(visible)"))
    expect(card.page.get_by_role("status").filter(has_text=re.compile("from the bottom edge"))).to_have_count(1)
    card.press("ArrowDown")
    expect(card).to_have_attribute("aria-valuenow", "66")
    card.press("Enter")
    expect(card).to_have_attribute("data-state", "open")


def test_a_slow_device_folds_plainly_and_shows_the_same_share(visits: Visits) -> None:
    card = practises(visits, DESK, squeezeDrawing="plain")
    expect(card.locator("canvas")).to_have_count(0)
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 6
    Mouse(card.page).drags((x, y), (x, y - 160))
    half = 80  # of the way that the edge was carried
    expect(card).to_have_attribute("data-revealed", f"{half / box['height']:.4f}")
    card.page.mouse.up()


# --- at a table -------------------------------------------------------------------------------------------------------


def sits_at_the_squeeze(visits: Visits, size: dict[str, int] = DESK, **settings: object) -> Patron:
    return visits.patron(size, None, squeezeDrawing="paper", **settings).enters().opens("Squeeze").chooses_chip("10")


def test_both_hands_are_squeezed_player_first_each_stage_with_its_clock(visits: Visits) -> None:
    patron = sits_at_the_squeeze(visits)
    rounds = patron.rounds_on_the_plate()
    patron.bets("player").bets("banker").presses("Deal")
    page = patron.page
    squeeze = page.locator("[data-squeeze]")
    expect(squeeze.get_by_text("Player, card 1 of 2")).to_be_visible()
    expect(squeeze.get_by_role("timer")).to_have_count(0)  # alone at a table nobody is waited for
    expect(squeeze.get_by_role("slider")).to_have_count(2)
    expect(page.locator(".all")).to_have_attribute("inert", "")  # nothing behind it is in reach
    opens = squeeze.get_by_role("button", name="Open this card")
    opens.click()
    expect(squeeze.locator(".sum")).to_have_text(re.compile(r"^\s*[0-9] *\+ \?\s*$"))  # what it counts: a ten is 0
    opens.click(modifiers=["Shift"])
    expect(squeeze.get_by_text("Banker, card 1 of 2")).to_be_visible()
    opens.click(modifiers=["Shift"])
    third = squeeze.get_by_text(re.compile("third card"))
    result = page.get_by_role("img", name=re.compile(rf"^Bead plate, {rounds + 1} round"))
    for _ in range(2):  # third cards, if the rules draw any, are stages of their own
        expect(third.or_(result).first).to_be_attached()
        if third.count() == 0:
            break
        expect(squeeze.get_by_role("slider")).to_have_count(1)
        words = third.inner_text()
        opens.click()
        expect(squeeze.get_by_text(words)).to_have_count(0)
    patron.sees_rounds(rounds + 1)


def test_a_reload_finds_the_cards_as_they_lay(visits: Visits) -> None:
    page = sits_at_the_squeeze(visits).bets("player").presses("Deal").page
    card = page.locator(".card[data-state]")
    expect(card.first).to_have_attribute("data-ready", "true")
    page.get_by_role("button", name="Open this card").click()
    expect(card.first).to_have_attribute("data-state", "open")
    card.nth(1).focus()
    for _ in range(5):
        card.nth(1).press("ArrowUp")
    pull = card.nth(1).get_attribute("data-pull")
    page.reload()
    expect(page.get_by_text("Player, card 2 of 2")).to_be_visible()
    expect(card.nth(1)).to_have_attribute("data-state", "rests")
    expect(card.nth(1)).to_have_attribute("data-pull", pull or "")
    card.nth(1).focus()
    card.nth(1).press("Enter")
    expect(card.nth(1)).to_have_attribute("data-state", "open")


def test_skipping_from_now_on_can_be_taken_back(visits: Visits) -> None:
    page = sits_at_the_squeeze(visits).bets("player").presses("Deal").page
    page.get_by_role("button", name="Skip", exact=True).click()
    page.get_by_role("button", name="Skip from now on").click()
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("() => JSON.parse(localStorage['punto.settings']).squeeze") == "squeeze"


def test_quick_reveal_and_skip_are_remembered(visits: Visits) -> None:
    patron = sits_at_the_squeeze(visits, squeeze="quick").bets("player").deals_and_sees_the_result()
    expect(patron.page.locator("[data-squeeze]")).to_have_count(0)
    panel = patron.opens_menu("Options")
    expect(panel.get_by_role("radio", name="Quick reveal")).to_be_checked()
    panel.get_by_role("radio", name="Skip", exact=True).click()
    patron.closes_panel()
    patron.page.reload()
    patron.bets("player").deals_and_sees_the_result()
    expect(patron.page.locator("[data-squeeze]")).to_have_count(0)
