"""`punto roads`: data, characters and pictures."""

import json
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal


def test_json_has_a_line_for_each_shoe(terminal: Terminal) -> None:
    first, second = terminal.run("roads", "--json", given="TBBPT\n\nBp9PbT").printed.splitlines()
    assert json.loads(first) == {
        "results": "TBBPT",
        "leading_ties": 1,
        "main": [[0, 0, "B", 1], [0, 1, "B", 0], [1, 0, "P", 1]],
        "big_eye": "",
        "small": "",
        "cockroach": "",
        "ask_banker": "B--",
        "ask_player": "R--",
        "bead_plate": [[0, 0, "T"], [0, 1, "B"], [0, 2, "B"], [0, 3, "P"], [0, 4, "T"]],
    }
    assert json.loads(second)["results"] == "Bp9PbT"


def test_ties_alone_have_no_main_road(terminal: Terminal) -> None:
    row = json.loads(terminal.run("roads", "--json", given="TTT").printed)
    assert (row["main"], row["leading_ties"], row["ask_banker"]) == ([], 3, "---")


def test_ten_thousand_rounds_in_one_shoe(terminal: Terminal) -> None:
    text = "BBPTPB" * 1_666 + "B" * 4
    row = json.loads(terminal.run("roads", "--json", given=text).printed)
    assert len(row["bead_plate"]) == 10_000
    assert len(row["main"]) == 10_000 - text.count("T")
    assert terminal.run("roads", given=text).code == 0


def test_the_terminal_shows_every_road(terminal: Terminal) -> None:
    printed = terminal.run("roads", given="TTBbp9BTPBBPB8").printed.splitlines()
    assert printed[0].split() == [
        "10",
        "rounds",
        "Player",
        "2",
        "Tie",
        "3",
        "Banker",
        "5",
        "Player",
        "pairs",
        "1",
        "Banker",
        "pairs",
        "1",
        "Naturals",
        "2",
    ]
    assert printed[2].startswith("•92")
    assert printed[3].startswith(" B/")
    assert any("Ask Player" in line and "Ask Banker" in line for line in printed)


@pytest.mark.parametrize(("option", "start"), [("--svg", b"<svg "), ("--png", b"\x89PNG\r\n")])
def test_a_picture_is_written(terminal: Terminal, tmp_path: Path, option: str, start: bytes) -> None:
    path = tmp_path / "shoe"
    ran = terminal.run("roads", option, str(path), given="BBPTB\n")
    assert (ran.code, ran.printed, ran.refused) == (0, "", "")
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        ([], "BBX", "line 1, 'BBX': 'X' at position 3 is not B, P or T"),
        (["--json"], "BB\nBbb\n", "line 2, 'Bbb': 'Bbb' at position 1: b, p and one of 8 or 9 may follow, each once"),
        (["--svg", "{folder}/a.svg"], "B\nP\n", "line 2, 'P': a picture shows one shoe, and this is a second"),
        (["--svg", "{folder}/none/a.svg"], "B", "{folder}/none/a.svg: No such file or directory"),
        (["--png", "{folder}"], "B", "{folder}: Is a directory"),
        (["--png", "{folder}/a.png"], "", "--png: there is no shoe to draw"),
    ],
)
def test_what_cannot_be_drawn(terminal: Terminal, tmp_path: Path, arguments: list[str], given: str, says: str) -> None:
    ran = terminal.run("roads", *(argument.format(folder=tmp_path) for argument in arguments), given=given)
    assert ran.code == 2
    assert ran.refused == f"punto: {says.format(folder=tmp_path)}\n"


def test_naturals_can_be_left_out(terminal: Terminal) -> None:
    assert terminal.run("roads", given="B9").printed.splitlines()[2].startswith(" 9")
    assert terminal.run("roads", "--no-naturals", given="B9").printed.splitlines()[2].startswith(" B")
