"""The battery at its process boundary: a program that prints what dieharder prints, and dieharder itself."""

from pathlib import Path

import pytest

from punto.lab.randomness.dieharder import COLUMNS, Outcome, find_battery, run_battery
from punto.lab.randomness.verdict import Judged, Verdict

PRINTED = """\
#=============================================================================#
#            dieharder version 3.31.1 Copyright 2003 Robert G. Brown          #
#=============================================================================#
        diehard_runs|   0|    100000|      80|0.78052149|  PASSED  
        diehard_runs|   0|    100000|      80|0.00051078|   WEAK   
"""  # noqa: W291 (as it prints)


def program(folder: Path, script: str) -> str:
    file = folder / "battery"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "words.bin"
    file.write_bytes(bytes(range(256)) * 4_000)
    return file


def test_figures_are_read_from_what_the_battery_prints(tmp_path: Path, data: Path) -> None:
    (tmp_path / "printed.txt").write_text(PRINTED)
    said: list[str] = []
    ran = run_battery(program(tmp_path, f"cat {tmp_path}/printed.txt"), data, [("15", "-p", "80")], said.append)
    assert ran.outcomes == (
        Outcome("diehard_runs", 0, 100_000, 80, 0.78052149, "PASSED"),
        Outcome("diehard_runs", 0, 100_000, 80, 0.00051078, "WEAK"),
    )
    assert ran.version == "dieharder version 3.31.1 Copyright 2003 Robert G. Brown"
    assert ran.raw.startswith("$ dieharder -g 200 -D test_name")
    assert ran.raw.splitlines()[0].endswith("-d 15 -p 80 < words.bin")
    assert said == ["  dieharder 1 of 1"]


def test_it_is_given_the_bytes_and_every_column_is_asked_for(tmp_path: Path, data: Path) -> None:
    ran = run_battery(program(tmp_path, 'echo "$@"; wc -c'), data, [("0",)])
    assert str(data.stat().st_size) in ran.raw
    assert all(f"-D {column}" in ran.raw for column in COLUMNS)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ('echo "# stdin_input_raw(): Error: EOF"', "stdin_input_raw(): Error: EOF"),
        ("exit 0", "it wrote nothing"),
        ("exit 3", "it ended with code 3: it wrote nothing"),
    ],
)
def test_a_test_without_a_figure_is_named(tmp_path: Path, data: Path, script: str, why: str) -> None:
    ran = run_battery(program(tmp_path, script), data, [("2", "-p", "1")])
    assert (ran.outcomes, ran.unfinished) == ((), (f"-d 2 -p 1: {why}",))


def test_a_battery_that_cannot_be_started_is_named(tmp_path: Path, data: Path) -> None:
    ran = run_battery(str(tmp_path / "missing"), data, [("0",)])
    assert ran.unfinished == ("-d 0: it could not be started: No such file or directory",)


@pytest.mark.skipif(find_battery() is None, reason="dieharder is not installed: make battery installs it")
def test_dieharder_itself_finds_what_is_not_random(data: Path) -> None:
    program = find_battery()
    assert program is not None
    ran = run_battery(program, data, [("100", "-t", "100000", "-p", "2")])
    assert [each.assessment for each in ran.outcomes] == ["FAILED"] or ran.outcomes[0].p_value > 0.99
    assert "3.31" in ran.version


def test_what_gave_no_figure_has_not_passed() -> None:
    assert Verdict((Judged("runs 0", float("nan")),)).words.startswith("FAILED")
    assert Verdict((Judged("runs 0", 0.5),)).words.startswith("Passed")
