"""A bet on which the house loses is allowed, with a warning."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

GIFT = """\
from dataclasses import replace
from punto.books import INTERBLOCK
from punto.rules import *
BOOK = replace(INTERBLOCK, id="gift", bets=(*INTERBLOCK.bets[:2], Bet("tie", "Tie", (Line(hands_tie, Odds(10)),))))
"""
WARNING = "punto: warning: bet 'tie' returns 104.6716 %: the house loses on it\n"  # eleven times 9.515597 %


@pytest.mark.parametrize("command", ["odds", "rules"])
def test_a_bet_that_returns_more_than_it_takes_is_named(terminal: Terminal, tmp_path: Path, command: str) -> None:
    path = tmp_path / "gift.py"
    path.write_text(GIFT)
    ran = terminal.run(command, str(path))
    assert (ran.code, ran.refused) == (0, WARNING)
    assert "Tie" in ran.printed


def test_a_shoe_that_favours_patrons_is_no_fault_of_the_book(terminal: Terminal) -> None:
    seen = " ".join(f"{rank}{suit}" for rank in "A2345" for suit in "shdc" for _ in range(8))
    assert terminal.run("odds", "interblock", "--seen", seen).refused == ""
