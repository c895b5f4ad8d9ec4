"""Whole rounds on every book, on a big screen and in the hand: chips down, cards out, a mark on the road."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visits

EVERY_BOOK = [
    # title          fields that the book has beside the main three
    ("Interblock", ["player-pair", "banker-pair"]),
    ("Push Seven", ["player-pair", "banker-pair"]),
    ("Two Modes", ["player-pair", "any-pair", "perfect-pair", "banker-pair"]),
    ("Colours", ["plus-2", "plus-3", "minus-2", "minus-3"]),
    ("Seven", ["player-pair", "fortune-six", "banker-pair"]),
    ("Seven Plain", ["player-pair", "fortune-six", "banker-pair"]),
]


@pytest.mark.parametrize(("title", "sides"), EVERY_BOOK, ids=[title for title, _ in EVERY_BOOK])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_patron_plays_two_rounds(visits: Visits, title: str, sides: list[str], size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens(title).chooses_chip("5")
    for bet in ("player", "tie", "banker", *sides):
        patron.bets(bet).sees_stake(bet, "5")
    patron.deals_and_sees_the_result()
    patron.repeats().sees_stake("player", "5").sees_stake(sides[-1], "5")
    patron.deals_and_sees_the_result()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_patron_opens_the_cards_of_a_squeeze(visits: Visits, size: dict[str, int]) -> None:
    patron = visits.patron(size).enters().opens("Squeeze").chooses_chip("10").bets("player").sees_stake("player", "10")
    patron.bets("small").sees_stake("small", "10")
    patron.presses("Deal")
    opens = patron.page.get_by_role("button", name="Open this card")
    opens.click()
    while patron.rounds_on_the_plate() == 0:  # a third card is a stage of its own
        opens.evaluate_all("buttons => buttons.forEach(button => button.click())")  # if one is there
        patron.page.wait_for_timeout(100)
    patron.sees_rounds(1)


def test_winners_are_named_after_a_round_and_nothing_is_said_before(visits: Visits) -> None:
    patron = visits.patron(infoHidden=False).enters().opens("Interblock").bets("player").sees_stake("player", "5")
    winners = patron.page.locator("section").filter(has=patron.page.get_by_role("heading", name="Winners"))
    expect(winners).to_have_text("Winners")
    patron.deals_and_sees_the_result()
    expect(winners).to_contain_text(re.compile("You|Nobody won more than they staked"))


def test_a_round_by_the_clock(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Clock").chooses_chip("25").waits_for_a_new_round()
    patron.bets("banker").sees_stake("banker", "25")
    before = patron.rounds_on_the_plate()
    expect(patron.page.get_by_text(re.compile("Hurry up|Bets closed|Dealing")).first).to_be_visible()
    patron.sees_rounds(before + 1)


def test_a_live_table_works_while_its_picture_fails(visits: Visits) -> None:
    patron = visits.patron().enters().opens("Lotus Live")
    expect(patron.page.get_by_text("No video at the moment.")).to_be_visible()
    patron.chooses_chip("5").waits_for_a_new_round().bets("player").sees_stake("player", "5")
    before = patron.rounds_on_the_plate()
    patron.sees_rounds(before + 1)
    patron.presses("Dispute")
    expect(patron.page.get_by_role("button", name="Disputed")).to_be_disabled()
