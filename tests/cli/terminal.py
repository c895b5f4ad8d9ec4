"""A command run in this process, with what it read and printed."""

import io
import sys
from typing import NamedTuple

import pytest

from punto.cli import run


class Ran(NamedTuple):
    code: int
    printed: str
    refused: str


class Terminal:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        monkeypatch.delenv("COLUMNS", raising=False)  # a test runner may have one of its own
        self._capsys = capsys

    def run(self, *arguments: str, given: str | bytes = "") -> Ran:
        typed = given if isinstance(given, bytes) else given.encode()
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        code = run(list(arguments))
        printed, refused = self._capsys.readouterr()
        return Ran(code, printed, refused)
