"""Nothing on a screen tells a result before the cards that make it are shown there: on every book and kind of table,
at every size, in every frame."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from punto import books
from tests.browser.conftest import DESK, PHONE, Visits
from tests.browser.patron import Patron
from tests.browser.recorded_show import (
    Round,
    assert_cards_tell_first,
    is_shown,
    record_show,
    recorded_rounds,
    when_all_was_seen,
)
from tests.browser.served_punto import FLOOR, served_punto

SHOW_FLOOR = FLOOR.with_name("show_floor.toml")
EVERY_BOOK = {
    "Interblock": "interblock",
    "Push Seven": "interblock-push-seven",
    "Two Modes": "sa",
    "Colours": "multicolor",
    "Seven": "seven-luck",
    "Seven Plain": "seven-luck-no-commission",
    "Unsqueezed": "squeeze",  # to those who hold its cards, see below
}
STEP_MS = 100
PATIENCE_STEPS = 600


@pytest.fixture(scope="module")
def show_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_punto(tmp_path_factory.mktemp("show"), SHOW_FLOOR) as served:
        yield served


@pytest.fixture(scope="module")
def patient_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same floor with results that stand until they have been seen: for what takes one round and many frames."""
    folder = tmp_path_factory.mktemp("patient")
    config = folder / "floor.toml"
    text = SHOW_FLOOR.read_text(encoding="utf-8")
    config.write_text(re.sub(r"result_ms = [\d_]+", "result_ms = 120_000", text), encoding="utf-8")
    with served_punto(folder, config) as served:
        yield served


@pytest.fixture
def shows(browser: Browser, show_address: str) -> Iterator[Visits]:
    visits = Visits(browser, show_address)
    yield visits
    visits.end()
    assert visits.complaints == []


def sees_rounds(patron: Patron, count: int) -> list[Round]:
    """As many whole rounds as wanted, each to its end, while other people's clocks run."""
    for _ in range(PATIENCE_STEPS):
        rounds = recorded_rounds(patron.page)
        if len(rounds) >= count and is_shown(rounds[count - 1]):
            return rounds[:count]
        patron.page.wait_for_timeout(STEP_MS)
    raise AssertionError(f"{count} rounds were not shown to their end")


def deals_and_is_told_last(patron: Patron, rounds: int = 2) -> None:
    record_show(patron.page)
    for count in range(1, rounds + 1):
        patron.deals()
        shown = sees_rounds(patron, count)
        assert_cards_tell_first(shown[-1])
        if count < rounds:
            patron.repeats().sees_stake("player", "5")


def test_no_book_is_left_out() -> None:
    assert {book.id for book in books.EVERY_BOOK} == set(EVERY_BOOK.values())


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("title", EVERY_BOOK)
def test_cards_tell_first_on_every_book(shows: Visits, title: str, size: dict[str, int]) -> None:
    patron = shows.patron(size, motion="full").enters().opens(title).chooses_chip("5")
    patron.bets("player").sees_stake("player", "5").bets("banker").sees_stake("banker", "5")
    deals_and_is_told_last(patron)


@pytest.mark.parametrize("motion", ["brisk", "still"])
def test_cards_tell_first_however_they_move(shows: Visits, motion: str) -> None:
    patron = shows.patron(motion=motion).enters().opens("Interblock").chooses_chip("5")
    patron.bets("player").sees_stake("player", "5")
    deals_and_is_told_last(patron)


@pytest.mark.parametrize("title", ["Clock", "Lotus Live"])
def test_cards_tell_first_by_the_clock(shows: Visits, title: str) -> None:
    patron = shows.patron(motion="full").enters().opens(title).chooses_chip("5")
    patron.bets("banker").sees_stake("banker", "5")
    record_show(patron.page)
    for shown in sees_rounds(patron, 2):
        assert_cards_tell_first(shown)


def test_cards_tell_first_to_those_who_watch_a_squeeze(shows: Visits) -> None:
    patron = shows.patron(motion="full").enters().opens("Watched Squeeze")
    expect(patron.page.get_by_text("Place your bets").first).to_be_visible()
    record_show(patron.page)
    for shown in sees_rounds(patron, 2):
        assert_cards_tell_first(shown)


