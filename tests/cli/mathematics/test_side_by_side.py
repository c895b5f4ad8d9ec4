"""`punto compare`, `removal`, `price`, mixes of bets, and the files that every table can be written to."""

import csv
import inspect
import io
import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import polars
import pytest

from punto.cli import COMMANDS, function_of
from tests.cli.terminal import Terminal

SHOES = "burn 7h\n4h 2d / 4c Td 3s\n9h 8d / 4c 4d\n\nAs 2d 6c / Kh 7c\n"


@pytest.fixture
def shoes(tmp_path: Path) -> str:
    path = tmp_path / "shoes.txt"
    path.write_text(SHOES)
    return str(path)


def test_books_and_decks_stand_side_by_side(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = terminal.run("compare", "interblock", "interblock@6").printed
    assert "decks, interblock@6: 6 × 52" in printed
    assert "│ Banker      │   1.0579 % │" in printed
    assert "│     1.0558 % │" in printed
    assert max(map(len, printed.splitlines())) <= 80
    rows = json.loads(terminal.run("compare", "interblock", "ez-baccarat", "--json").printed)["bets"]
    assert {row["book"] for row in rows} == {"interblock", "ez-baccarat"}


@pytest.mark.parametrize("columns", ["80", "120"])
def test_three_books_are_compared_with_all_their_pays(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    printed = terminal.run("compare", "sa", "squeeze", "seven-luck").printed
    heads = [line for line in printed.splitlines() if line.startswith("┃")]
    assert sum(line.count("edge,") for line in heads) == 3
    assert sum(line.count("pays,") for line in heads) == 3
    assert "…" not in printed
    assert " 1 · 30 · 10 · 6 · 4 · 2 · 1 │" in printed
    assert max(map(len, printed.splitlines())) <= int(columns)


def test_long_pays_are_folded(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = terminal.run("compare", "interblock", "storm").printed
    assert " 5.88 · 3.6 · 2.08 · 1.32 · │" in printed
    assert " 0.56 │" in printed


def test_pays_that_are_the_same_are_shown_once(terminal: Terminal) -> None:
    printed = terminal.run("compare", "sa", "sa@6", "sa@1").printed
    assert sum(line.count("pays,") for line in printed.splitlines() if line.startswith("┃")) == 1


def test_effects_of_removal_are_shown_by_card(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = terminal.run("removal", "interblock").printed
    assert "T J Q K" in printed
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= 80
    told = json.loads(terminal.run("removal", "interblock", "--bet", "tie", "--json").printed)
    assert list(told["bets"]) == ["tie"]
    assert told["bets"]["tie"]["cards"]["6"]["effect"] == pytest.approx(-0.00116, abs=1e-5)


def test_real_rounds_are_priced(terminal: Terminal, shoes: str) -> None:
    printed = terminal.run("price", "interblock", shoes, "--bet", "player", "--bet", "banker").printed
    assert [f"shoe {number}:" in printed for number in (1, 2, 3)] == [True, True, False]
    assert "1 4h 2d / 4c Td 3s" in printed
    rows = json.loads(terminal.run("price", "interblock", shoes, "--bet", "banker", "--json").printed)
    assert [(row["shoe"], row["round"], row["unseen"], row["paid"]) for row in rows] == [
        (1, 1, 415, 0.95),
        (1, 2, 410, 0.95),
        (2, 1, 416, -1.0),
    ]


def test_real_rounds_make_roads(terminal: Terminal, shoes: str) -> None:
    lines = terminal.run("roads", "--shoes-file", shoes, "--book", "interblock", "--json").printed.splitlines()
    assert [json.loads(line)["results"] for line in lines] == ["BBb8", "P"]


@pytest.mark.parametrize("strategy", ["flat", "kelly", "follow-the-road"])
def test_real_rounds_are_played_once_and_in_order(terminal: Terminal, shoes: str, strategy: str) -> None:
    told = json.loads(terminal.run("stake", "interblock", strategy, "--shoes-file", shoes, "--json").printed)
    assert (told["sessions"], told["coups"]) == (1, 3)
    if strategy == "flat":
        assert told["ending"]["mean"] == pytest.approx(200 + 0.95 + 0.95 - 1)


def test_a_mix_of_bets_has_its_edge_and_its_worst_round(terminal: Terminal) -> None:
    printed = terminal.run("odds", "interblock", "--mix", "banker=10 tie=1").printed
    assert "2.2672 %" in printed
    told = json.loads(terminal.run("odds", "interblock", "--mix", "banker=10 player=10 tie=1", "--json").printed)
    assert told["largest_payout"] == "8"


@pytest.mark.parametrize(
    "arguments",
    [
        ["books"],
        ["bets"],
        ["odds", "interblock"],
        ["odds", "interblock", "--bands"],
        ["odds", "interblock", "--covariance"],
        ["odds", "interblock", "--mix", "tie=1"],
        ["design", "interblock", "--bet", "tie", "--target-edge", "5"],
        ["compare", "interblock", "squeeze"],
        ["removal", "interblock"],
        ["exposure", "interblock", "--shoes", "4"],
        ["simulate", "interblock", "--coups", "10000", "--seed", "1"],
        ["stake", "interblock", "flat", "--sessions", "3", "--coups", "20", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_every_table_can_be_csv_and_parquet(terminal: Terminal, tmp_path: Path, arguments: list[str]) -> None:
    rows = list(csv.reader(io.StringIO(terminal.run(*arguments, "--csv").printed)))
    written = tmp_path / "table.parquet"
    ran = terminal.run(*arguments, "--parquet", str(written))
    assert (ran.code, ran.printed) == (0, "")
    frame = polars.read_parquet(written)
    assert frame.columns == rows[0]
    assert frame.height == len(rows) - 1 > 0


def prints_a_table(module: ModuleType) -> bool:
    """Whether a command draws one itself or has it drawn by a file of `output`."""
    used = {getattr(each, "__module__", "") for each in vars(module).values()}
    drawing = {name for name in used if name.startswith("punto.cli.output.") and "rich.table" in source(name)}
    return bool(drawing) or "rich.table import Table" in source(module.__name__)


def source(module: str) -> str:
    return inspect.getsource(import_module(module))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_prints_a_table_writes_csv_and_parquet_too(command: str) -> None:
    function = function_of(command)
    module = import_module(function.__module__)
    taken = set(inspect.signature(function).parameters)
    assert prints_a_table(module) == ({"as_json", "as_csv", "parquet"} <= taken)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "sa"], "BOOK: 1 given; from 2 to 6 can be compared"),
        (["compare", "sa", "sa@x"], "BOOK: 'sa@x': a whole number of decks follows @, as in sa@6"),
        (["compare", "sa", "sa@0"], "BOOK: 'sa@0': from 1 to 26 decks of 52 cards can be counted, not 0"),
        (["compare", "sa", "sa@27"], "BOOK: 'sa@27': from 1 to 26 decks of 52 cards can be counted, not 27"),
        (["odds", "sa", "--decks", "0"], "--decks: from 1 to 26 decks of 52 cards can be counted, not 0"),
        (["removal", "sa", "--decks", "27"], "--decks: from 1 to 26 decks of 52 cards can be counted, not 27"),
        (["bets", "--decks", "1000"], "--decks: from 1 to 26 decks of 52 cards can be counted, not 1,000"),
        (["compare", "sa", "nope"], "BOOK: 'nope' is not a book"),
        (["compare", "sa", "sa@6+dragon-7"], "BOOK: 'sa@6+dragon-7': decks come last; write sa+dragon-7@6"),
        (["odds", "sa@6"], "BOOK: 'sa@6': write sa --decks 6"),
        (["odds", "sa@6+dragon-7"], "BOOK: 'sa@6+dragon-7': write sa+dragon-7 --decks 6"),
        (["removal", "mine.py@6"], "BOOK: 'mine.py@6': write mine.py --decks 6"),
        (["simulate", "sa@6"], "BOOK: 'sa@6': only `punto compare` takes decks like that; write sa"),
        (["removal", "sa", "--bet", "x"], "--bet: book 'sa' has no bet 'x'"),
        (["price", "sa", "/nowhere"], "/nowhere: No such file or directory"),
        (["roads", "--shoes-file", "/nowhere"], "--shoes-file: name the --book whose cards they are"),
        (["odds", "--mix", "tie=1"], "--mix: name the BOOK whose bets they are"),
        (["odds", "sa", "--mix", "tie"], "--mix: 'tie' has no stake; write 'banker=10 tie=1'"),
        (["odds", "sa", "--csv", "--bands", "--covariance"], "--bands: a file has one table; leave out --covariance"),
        (["books", "--csv", "--json"], "--csv: --json is there already; choose one of them"),
    ],
)
def test_bad_input_is_refused_in_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run(*arguments)
    assert (ran.code, ran.printed) == (2, "")
    assert ran.refused.startswith(f"punto: {says}")
    assert ran.refused.count("\n") == 1


def test_a_file_with_a_wrong_round_is_refused_by_its_line(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("4h 2d / 4c Td 3s\n4h 2d / 4c Td\n")
    ran = terminal.run("price", "sa", str(path))
    assert ran.refused == f"punto: {path}: line 2, '4h 2d / 4c Td': Banker needs another card after 4\n"
    path.write_bytes(b"\xff\xfe")
    assert terminal.run("price", "sa", str(path)).refused == f"punto: {path}: it is not text in UTF-8\n"


def test_without_a_library_a_parquet_file_is_refused_before_the_work(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("punto.analysis.tabular.LIBRARIES", ())
    ran = terminal.run("books", "--parquet", str(tmp_path / "books.parquet"))
    assert ran.refused.startswith(
        "punto: --parquet: neither Polars nor pandas is installed: pip install '.[frames]' in"
    )
