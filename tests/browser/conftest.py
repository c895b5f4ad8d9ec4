"""A real server and a real browser, once a worker; a page of a fresh patron for each test."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.browsers import chromium
from tests.browser.patron import Patron
from tests.browser.served_punto import served_punto

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 45_000  # on a busy machine; what is there is seen at once

expect.set_options(timeout=PATIENCE_MS)


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
            viewport={"width": size["width"], "height": size["height"]}, has_touch=size["width"] < 600
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
