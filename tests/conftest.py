"""What every test can ask for."""

import pytest
from hypothesis import settings

from tests.cli.terminal import Terminal

# Examples are the same in every run, so that a red check is red for everybody.
settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("fixed")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-screen", action="store_true", help="All browser tests, not the few of every run.")
