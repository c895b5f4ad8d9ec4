"""`punto load` loads servers on this machine only, and says in one line why it cannot."""

import csv
import io

import pytest

from punto.cli import run
from punto.cli.trials import load
from punto.trials.load.reading import Reading, at_least
from tests.cli.terminal import Terminal


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--url", "http://198.51.100.7:8000"], "is not a server on this machine"),
        (["--url", "https://127.0.0.1"], "is not a server on this machine"),
        (["--url", "http://127.0.0.1:99999"], "is not an address"),
        (["--url", "http://127.0.0.1:1"], "the load stopped"),
        (["--url", "http://127.0.0.1:1", "--fuzz", "10"], "--fuzz"),
        (["--fuzz", "10", "--database", "postgresql://x"], "takes no --database"),
        (["--patrons", "3"], "--patrons"),
    ],
)
def test_what_cannot_be_loaded(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", *arguments]) == 2
    said = capsys.readouterr().err
    assert complaint in said.splitlines()[-1]


def test_measured_figures_are_one_file_for_programs(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = [at_least("bets", 15_000, 12_000, "/s"), Reading(what="memory", measured=0.2, unit="GB")]
    monkeypatch.setattr(load, "_measure", lambda *_: readings)
    rows = list(csv.DictReader(io.StringIO(terminal.run("load", "--csv").printed)))
    assert [(row["what"], row["measured"], row["limit"], row["ratio"]) for row in rows] == [
        ("bets", "15000", "12000", "1.25"),
        ("memory", "0.2", "", ""),
    ]
