"""A line that is cut in mid-round: the screen says so, comes back by itself, and no bet is lost or doubled."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visits
from tests.browser.cut_line import CutLine
from tests.browser.patron import Patron

SHOWN = ":not([role=status] *, [role=alert] *)"  # what readers were told stays for a while


@pytest.fixture
def line(address: str) -> Iterator[CutLine]:
    port = urlsplit(address).port
    assert port
    with CutLine(port) as line:
        yield line


NOTES_THE_PLATE = """() => {  // whatever it says, however soon the table's clock makes it say something else
  window.onPlate = [];
  new MutationObserver(() => {
    for (const each of document.querySelectorAll(".plate .text")) window.onPlate.push(each.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def distant(visits: Visits, line: CutLine) -> Patron:
    return visits.patron(address=f"http://127.0.0.1:{line.port}").enters()


def test_a_cut_in_mid_round_resumes_with_the_bet_settled(distant: Patron, line: CutLine) -> None:
    distant.opens("Clock").chooses_chip("25").waits_for_a_new_round().bets("banker")
    distant.sees_stake("banker", "25")
    line.cut()
    expect(distant.page.get_by_text("Reconnecting", exact=False).first).to_be_visible()
    distant.sees_stake("banker", "25")  # the last figures are kept
    line.mend()
    expect(distant.page.get_by_text("Reconnecting", exact=False).and_(distant.page.locator(SHOWN))).to_have_count(0)
    expect(distant.field("banker")).not_to_have_attribute("aria-label", re.compile("your stake"))
    record = distant.opens_menu("Play record")
    expect(record.get_by_role("button", name=re.compile("Clock"))).to_have_count(1)


def test_a_round_that_ended_while_nobody_looked_is_told_once(patron: Patron) -> None:
    page = patron.page
    patron.opens("Clock").chooses_chip("25").waits_for_a_new_round().bets("banker").sees_stake("banker", "25")
    played = re.search(r"Round (\d+)", page.locator(".stage .which").inner_text())
    assert played
    page.goto(f"{patron.address}/healthz")
    while not page.request.get(f"{patron.address}/api/record").json()["plays"]:  # until the round is over
        page.wait_for_timeout(100)
    page.goto(f"{patron.address}/")
    page.evaluate(NOTES_THE_PLATE)
    patron.opens("Clock")
    sentence = rf"^Round {played[1]}: staked 25, returned (0|25|48\.75)\.$"
    page.wait_for_function("sentence => onPlate.some((words) => words.match(sentence))", arg=sentence)
    noted = next(words for words in page.evaluate("onPlate") if re.match(sentence, words))
    returned = noted.split()[-1].rstrip(".")
    told = page.get_by_text(re.compile(sentence))
    page.reload()
    expect(page.get_by_role("button", name="Repeat", exact=True)).to_be_enabled()  # the seat has been told
    expect(told).to_have_count(0)
    expect(page.get_by_text("Returned", exact=True).locator("..")).to_have_text(f"Returned {returned}")


def test_a_bet_made_without_a_line_counts_once_when_it_is_back(distant: Patron, line: CutLine) -> None:
    distant.opens("Interblock").chooses_chip("25")
    line.cut()
    expect(distant.page.get_by_text("Reconnecting", exact=False).first).to_be_visible()
    line.mend()
    expect(distant.page.get_by_text("Reconnecting", exact=False).and_(distant.page.locator(SHOWN))).to_have_count(0)
    distant.bets("player").sees_stake("player", "25")
    expect(distant.page.get_by_text("9,975").first).to_be_visible()


@pytest.mark.parametrize("lost", ["on its way", "on the way back"])
def test_a_bet_that_is_lost_with_the_line_counts_once(visits: Visits, lost: str) -> None:
    patron = visits.patron()
    lines: list[WebSocketRoute] = []
    sent: list[str] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        is_bad = not lines
        lines.append(line)

        def from_page(message: str | bytes) -> None:
            is_a_bet = "place_wager" in str(message)
            if is_a_bet:
                sent.append(str(message))
            if not (is_bad and is_a_bet and lost == "on its way"):
                server.send(message)

        def from_server(message: str | bytes) -> None:
            is_about_a_bet = '"type":"answer"' in str(message) or '"type":"wagers"' in str(message)
            if not (is_bad and is_about_a_bet and lost == "on the way back"):
                line.send(message)

        line.on_message(from_page)
        server.on_message(from_server)

    patron.page.route_web_socket(lambda url: url.endswith("/ws"), carry)
    patron.enters().opens("Interblock").chooses_chip("25").bets("player")
    expect(patron.field("player").locator(".stack.pending")).to_be_visible()
    while not sent:  # taps on one field are gathered for a moment
        patron.page.wait_for_timeout(20)
    lines[0].close()
    expect(patron.field("player").locator(".stack.accepted")).to_be_visible()
    patron.sees_stake("player", "25")
    expect(patron.page.get_by_text("9,975").first).to_be_visible()
    assert len(set(sent)) == 1, "the same bet has the same id, however often it is sent"
    assert len(sent) == len(lines)
