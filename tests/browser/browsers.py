"""The system's Chromium, as the tests, the pictures and the figures use it."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def chromium(playwright: Playwright) -> Browser:
    program = os.environ.get("PUNTO_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert program, f"none of {', '.join(NAMES)} is installed"
    return playwright.chromium.launch(executable_path=program, args=OPTIONS)
