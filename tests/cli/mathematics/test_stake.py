"""`punto stake` from the terminal, with strategies of ours and of others."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[3]
START = "from punto.analysis.staking.strategy import *\n"
MINE = START + "@strategy('mine', 'mine')\ndef mine(patron):\n    {body}\n"
QUICK = ("--sessions", "20", "--coups", "50", "--seed", "1")


@pytest.mark.parametrize("name", ["flat", "martingale", "paroli", "1-3-2-6", "kelly", "follow-the-road"])
def test_every_strategy_tells_its_bankrolls(terminal: Terminal, name: str) -> None:
    ran = terminal.run("stake", "interblock", name, *QUICK, "--json")
    told = json.loads(ran.printed)
    assert (ran.code, told["strategy"], told["sessions"], told["bet"]) == (0, name, 20, "banker")
    assert list(told["ending"]["percentiles"]) == ["5", "25", "50", "75", "95"]
    assert len(told["survival"]) == 51
    assert 0 <= told["risk_of_ruin"] <= 1
    assert told["house_edge"] == pytest.approx(0.010579, abs=1e-6)


def test_people_get_a_table_and_a_picture(terminal: Terminal, tmp_path: Path) -> None:
    picture = tmp_path / "bankrolls.svg"
    ran = terminal.run("stake", "sa", "martingale", *QUICK, "--svg", str(picture))
    again = terminal.run("stake", "sa", "martingale", *QUICK, "--svg", str(tmp_path / "again.svg"))
    assert ran.code == 0
    assert "risk of ruin" in ran.printed
    assert ran.printed == again.printed
    assert picture.read_text().startswith("<?xml")
    assert picture.read_bytes() == (tmp_path / "again.svg").read_bytes(), "the same seed draws the same picture"


def test_without_a_ruin_the_risk_has_an_upper_bound(terminal: Terminal) -> None:
    ran = terminal.run("stake", "sa", "flat", *QUICK)
    assert re.search(r"risk of ruin +│ +0 of 20, so below 14 %", ran.printed)
    assert re.search(r"calculated, for independent rounds +│ +0 %", ran.printed)
    told = json.loads(terminal.run("stake", "sa", "flat", *QUICK, "--json").printed)
    assert told["risk_of_ruin_bounds"] == [0, pytest.approx(1 - 0.05 ** (1 / 20))]


def test_few_ruins_are_told_with_their_bounds_and_many_with_an_error(terminal: Terminal) -> None:
    few = terminal.run("stake", "sa", "martingale", "--bankroll", "60", *QUICK).printed
    assert re.search(r"risk of ruin +│ +\d of 20: [\d.]+ to [\d.]+ %", few)
    many = terminal.run("stake", "sa", "martingale", "--bankroll", "9", *QUICK).printed
    assert re.search(r"risk of ruin +│ +\d+ ± \d+ %", many)


def test_a_counter_is_told_what_the_stakes_were_worth(terminal: Terminal) -> None:
    asked = ("stake", "ez-baccarat", "kelly", "--bet", "dragon-7", "--bankroll", "10000", *QUICK[:2], "--seed", "1")
    assert "by the count, luck left out" in terminal.run(*asked).printed
    assert json.loads(terminal.run(*asked, "--json").printed)["won_by_the_count"]["value"] > 0
    assert "by the count" not in terminal.run("stake", "sa", "flat", *QUICK).printed


def test_a_row_for_programs(terminal: Terminal) -> None:
    [row] = csv.DictReader(io.StringIO(terminal.run("stake", "sa", "flat", *QUICK, "--csv").printed))
    assert (row["book"], row["strategy"], row["bet"], row["sessions"]) == ("sa", "flat", "banker", "20")
    assert row["cut_card"] == "14"
    assert float(row["ending_error"]) > 0


def test_the_documented_strategy_plays(terminal: Terminal, tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs/staking.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code
    path = tmp_path / "labouchere.py"
    path.write_text(code[1], encoding="utf-8")
    told = json.loads(terminal.run("stake", "sa", str(path), *QUICK, "--json").printed)
    assert told["strategy"] == "labouchere"
    assert told["staked"] > told["wagers"] >= 10


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("x = (", ", line 1: SyntaxError: '(' was never closed"),
        ("import nowhere_at_all", ", line 1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("", ": it declares no strategies with @strategy; it must declare one"),
        ("from punto.analysis.staking.strategies import flat", ": it declares no strategies with @strategy"),
        (MINE.format(body="yield 1 / 0"), ", line 4: ZeroDivisionError: division by zero"),
        (MINE.format(body="return 5"), "TypeError: 'int' object is not an iterator"),
    ],
)
def test_a_bad_file_is_laid_at_its_line(terminal: Terminal, tmp_path: Path, source: str, says: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    ran = terminal.run("stake", "sa", str(path), *QUICK)
    assert (ran.code, ran.printed) == (2, "")
    assert ran.refused.startswith(f"punto: STRATEGY: {path}")
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("yield 5", "a stake is one or more whole units on a bet, not '5'"),
        ("yield patron.stake(0)", "a stake is one or more whole units on a bet, not "),
        ("yield patron.stake(1, 'dragon')", "book 'sa' has no bet 'dragon'"),
    ],
)
def test_a_stake_that_cannot_be_placed_is_refused(terminal: Terminal, tmp_path: Path, body: str, says: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE.format(body=body))
    ran = terminal.run("stake", "sa", str(path), *QUICK)
    assert ran.code == 2
    assert ran.refused.startswith(f"punto: STRATEGY {path}: {says}")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sa", "nope"], "STRATEGY: 'nope' is unknown; use flat, martingale, paroli, 1-3-2-6, kelly, follow-the-road"),
        (["sa", "nope.py"], "STRATEGY: nope.py: No such file or directory"),
        (["sa", "flat", "--sessions", "0"], "--sessions: from 1 to 1,000,000 sessions can be played, not 0"),
        (["sa", "flat", "--coups", "0"], "--coups: from 1 to 1,000,000, not 0"),
        (["sa", "flat", "--bankroll", "-1"], "--bankroll: from 1 to 1,000,000,000, not -1"),
        (["sa", "flat", "--stake-max", "0"], "--stake-max: from 1 to 1,000,000,000, not 0"),
        (["sa", "flat", "--seed", "-1"], "--seed: a seed is a whole number from 0 to"),
        (["sa", "flat", "--bet", "dragon"], "--bet: book 'sa' has no bet 'dragon'"),
        (["sa", "flat", "--svg", "/none/a.svg"], "/none/a.svg: No such file or directory"),
        (["sa"], "Missing argument 'STRATEGY'."),
    ],
)
def test_bad_input_is_refused_in_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    ran = terminal.run("stake", *arguments)
    assert (ran.code, ran.printed) == (2, "")
    assert ran.refused.startswith(f"punto: {says}")
    assert ran.refused.count("\n") == 1