@pytest.mark.parametrize("opens", ["all at once", "one by one"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_cards_tell_first_to_their_holders(shows: Visits, opens: str, size: dict[str, int]) -> None:
    """The heading of the squeeze counts what lies open there; the result waits until the last card was looked at."""
    patron = shows.patron(size, motion="full").enters().opens("Squeeze").chooses_chip("10")
    patron.bets("player").sees_stake("player", "10").bets("banker").sees_stake("banker", "10")
    record_show(patron.page)
    patron.deals()
    shift = "true" if opens == "all at once" else "false"
    for _ in range(PATIENCE_STEPS):
        rounds = recorded_rounds(patron.page)
        if rounds and is_shown(rounds[0]):
            break
        there = patron.page.get_by_role("button", name="Open this card")
        click = f"new MouseEvent('click', {{ bubbles: true, shiftKey: {shift} }})"
        there.evaluate_all(f"all => all.forEach(each => each.dispatchEvent({click}))")  # if one is there
        patron.page.wait_for_timeout(STEP_MS)
    assert_cards_tell_first(recorded_rounds(patron.page)[0])


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["four-up", "tabs"])
def test_cards_tell_first_among_several_tables(shows: Visits, patient_address: str, size: dict[str, int]) -> None:
    patron = shows.patron(size, patient_address, motion="full").enters().opens("Interblock")
    for title in ("Seven", "Colours"):
        patron.goes_to_the_lobby().opens_beside(title)
    patron.goes_to_the_lobby().opens_beside("Two Modes").chooses_chip("5")
    patron.bets("player", "modes").sees_stake("player", "5", "modes")
    record_show(patron.page, 'article[aria-label="Two Modes"]' if size is DESK else None)
    deal = patron.page.get_by_role("article", name="Two Modes", exact=True) if size is DESK else patron.page
    deal.get_by_role("button", name="Deal", exact=True).first.click()
    assert_cards_tell_first(sees_rounds(patron, 1)[0])


NOTES_WINS = """open => {
  window.told = [];
  const wins = open.closest('article').querySelector('.bar[role="img"]');
  const look = () => {
    const now = wins.textContent;
    if (window.told.at(-1)?.now !== now) window.told.push({ at: Date.now(), now });
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_lobby_tells_a_result_after_the_table(shows: Visits) -> None:
    player, looker = shows.patron(motion="full").enters(), shows.patron(motion="full").enters()
    player.opens("Clock")
    record_show(player.page)
    looker.page.get_by_role("button", name="Open Clock", exact=True).evaluate(NOTES_WINS)
    shown = sees_rounds(player, 2)[-1]
    assert_cards_tell_first(shown)
    dealt_at = shown[0]["at"]
    looker.page.wait_for_function("at => window.told.some((each) => each.at > at)", arg=dealt_at)
    told_at = next(each["at"] for each in looker.page.evaluate("window.told") if each["at"] > dealt_at)
    early = when_all_was_seen(shown) - told_at
    assert early <= 0, f"the lobby told it {early} ms before the cards"


def test_a_hidden_tab_jumps_to_the_present(shows: Visits) -> None:
    """Nothing is replayed late: whoever comes back sees the result, with every card open."""
    patron = shows.patron(motion="full").enters().opens("Interblock").chooses_chip("5")
    patron.bets("player").sees_stake("player", "5")
    patron.page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { get: () => window.isAway ? 'hidden' : 'visible' })"
    )
    patron.deals()
    expect(patron.page.locator(".hand .mover").first).to_be_visible()
    patron.page.evaluate("window.isAway = true; document.dispatchEvent(new Event('visibilitychange'))")
    expect(patron.page.locator(".plate .text")).to_have_text(re.compile("wins|Tie|natural"))
    patron.page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert patron.page.locator(".hand .mover").count() == patron.page.locator(".hand .turner.open").count() >= 4


def test_the_burn_card_stands_with_its_own_shoe(shows: Visits) -> None:
    """As long as the first bets of the shoe are placed, and no longer."""
    patron = shows.patron(motion="full").enters().opens("Interblock").chooses_chip("5")
    burn = patron.page.get_by_text(re.compile(r"Burn card \S+, \d+ face down"))
    expect(burn).to_be_visible()
    patron.bets("player").sees_stake("player", "5")
    expect(burn).to_be_visible()
    patron.deals()
    expect(burn).to_have_count(0)
