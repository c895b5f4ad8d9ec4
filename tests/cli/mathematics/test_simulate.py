"""`punto simulate` from the terminal: reproducible, interruptible, and clear about what it cannot do."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

from tests.cli.terminal import Terminal

PUNTO = [sys.executable, "-m", "punto"]
OWN_BOOK = """
from dataclasses import replace
from punto.books import INTERBLOCK
from punto.rules import *

@first_two_atom("{side}'s first two cards are aces")
def aces(first, second):
    return first.rank == second.rank == "A"

BOOK = replace(INTERBLOCK, id="mine", bets=(Bet("aces", "Aces", (Line(aces.of(PLAYER), Odds(150)),)),))
"""


def test_the_json_says_what_was_played_and_how_it_compares(terminal: Terminal) -> None:
    ran = terminal.run("simulate", "sa", "--coups", "300000", "--seed", "5", "--threads", "2", "--json")
    told = json.loads(ran.printed)
    assert (ran.code, told["book"], told["coups"], told["seed"], told["interrupted"]) == (0, "sa", 300_000, 5, False)
    assert told["coups_per_second"] == pytest.approx(told["coups"] / told["seconds"])
    assert told["compared"] == {"coups": told["compared"]["coups"], "first_of_every_shoe": 66}
    assert told["chi_square"]["p_value"] > 0.001
    banker = told["bets"]["banker"]
    assert len(told["bets"]) == 19
    assert banker["exact_ev"] == pytest.approx(-0.010579, abs=1e-6)
    assert banker["z_score"] == pytest.approx((banker["mean"] - banker["exact_ev"]) / banker["standard_error"])


def test_the_same_seed_gives_the_same_result_whatever_the_threads(terminal: Terminal) -> None:
    def told(threads: int) -> object:
        ran = terminal.run(
            "simulate", "interblock", "--coups", "3000000", "--seed", "9", "--threads", f"{threads}", "--json"
        )
        result = json.loads(ran.printed)
        return {name: result[name] for name in ("coups", "shoes", "compared", "chi_square", "bets")}

    assert told(1) == told(2) == told(3)


def test_csv_has_what_repeats_it(terminal: Terminal) -> None:
    asked = ("simulate", "interblock", "--coups", "20000", "--cut-card", "20", "--csv")
    printed = terminal.run(*asked).printed
    first = next(csv.DictReader(io.StringIO(printed)))
    assert (first["book"], first["rounds"], first["cut_card"]) == ("interblock", "20000", "20")
    assert terminal.run(*asked, "--seed", first["seed"]).printed == printed


def test_people_get_a_table(terminal: Terminal) -> None:
    ran = terminal.run("simulate", "multicolor", "--coups", "20000", "--seed", "1")
    assert ran.code == 0
    assert "20,000 rounds in " in ran.printed
    assert "the first 71 of every shoe" in ran.printed
    assert "chi-square" in ran.printed
    assert "−3 cards" in ran.printed


def test_an_own_book_is_simulated(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_BOOK)
    told = json.loads(terminal.run("simulate", str(path), "--coups", "200000", "--seed", "1", "--json").printed)
    assert told["bets"]["aces"]["exact_ev"] == pytest.approx(32 * 31 / (416 * 415) * 151 - 1)
    assert abs(told["bets"]["aces"]["z_score"]) < 4


def test_a_deeper_cut_card_plays_fewer_rounds_a_shoe(terminal: Terminal) -> None:
    def shoes(*more: str) -> int:
        ran = terminal.run("simulate", "sa", "--coups", "50000", "--seed", "1", "--json", *more)
        return int(json.loads(ran.printed)["shoes"])

    assert shoes("--cut-card", "208") > 1.8 * shoes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sa", "--coups", "0"], "--coups: from 1 to 1,000,000,000,000,000 rounds can be played, not 0"),
        (["sa", "--coups", "-3"], "--coups: from 1 to 1,000,000,000,000,000 rounds can be played, not -3"),
        (["sa", "--coups", "many"], "Invalid value for '--coups': "),
        (["sa", "--seed", "-1"], "--seed: a seed is a whole number from 0 to 18446744073709551615, not -1"),
        (["sa", "--threads", "0"], "--threads: from 1 to 1,024 threads can play, not 0"),
        (["sa", "--cut-card", "3"], "--cut-card: the cut card lies 12 to 415 cards from the end, not 3"),
        (["nope"], "BOOK: 'nope' is not a book"),
    ],
)
def test_bad_input_is_refused_in_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("simulate", *arguments)
    assert (ran.code, ran.printed) == (2, "")
    assert ran.refused.startswith(f"punto: {says}")
    assert ran.refused.count("\n") == 1


def test_an_interrupt_shows_what_was_reached() -> None:
    """On a terminal: the progress bar tells a rate as soon as something is played."""
    master, slave = os.openpty()
    command = [*PUNTO, "simulate", "interblock", "--coups", "100000000000", "--seed", "1", "--json"]
    environment = {**os.environ, "PYTHONPATH": "src", "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, text=True, env=environment) as process:
        shown = b""
        while b"M/s" not in shown:
            shown += os.read(master, 65_536)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
    os.close(slave)
    os.close(master)
    told = json.loads(printed)
    assert process.returncode == 130
    assert b"/100000000000" in shown
    assert told["interrupted"]
    assert 0 < told["coups"] < 100_000_000_000


def test_it_runs_where_no_table_can_be_kept(terminal: Terminal, tmp_path: Path) -> None:
    arguments = ["simulate", "interblock", "--coups", "1000", "--seed", "1", "--json"]
    assert terminal.run(*arguments).code == 0
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "cache")
    compiled = str(config.CACHE_DIR)  # type: ignore[attr-defined] # by the run above: compiling takes ten seconds
    environment = {**os.environ, "PYTHONPATH": "src", "XDG_CACHE_HOME": nowhere, "NUMBA_CACHE_DIR": compiled}
    ran = subprocess.run([*PUNTO, *arguments], capture_output=True, text=True, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["coups"] == 1_000


def test_number_loops_are_compiled_where_no_machine_code_can_be_kept() -> None:
    program = (
        "import numba.core.caching as caching\n"
        "caching.CacheImpl._locator_classes = []\n"  # as if no folder could be written
        "from punto.analysis.native import compiled\n"
        "twice = compiled(lambda number: 2 * number)\n"
        "assert (twice(4), len(twice.signatures)) == (8, 1)\n"
    )
    environment = {**os.environ, "PYTHONPATH": "src"}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
