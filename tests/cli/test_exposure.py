"""What `punto exposure` prints, draws and refuses."""

import json
from pathlib import Path

import pytest

from punto.books import SA
from tests.cli.terminal import Terminal


def test_tables_name_every_bet_four_times(terminal: Terminal) -> None:
    printed = terminal.run("exposure", "sa", "--shoes", "4", "--threads", "1").printed
    for bet in SA.bets:
        assert printed.count(f"│ {bet.title} ") >= 4
    assert "…" not in printed


def test_json_has_gains_tags_and_rounds(terminal: Terminal, tmp_path: Path) -> None:
    drawn = tmp_path / "exposure.svg"
    ran = terminal.run("exposure", "interblock", "--shoes", "4", "--cut-card", "100", "--json", "--svg", str(drawn))
    printed = json.loads(ran.printed)
    assert (printed["shoes"], printed["cut_card"], printed["seed"]) == (4, 100, 1)
    assert printed["shoes_by_round"][0] == 4
    banker = printed["bets"]["banker"]
    assert set(banker["perfect"]["open"]) == {"share_of_rounds", "units_per_100_rounds", "units_per_shoe", "mean_edge"}
    assert banker["linear"]["tags"]["4h"] > 0 > banker["linear"]["tags"]["6h"]
    assert "</svg>" in drawn.read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--shoes", "0"], "0 shoes cannot be counted; choose from 2 to 50,000"),
        (["--seed", "-1"], "the seed is -1; it must be from 0"),
        (["--cut-card", "3"], "the cut card lies 12 to 415 cards from the end, not 3"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--svg", "/nowhere/x.svg"], "/nowhere/x.svg: No such file or directory"),
    ],
)
def test_bad_input_is_refused_by_name(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("exposure", "sa", *arguments)
    assert ran.code == 2
    assert ran.printed == ""
    assert says in ran.refused
    assert ran.refused.count("\n") == 1
