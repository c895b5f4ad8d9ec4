"""A pytest plugin that starts no test once `--seconds` have passed, and says how many it left out."""

import time

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, default=40.0, help="start no test after this many seconds")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Budget(config.getoption("--seconds")), "budget of seconds")


class Budget:
    def __init__(self, seconds: float) -> None:
        self._ends_at = time.monotonic() + seconds
        self._left_out: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        if time.monotonic() < self._ends_at:
            return None  # pytest runs it
        self._left_out.append(item.nodeid.partition("::")[0])
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._left_out:
            first = self._left_out[0]
            terminalreporter.write_line(f"time is up: {len(self._left_out)} tests were not run, from {first} on")
