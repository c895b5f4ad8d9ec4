"""The few browser tests that are part of every run: each of their names is a test, or it would silently be none."""

import subprocess
import sys
from pathlib import Path

from tests.browser.conftest import IN_EVERY_RUN

ROOT = Path(__file__).parents[2]


def test_each_screen_of_every_run_is_a_test() -> None:
    """Collected, not run: no browser is started."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--every-screen", "-p", "no:cacheprovider"]
    ran = subprocess.run([*command, "tests/browser"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    names = {line.partition("::")[2] for line in ran.stdout.splitlines()}
    assert [name for name in IN_EVERY_RUN if name not in names] == []
