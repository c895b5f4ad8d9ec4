"""`punto roads`: data, characters and pictures."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from punto.roads.picture import WIDTH
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


def test_json_tells_the_roads_apart(terminal: Terminal) -> None:
    """Streaks 1 2 3 1 1 4 2 1 1, worked out by hand from the rule."""
    row = json.loads(terminal.run("roads", "--json", given="BPPBBBPBPPPPBBPB").printed)
    assert row["big_eye"] == "BBRBBBRBRRBRBB"
    assert row["small"] == "BRBBBBRRBBBB"
    assert row["cockroach"] == "RBRRBBBBR"
    assert (row["ask_banker"], row["ask_player"]) == ("BRR", "RBB")


def test_without_colours_letters_tell_everything(terminal: Terminal) -> None:
    printed = terminal.run("roads", given="TTBbp9BTPBBPB8").printed.splitlines()
    assert printed[0].startswith("10 rounds   Player 2   Tie 3 (2 before the first win)   Banker 5   Player pairs 1   ")
    assert printed[0].endswith("   Banker pairs 1   Naturals 2")
    assert [line.rstrip() for line in printed[1:12]] == [
        "Main Road",
        "&B9  P   B   P   B8",
        " B 1 ·   B   ·   ·",
        " ·   ·   ·   ·   ·",
        " ·   ·   ·   ·   ·",
        " ·   ·   ·   ·   ·",
        " ·   ·   ·   ·   ·",
        "Big Eye Road                             Small Road                               Cockroach Road",
        "B                                        R                                        B",
        "B                                        R",
        "B                                        R",
    ]
    assert printed[15:18] == ["Bead plate", "T B ", "T B "]
    assert printed[22:24] == ["Ask Player R B R   Ask Banker B R B", "Good roads: Run after every Banker 逢莊連"]


@pytest.mark.parametrize(
    ("shoe", "cell"), [("Bp", "pB  "), ("BpT", "pB 1"), ("P8", " P8 "), ("B8", " B8 "), ("B" + "T" * 10, " B +")]
)
def test_a_cell_shows_all_that_happened(terminal: Terminal, shoe: str, cell: str) -> None:
    assert terminal.run("roads", given=shoe).printed.splitlines()[2] == cell


def test_in_colour_shapes_are_red_and_blue(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    printed = terminal.run("roads", given="BBPBTTTT").printed
    red, blue, green = "\x1b[31m", "\x1b[34m", "\x1b[1;32m"
    assert f"{blue}○" in printed, "the only mark of the Big Eye Road"
    assert "\x1b[1;31mB" in printed
    assert "\x1b[1;34mP" in printed
    assert f"{green}4" in printed
    player, banker = printed.split("Ask ")[1:3]
    assert (f"{red} ○" in player, f"{blue} ●" in player) == (True, True)
    assert (f"{blue} ○" in banker, f"{red} ●" in banker) == (True, True)


@pytest.mark.parametrize("columns", ["1", "5", "7", "30", "60"])
def test_a_narrow_terminal_shows_what_fits(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = terminal.run("roads", given="BPPBBBPBPPPPBBPB" * 6)
    assert ran.code == 0
    assert max(map(cell_len, ran.printed.splitlines())) <= max(int(columns), 2)


def test_a_good_road_can_be_left_out(terminal: Terminal) -> None:
    assert "Banker run" in terminal.run("roads", given="BBBB").printed
    assert "Banker run" not in terminal.run("roads", "--without", "long-banker", given="BBBB").printed
    assert terminal.run("roads", "--without", "x", given="B").refused.startswith(
        "punto: --without: 'x' is not a good road"
    )


def test_a_picture_has_its_title_and_may_come_with_data(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    ran = terminal.run("roads", "--svg", str(path), "--title", "Jade 3", "--json", given="B9")
    assert json.loads(ran.printed)["results"] == "B9"
    assert ">Jade 3</text>" in path.read_text(encoding="utf-8")


def test_a_png_has_letters_and_twice_the_pixels(terminal: Terminal, tmp_path: Path) -> None:
    path, plain = tmp_path / "a.png", tmp_path / "b.png"
    terminal.run("roads", "--png", str(path), "--title", "WWWWWW", given="B")
    terminal.run("roads", "--png", str(plain), "--title", " ", given="B")
    assert int.from_bytes(path.read_bytes()[16:20], "big") == 2 * WIDTH
    assert path.read_bytes() != plain.read_bytes(), "letters are drawn"


def test_nothing_is_drawn_when_a_later_line_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert terminal.run("roads", "--svg", str(path), given="B\nBBX\n").code == 2
    assert not path.exists()


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
        (["--svg", "{folder}/a.svg"], "B\nP\n", "line 2, 'P': a picture shows one shoe, and this is the second"),
        (["--svg", "{folder}/none/a.svg"], "B", "{folder}/none/a.svg: No such file or directory"),
        (["--png", "{folder}"], "B", "{folder}: Is a directory"),
        (["--png", "{folder}/a.png"], "", "--png: there is no shoe to draw"),
        (["--png", "{folder}/a", "--svg", "{folder}/a"], "B", "--svg and --png: both are {folder}/a"),
    ],
)
def test_what_cannot_be_drawn(terminal: Terminal, tmp_path: Path, arguments: list[str], given: str, says: str) -> None:
    ran = terminal.run("roads", *(argument.format(folder=tmp_path) for argument in arguments), given=given)
    assert ran.code == 2
    assert ran.refused == f"punto: {says.format(folder=tmp_path)}\n"


def test_naturals_can_be_left_out(terminal: Terminal) -> None:
    assert terminal.run("roads", given="B9").printed.splitlines()[2] == " B9 "
    assert terminal.run("roads", "--no-naturals", given="B9").printed.splitlines()[2] == " B  "
