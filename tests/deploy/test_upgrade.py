"""Parts of the upgrade drill, which itself is run by `make drill`: which release it goes from, and the page's steps."""

import subprocess
import sys
from pathlib import Path

import pytest

from deploy.upgrade.releases import LINK, SIGNALS, link_version

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('"""A link."""\n\nVERSION = 1  # of this protocol\n', "1"),
        ("VERSION = 12\n", "12"),
        ("# no VERSION = 3 yet\n", ""),
        ("", ""),  # a commit before there were edges
    ],
)
def test_releases_fit_together_by_the_version_of_their_link(text: str, version: str) -> None:
    assert link_version(text) == version


def test_the_drill_finds_what_it_asks_of_a_release_in_this_one() -> None:
    """By their names: files may have moved since."""
    [link], [signals] = (list(ROOT.glob(f"src/**/{each}")) for each in (LINK, SIGNALS))
    assert link_version(link.read_text(encoding="utf-8"))
    assert "SIGUSR2" in signals.read_text(encoding="utf-8")


def test_a_release_that_git_does_not_know_ends_the_drill_with_one_line() -> None:
    command = [sys.executable, "-m", "deploy.upgrade", "--from", "no-such-release"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert ran.stderr.startswith("The drill has failed: ")
    assert "no-such-release" in ran.stderr
