"""`punto report` writes what its ending says, and refuses before it works."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

QUICK = ["--shoes", "2", "--coups", "100000", "--threads", "1"]


@pytest.mark.parametrize(("ending", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-"), ("xlsx", b"PK")])
def test_the_ending_decides_the_form(terminal: Terminal, tmp_path: Path, ending: str, begins: bytes) -> None:
    path = tmp_path / f"report.{ending}"
    ran = terminal.run("report", "interblock", "-o", str(path), *QUICK)
    assert (ran.code, ran.refused) == (0, "")
    assert path.read_bytes().startswith(begins)


def test_another_number_of_decks_is_reported(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    terminal.run("report", "interblock", "-o", str(path), "--decks", "6", *QUICK)
    assert "312 cards, 6 × 52" in path.read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sa", "-o", "/nowhere/report.html"], "/nowhere/report.html: No such file or directory"),
        (["sa", "-o", "/proc/report.html"], "/proc/report.html: No such file or directory"),
        (["sa", "-o", "report.doc"], "--output: report.doc does not end in .html, .pdf or .xlsx"),
        (["sa"], "Missing option '--output'"),
        (["nope", "-o", "report.html"], "BOOK: 'nope' is not a book"),
    ],
)
def test_bad_input_is_refused_by_name(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("report", *arguments)
    assert ran.code == 2
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--coups", "0"], "--coups: "),
        (["--shoes", "0"], "punto: --shoes: 0 shoes cannot be counted; choose from 2 to 10,000,000"),
        (["--seed", "-1"], "punto: --seed: a seed is a whole number from 0"),
        (["--cut-card", "414"], "punto: --cut-card: a cut card 414 from the end of 416 cards leaves no round"),
    ],
)
def test_a_refused_report_leaves_no_file(terminal: Terminal, tmp_path: Path, arguments: list[str], says: str) -> None:
    path = tmp_path / "report.html"
    ran = terminal.run("report", "interblock", "-o", str(path), *QUICK, *arguments)
    assert ran.code == 2
    assert says in ran.refused
    assert not path.exists()


def test_a_file_that_is_there_stays_when_the_report_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("the last one")
    assert terminal.run("report", "interblock", "-o", str(path), *QUICK, "--seed", "-1").code == 2
    assert path.read_text() == "the last one"
