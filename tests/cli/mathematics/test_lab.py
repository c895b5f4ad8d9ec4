"""`punto lab` from one end to the other, in a small size: a whole pack, and what it says of parts that are missing."""

import json
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from punto.lab.clauses.points import NAMED_TESTS
from punto.lab.randomness import add_randomness
from punto.lab.randomness.drawn_shoes import draw_shoes
from punto.lab.release.source_tree import MARKS
from tests.cli.terminal import Terminal

QUICK = ["--shoes", "300", "--coups", "100000", "--exposure-shoes", "2", "--floor-seconds", "3", "--threads", "1"]


def junit(folder: Path) -> Path:
    """Of a run in which all tests that the points name have passed."""
    tests = sorted(NAMED_TESTS)
    cases = (
        f'<testcase classname="{file.removesuffix(".py").replace("/", ".")}" name="{name}"/>'
        for file, _, name in (test.partition("::") for test in tests)
    )
    path = folder / "run.xml"
    path.write_text(f"<testsuites>{''.join(cases)}</testsuites>")
    return path


def test_a_pack_holds_what_its_index_lists(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of shoes that are always the same: of sound ones, one pack in a hundred fails."""
    monkeypatch.setattr(add_randomness, "draw_shoes", partial(draw_shoes, source=Random(2).randbytes))
    folder = tmp_path / "pack"
    ran = terminal.run("lab", "storm", "-o", str(folder), *QUICK, "--no-build", "--junit", str(junit(tmp_path)))
    assert ran.code == 0, ran.refused
    manifest = json.loads((folder / "manifest.json").read_text())
    parts = {part["title"]: part for part in manifest["parts"]}
    assert list(parts) == [
        "Mathematics",
        "Rules",
        "The generator",
        "Randomness, 52x8",
        "Sources and builds",
        "Logs",
        "Compliance",
        "Changes",
        "Monitoring of returns",
    ]
    for part in parts.values():
        for file in part["files"]:
            assert sha256((folder / file["path"]).read_bytes()).hexdigest() == file["sha256"]
    assert len((folder / "randomness" / "52x8" / "storms-storm.txt").read_text().splitlines()) == 300
    assert (folder / "books" / "storm" / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert {"shoe/vectors.json", "shoe/storm-vectors.json"} <= {
        file["path"] for file in parts["The generator"]["files"]
    }
    assert "36 points" in parts["Compliance"]["found"][0]
    assert "36 passed" in parts["Compliance"]["found"][0]
    assert parts["Logs"]["found"][0].endswith("punto audit finds nothing wrong.")
    assert not any("not played" in line for line in parts["Logs"]["missing"])
    log = (folder / "logs" / "sample-log.jsonl").read_text()
    assert "CardsStruck" in log
    assert "CoupSettled" in log
    assert "The battery was not run" in ran.printed
    assert "Report on storm" in ran.refused


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sa"], "Missing option '--output'"),
        (["nope", "-o", "pack"], "BOOK: 'nope' is not a book"),
        (["sa", "-o", "pack", "--sources", "/"], "--sources: / is not Punto's source tree"),
        (["sa", "-o", "pack", "--seed", "-1"], "--seed: a seed is a whole number from 0 to "),
        (["sa", "-o", "pack", "--coups", "0"], "--coups: from 1 to "),
        (["sa", "-o", "pack", "--exposure-shoes", "1"], "--exposure-shoes: 1 shoes cannot be counted; choose from 2"),
        (["sa", "-o", "pack", "--since", "v999"], "--since: 'v999' is no commit or tag of "),
        (["sa", "-o", "pack", "--since", "--all"], "--since: '--all' is no commit or tag of "),
        (["sa", "-o", "pack", "--since", ""], "--since: '' is no commit or tag of "),
        (["sa", "-o", "pack", "--junit", "/nowhere"], "--junit: /nowhere: there is no such file"),
        (["sa", "-o", "pack", "--junit", "/"], "--junit: /: this is a folder, not a file"),
        (["sa", "-o", "/"], "--output: / is not empty and holds no pack; choose another folder"),
        (["sa", "-o", "/proc/pack"], "--output: /proc/pack: No such file or directory"),
    ],
)
def test_bad_input_is_refused_by_name(
    terminal: Terminal, arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = terminal.run("lab", *arguments)
    assert (ran.code, ran.refused.count("\n")) == (2, 1)
    assert says in ran.refused
    assert list(tmp_path.iterdir()) == []


def test_changes_since_a_commit_are_not_listed_without_a_history(terminal: Terminal, tmp_path: Path) -> None:
    for mark in MARKS:
        (tmp_path / mark).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / mark).write_text("")
    ran = terminal.run("lab", "sa", "-o", str(tmp_path / "pack"), "--sources", str(tmp_path), "--since", "v1")
    assert (ran.code, ran.refused.count("\n")) == (2, 1)
    assert f"--since: {tmp_path} has no history that git can read" in ran.refused
    assert not (tmp_path / "pack").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<!doctype html>", "is no JUnit file: "),
        ("<testsuites/>", "is no JUnit file: it has no test case; `pytest --junitxml FILE` writes one"),
        (
            '<testcase classname="a" name="b"/>',
            "has none of the tests that hold the points; run pytest in Punto's sources",
        ),
    ],
)
def test_results_that_say_nothing_of_the_points_are_refused_before_the_work(
    terminal: Terminal, tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "run.xml"
    file.write_text(text)
    ran = terminal.run("lab", "sa", "-o", str(tmp_path / "pack"), "--junit", str(file))
    assert (ran.code, ran.refused.count("\n")) == (2, 1)
    assert f"--junit: {file} {says}" in ran.refused
    assert not (tmp_path / "pack").exists()


def test_two_books_of_one_id_would_replace_each_others_files(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text("from punto.books import SA\n\nBOOK = SA\n")
    ran = terminal.run("lab", "sa", "own.py", "-o", "pack")
    same = "'sa' and 'own.py' are both book 'sa'; leave one out, or give your own book another id"
    assert (ran.code, ran.refused) == (2, f"punto: BOOK: {same}\n")
    assert not Path("pack").exists()
