"""A real server and a real browser, once a worker; a page of a fresh patron for each test."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.browsers import chromium
from tests.browser.patron import PATIENCE_MS, Patron
from tests.browser.served_punto import served_punto

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

IN_EVERY_RUN = (  # the rest takes minutes: `make screens`
    "test_the_entrance[desk]",
    "test_four_tables[night]",
    "test_the_record_shows_a_round_and_replays_it",
    "test_double_and_raise",
    "test_rules_and_returns_are_one_click_from_a_table[phone]",
    "test_words_go_into_the_coming_shoe_and_the_finished_one_is_checked",
    "test_a_cut_in_mid_round_resumes_with_the_bet_settled",
    "test_a_tapped_mark_lights_the_round_everywhere_and_shows_its_cards",
    "test_a_patron_plays_two_rounds[desk-Colours]",
    "test_a_patron_plays_two_rounds[phone-Two Modes]",
    "test_four_tables_are_bet_on_repeated_and_cleared_together",
    "test_a_card_is_peeled_from_all_eight_directions_and_laid_back[mouse]",
    "test_cards_tell_first_on_every_book[Two Modes-desk]",
    "test_a_hidden_tab_jumps_to_the_present",
    "test_a_void_round_is_called_void_at_the_table_and_in_the_record",
    "test_a_guest_registers_in_mid_round_and_plays_on",
    "test_a_shoe_is_dealt_by_hand_with_everything_that_can_go_wrong",
    "test_a_storm_is_seen_before_the_deal_paid_for_and_replayed",
    "test_a_wall_display_shows_the_storm_before_the_first_card",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every run has a few screens; `--every-screen` has them all."""
    if config.getoption("--every-screen"):
        return
    here = Path(__file__).parent
    left_out = [item for item in items if here in item.path.parents and item.name not in IN_EVERY_RUN]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_punto(tmp_path_factory.mktemp("floor")) as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        yield browser
        browser.close()


class Visits:
    """New patrons, each with a browser profile of their own. What a page complains about fails its test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def patron(self, size: dict[str, int] = DESK, address: str | None = None, **settings: object) -> Patron:
        chosen = {"firstVisitDone": True, "language": "en", "motion": "brisk", **settings}
        context = self._browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=size["width"] < 600,
            service_workers="block",
        )
        kept = json.dumps(json.dumps(chosen))
        context.add_init_script(
            f"if (!localStorage.getItem('punto.settings')) localStorage.setItem('punto.settings', {kept})"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return Patron(page, address or self._address)

    def end(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def visits(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visits]:
    visits = Visits(browser, address)
    yield visits
    _keep_pictures(visits, request)
    visits.end()
    assert visits.complaints == []


def _keep_pictures(visits: Visits, request: pytest.FixtureRequest) -> None:
    """As each test left its pages, when somebody wants to look: `PUNTO_PICTURES=folder`."""
    folder = os.environ.get("PUNTO_PICTURES")
    if folder:
        for place, context in enumerate(visits.contexts):
            for page in context.pages:
                page.screenshot(path=Path(folder) / f"{request.node.name[:60].replace('/', '_')}-{place}.png")


@pytest.fixture
def patron(visits: Visits) -> Patron:
    return visits.patron().enters()


@pytest.fixture
def phone(visits: Visits) -> Patron:
    return visits.patron(PHONE).enters()
