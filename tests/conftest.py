"""What every test can ask for."""

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

from tests.cli.terminal import Terminal

# Examples are the same in every run, so that a red check is red for everybody.
settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("fixed")


MEMORY = "/dev/shm"
BYTES_FOR_FILES = 4 * 1024**3


def pytest_configure() -> None:
    """Files in memory, where there is room: what a killed process has written is there as on a disk, but a floor that
    waits for every write to reach a disk waits for minutes in all."""
    if os.path.isdir(MEMORY) and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= BYTES_FOR_FILES:
        os.environ.setdefault("TMPDIR", MEMORY)  # of the servers that tests start, too
        tempfile.tempdir = None  # to be looked up again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of a hundred servers compiles every module anew


@pytest.fixture(autouse=True)
def _logs_as_they_were(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A test that starts the server's log does not leave it, on a closed stream, to the next; nor loggers that have
    cached it, in which a later test would hear nothing."""
    root, configure = logging.getLogger(), structlog.configure
    before, level = list(root.handlers), root.level
    monkeypatch.setattr(structlog, "configure", lambda **all_: configure(**all_ | {"cache_logger_on_first_use": False}))
    yield
    structlog.reset_defaults()
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-screen", action="store_true", help="All browser tests, not the few of every run.")
