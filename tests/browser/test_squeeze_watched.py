"""At a table with a lead the others see that patron's card bend, its underside blank, until it is turned."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import DESK, Visits
from tests.browser.served_punto import served_punto

FLOOR = """
name = "A floor with a lead"
is_demo = true
currency = "PLAY"
currency_digits = 2
play_credits = 10_000
hand_pay_above = 50_000
bots = false

[[tables]]
id = "interblock"
title = "Interblock"
book = "interblock"
kind = "on_demand"
chips = [1, 5]
min = 1
max = 100

[[tables]]
id = "lead"
title = "Lead"
book = "squeeze"
has_squeeze = true
has_lead = true
pace = { betting_ms = 30_000, hurry_ms = 500, card_ms = 100, result_ms = 1_500, shoe_change_ms = 300, squeeze_ms = 120_000, third_squeeze_ms = 4_000 }
chips = [2, 10, 50, 100]
min = 2
max = 1_000
side_max = 100
"""  # noqa: E501 (one line of a floor file)

HAS_RISEN = "card => Promise.all(card.closest('.place').getAnimations().map((each) => each.finished))"


def test_others_watch_the_leads_card_bend(visits: Visits, tmp_path: Path) -> None:
    config = tmp_path / "lead.toml"
    config.write_text(FLOOR, encoding="utf-8")
    with served_punto(tmp_path, config) as address:
        lead = visits.patron(DESK, address, squeezeDrawing="paper").enters().opens("Lead").chooses_chip("50")
        smaller = visits.patron(DESK, address, squeezeDrawing="paper").enters().opens("Lead").chooses_chip("10")
        time_for_both = re.compile(r"^(1[5-9]|2\d|30) seconds left")
        expect(lead.page.get_by_role("timer").first).to_have_attribute("aria-label", time_for_both)
        lead.bets("player").sees_stake("player", "50")
        smaller.bets("player").sees_stake("player", "10")
        card = lead.page.locator(".card[data-state]").first
        expect(card).to_have_attribute("data-ready", "true")
        expect(smaller.page.locator("[data-squeeze]")).to_have_count(0)
        card.evaluate(HAS_RISEN)
        box = card.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] - 5, box["y"] + box["height"] - 5
        lead.page.mouse.move(x, y)
        lead.page.mouse.down()
        lead.page.mouse.move(x - 120, y - 150, steps=12)
        watched = smaller.page.locator(".own .card[data-state]").first
        expect(watched).to_have_attribute("data-state", "pulled")
        expect(watched).to_have_attribute("data-grip", "bottom_right")
        expect(smaller.page.locator("[data-squeeze]")).to_contain_text("opens")
        assert smaller.page.locator("[data-squeeze] .card > .open").count() == 0
        lead.page.wait_for_timeout(150)
        lead.page.mouse.up()
        expect(card).to_have_attribute("data-state", "rests")
        expect(watched).to_have_attribute("data-state", "pulled")  # it stays as the lead left it
        card.dblclick()
        expect(watched).to_have_attribute("data-state", "open")
        expect(smaller.page.locator("[data-squeeze] .card > .open")).to_have_count(1)
