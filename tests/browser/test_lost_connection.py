"""A line that is cut in mid-round: the screen says so, comes back by itself, and no bet is lost or doubled."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.cut_line import CutLine
from tests.browser.patron import Patron


@pytest.fixture
def line(address: str) -> Iterator[CutLine]:
    port = urlsplit(address).port
    assert port
    with CutLine(port) as line:
        yield line


@pytest.fixture
def distant(visits: Visits, line: CutLine) -> Patron:
    return visits.patron(address=f"http://127.0.0.1:{line.port}").enters()


def test_a_cut_in_mid_round_resumes_with_the_bet_settled(distant: Patron, line: CutLine) -> None:
    distant.opens("Clock").chooses_chip("25").bets("banker").sees_stake("banker", "25")
    line.cut()
    expect(distant.page.get_by_text("Reconnecting", exact=False).first).to_be_visible()
    distant.sees_stake("banker", "25")  # the last figures are kept
    line.mend()
    expect(distant.page.get_by_text("Reconnecting", exact=False)).to_have_count(0, timeout=30_000)
    expect(distant.field("banker")).not_to_have_attribute("aria-label", re.compile("your stake"), timeout=30_000)
    record = distant.opens_menu("Play record")
    expect(record.get_by_role("button", name=re.compile("Clock"))).to_have_count(1)


def test_a_bet_made_without_a_line_counts_once_when_it_is_back(distant: Patron, line: CutLine) -> None:
    distant.opens("Interblock").chooses_chip("25")
    line.cut()
    expect(distant.page.get_by_text("Reconnecting", exact=False).first).to_be_visible()
    line.mend()
    expect(distant.page.get_by_text("Reconnecting", exact=False)).to_have_count(0, timeout=30_000)
    distant.bets("player").sees_stake("player", "25")
    expect(distant.page.get_by_text("9,975").first).to_be_visible()
