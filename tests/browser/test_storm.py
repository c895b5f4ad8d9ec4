"""A table with storms: struck cards before the deal, the fee on the rail, a bet settled with it, and the replay."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.patron import Patron
from tests.browser.test_accessibility import no_violation

STRUCK = re.compile(r"^Storm: (\w+ of \w+ times \d(, )?){4,6}$")
CARD = re.compile(r"^(10|[2-9AJQK])[♠♥♦♣]")
LAST_PLAY = "async () => (await (await fetch('/api/record?limit=1')).json()).plays[0]"


def test_a_storm_is_seen_before_the_deal_paid_for_and_replayed(visits: Visits) -> None:
    patron = visits.patron(motion="still").enters().opens("Stormy").chooses_chip("25")
    patron.bets("player").sees_stake("player", "25")
    expect(patron.page.get_by_text("Bet · fee 5")).to_be_visible()
    _sees_the_storm_and_the_result(patron)
    play = patron.page.evaluate(LAST_PLAY)
    assert play["fee"] == (0 if play["winner"] == "tie" else 500)
    paid = {"player": 2_000 * (1 + play["multiplier"]), "banker": 0, "tie": 2_500}
    assert play["returned"] == paid[play["winner"]]
    _replays_it(patron, play["struck"].count("x"), play["fee"])


def test_a_wall_display_shows_the_storm_before_the_first_card(visits: Visits) -> None:
    visitor = visits.patron()
    visitor.page.goto(f"{visitor.address}/display/gale")
    storm, card = (visitor.page.get_by_role("img", name=name) for name in (STRUCK, CARD))
    expect(visitor.page.get_by_role("main").filter(has=storm, has_not=card)).to_be_visible()
    no_violation(visitor.page)


def _sees_the_storm_and_the_result(patron: Patron) -> None:
    """Cards come only after the storm has been seen, and it stays in sight."""
    before = patron.rounds_on_the_plate()
    patron.deals()
    storm, card = patron.page.get_by_role("img", name=STRUCK), patron.page.locator('[data-anchor^="card:"] > *')
    expect(patron.page.locator("body").filter(has=storm, has_not=card)).to_be_visible()
    expect(patron.page.get_by_text("Storm: these cards multiply wins").first).to_be_visible()
    told = patron.page.get_by_role("status").get_by_text(re.compile("^Storm: .* times"))
    expect(told).to_have_count(1)
    no_violation(patron.page)
    patron.sees_rounds(before + 1)


def _replays_it(patron: Patron, struck: int, fee: int) -> None:
    record = patron.opens_menu("Play record")
    record.get_by_role("button", name=re.compile("Stormy")).first.click()
    expect(record.get_by_role("img", name=STRUCK)).to_be_visible()
    expect(record.get_by_role("columnheader", name="Fee")).to_have_count(1 if fee else 0)
    no_violation(patron.page)
    record.get_by_role("button", name="Replay").click()
    replay = patron.page.get_by_role("dialog", name="Replay")
    expect(replay.get_by_role("img", name=STRUCK).get_by_text(re.compile(r"^×\d$"))).to_have_count(struck)
    expect(replay.get_by_text(re.compile("wins|Tie at")).first).to_be_visible()
    no_violation(patron.page)
