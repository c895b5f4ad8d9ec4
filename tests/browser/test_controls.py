"""Every control of the rail and of the top bar, pressed by somebody who looks at what it does."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visits
from tests.browser.patron import Patron


def test_clear_takes_back_the_last_and_pressed_again_all(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
    patron.bets("banker").sees_stake("banker", "5").bets("tie").sees_stake("tie", "5")
    patron.presses("Clear").sees_no_stake("tie").sees_stake("banker", "5")
    patron.presses("Clear").sees_no_stake("banker").sees_no_stake("player")


def test_double_and_raise(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("25").bets("player").sees_stake("player", "25")
    patron.presses("Double").sees_stake("player", "50")
    patron.chooses_chip("5").presses("Raise").sees_stake("player", "55")


def test_above_the_maximum_the_rest_that_fits_is_offered(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("25")
    for stake in ("25", "50", "75"):
        patron.bets("player-pair").sees_stake("player-pair", stake)
    patron.bets("player-pair").sees_stake("player-pair", "100").bets("player-pair")
    expect(patron.page.get_by_text("Max 100: you cannot add more.").first).to_be_visible()
    patron.sees_stake("player-pair", "100")


def test_below_the_minimum_the_least_that_fits_is_offered_and_placed(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("1").bets("player")
    expect(patron.page.get_by_text("The minimum on Player is 5", exact=False).first).to_be_visible()
    patron.presses("Place 5").sees_stake("player", "5")


def test_a_chip_is_dragged_to_a_field_and_the_stack_on_to_another(patron: Patron) -> None:
    patron.opens("Interblock")
    chip = patron.page.get_by_role("radio", name=re.compile(r"\b5\b")).first
    _drag(patron, chip, patron.field("player"))
    patron.sees_stake("player", "5")
    _drag(patron, patron.field("player"), patron.field("banker"))
    patron.sees_no_stake("player").sees_stake("banker", "5")


def test_auto_repeat_is_held_confirmed_and_stopped(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5").deals_and_sees_the_result()
    patron.holds_repeat()
    patron.page.get_by_role("alertdialog").get_by_role("button").last.click()
    patron.sees_three_rounds_or_more()  # nobody pressed Deal for the second and the third
    auto = patron.page.locator("button.repeat")
    expect(auto).to_have_attribute("aria-pressed", "true")
    auto.click()
    expect(auto).to_have_attribute("aria-pressed", "false")


def test_keep_bets_on_lays_the_bets_again_but_does_not_deal(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("banker").sees_stake("banker", "5")
    keep = patron.page.get_by_role("button", name="Keep bets on")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    patron.deals_and_sees_the_result()
    expect(patron.field("banker")).to_have_attribute("data-open", "true")
    patron.sees_stake("banker", "5")


def test_the_denomination_changes_what_a_chip_is_worth(patron: Patron) -> None:
    patron.opens("Interblock")
    patron.page.get_by_role("button", name=re.compile("One credit")).click()
    expect(patron.page.get_by_role("radio", name=re.compile(r"\b10\b"))).to_be_visible()
    patron.chooses_chip("10").bets("player").sees_stake("player", "10")


def test_the_playing_mode_waits_for_a_felt_without_bets(patron: Patron) -> None:
    patron.opens("Two Modes")
    modes = patron.page.get_by_role("radiogroup", name=re.compile("mode", re.IGNORECASE)).get_by_role("radio")
    modes.nth(1).click()
    expect(modes.nth(1)).to_have_attribute("aria-checked", "true")
    patron.chooses_chip("5").bets("banker-no-commission").sees_stake("banker-no-commission", "5")
    modes.nth(0).click()
    expect(modes.nth(1)).to_have_attribute("aria-checked", "true")


def test_limits_and_winnings_lie_over_the_fields(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("25").bets("tie").sees_stake("tie", "25")
    patron.page.keyboard.press("l")
    expect(patron.field("tie").get_by_text("min", exact=False)).to_be_visible()
    patron.page.keyboard.press("l")
    patron.page.keyboard.press("w")
    expect(patron.field("tie").get_by_text("wins 200")).to_be_visible()


def test_meters_follow_a_round(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("25").bets("player").bets("banker").sees_stake("banker", "25")

    def meter(name: str) -> Locator:
        return patron.page.locator(".meter").filter(has=patron.page.get_by_text(name, exact=True))

    expect(meter("Bet")).to_contain_text("50")
    expect(meter("Playable")).to_contain_text("9,950")
    expect(meter("Credit")).to_contain_text("9,950")
    patron.deals_and_sees_the_result().sees_no_stake("player")
    expect(meter("Last bet")).to_contain_text("50")
    expect(meter("Returned")).to_contain_text(re.compile("50|48.75"))  # one side won, or both came back
    expect(meter("Credit")).to_contain_text(re.compile("10,000|9,998.75"))


def test_special_bets_light_up_when_they_come_out_backed_or_not(visits: Visits) -> None:
    patron = visits.patron(infoHidden=False).enters().opens("Two Modes").chooses_chip("5")
    lit = patron.page.locator("aside li.lit")  # for four seconds
    for _ in range(20):
        patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result()
        if lit.count():
            break
        patron.sees_no_stake("player")
    expect(lit.first).to_be_visible()
    expect(lit.first.locator(".paid")).to_be_visible()


def test_the_column_beside_the_felt_opens_folds_and_hides(patron: Patron) -> None:
    patron.opens("Interblock").presses("Show special bets, shoe and winners")
    part = patron.page.get_by_role("button", name="Special bets", exact=True)
    part.click()
    expect(part).to_have_attribute("aria-expanded", "false")
    patron.page.get_by_role("button", name="Hide this column").click()
    expect(part).to_have_count(0)
    patron.page.get_by_role("button", name="Show special bets, shoe and winners").click()
    expect(part).to_be_visible()


def test_winners_of_the_last_round_stand_beside_the_felt(visits: Visits) -> None:
    patron = visits.patron(infoHidden=False).enters().opens("Two Modes").chooses_chip("5")
    winners = patron.page.locator("aside ol li.own")
    for _ in range(30):
        patron.bets("player").sees_stake("player", "5").deals_and_sees_the_result()
        if winners.count():
            break
        patron.sees_no_stake("player")
    expect(winners).to_contain_text(re.compile("You\\s*5"))


def test_the_keyboard_plays_a_round(patron: Patron) -> None:
    patron.opens("Interblock")
    patron.page.keyboard.press("3")
    patron.page.keyboard.press("p")
    patron.sees_stake("player", "25")
    patron.page.keyboard.press("d")
    patron.sees_stake("player", "50")
    patron.page.keyboard.press("Backspace")
    patron.sees_stake("player", "25")
    patron.page.keyboard.press("Space")
    patron.sees_rounds(1)


def test_credits_can_be_dimmed_and_values_shown_in_credits(patron: Patron) -> None:
    patron.opens("Interblock")
    patron.page.get_by_role("button", name="Dim the amounts").click()
    expect(patron.page.get_by_role("button", name="Show the amounts")).to_be_visible()
    patron.opens_menu("Options").get_by_role("radio", name="Credits").click()
    patron.closes_panel()
    patron.page.get_by_role("button", name=re.compile("One credit")).click()  # two currency units a credit
    patron.chooses_chip("25").bets("player").sees_stake("player", "25")


def test_every_round_of_a_table_closes_only_without_bets(patron: Patron) -> None:
    patron.opens("Interblock").chooses_chip("5").bets("player").sees_stake("player", "5")
    patron.goes_to_the_lobby()
    patron.page.get_by_role("button", name="Open Interblock", exact=True).click()
    patron.sees_stake("player", "5")


def test_two_tabs_of_one_patron_show_the_same_bets(visits: Visits) -> None:
    one = visits.patron().enters().opens("Interblock")
    other_page = one.page.context.new_page()
    other = Patron(other_page, one.address)
    other_page.goto(f"{one.address}/#/table/interblock")
    expect(other.field("player")).to_be_visible()
    one.chooses_chip("25").bets("player").sees_stake("player", "25")
    other.sees_stake("player", "25")


def _drag(patron: Patron, start: Locator, end: Locator) -> None:
    boxes = [each.bounding_box() for each in (start, end)]
    (x1, y1), (x2, y2) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    mouse = patron.page.mouse
    mouse.move(x1, y1)
    mouse.down()
    mouse.move((x1 + x2) / 2, (y1 + y2) / 2, steps=25)
    mouse.move(x2, y2, steps=25)
    mouse.up()


def test_a_refusal_sends_one_chip_home_and_is_forgotten_though_the_table_goes_on(patron: Patron) -> None:
    patron.opens("Clock").chooses_chip("1").waits_for_a_new_round().bets("player")
    said = patron.page.locator(".plate .text", has_text="is 5.")
    expect(said).to_be_visible()
    for _ in range(10):
        assert patron.page.locator(".flying").count() <= 1
        patron.page.wait_for_timeout(50)
    expect(said).to_have_count(0, timeout=15_000)
