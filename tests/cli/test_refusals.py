"""Bad input ends with one line on standard error that names it, exit code 2 and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

PUNTO = str(Path(sys.executable).with_name("punto"))


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        (["odds", "nope"], "", "BOOK: 'nope' is not a book; use squeeze, sa, interblock, interblock-push-seven, "),
        (["odds", "nope.py"], "", "BOOK: nope.py: No such file or directory"),
        (["rules"], "", "Missing argument 'BOOK'."),
        (["odds", "sa", "--seen", "4h 4x"], "", "--seen: '4x' is not a card: rank then suit, from As to Kc"),
        (["odds", "sa", "--seen", "4h " * 9], "", "--seen: 4h stands here 9 times, and the deck 52x8 has 8"),
        (["odds", "sa", "--seen", "7r"], "", "--seen: '7r' is not a card"),
        (
            ["odds", "multicolor", "--seen", "12r"],
            "",
            "--seen: '12r' is not a card: number then colour, from 1r to 11w",
        ),
        (["odds", "--seen", "4h"], "", "--seen: name the BOOK whose cards they are"),
        (["odds", "sa", "--sean", "4h"], "", "No such option: --sean"),
        (["odds", "sa", "--dealt", "4h 2d"], "", "--dealt: '4h 2d' is not a round: player's cards / banker's cards"),
        (["odds", "sa", "--dealt", "9h Td 3c /"], "", "--dealt: the rules deal no round that shows 9h Td 3c /"),
        (["odds", "--dealt", "4h /"], "", "--dealt: name the BOOK whose cards they are"),
        (["odds", "sa", "--decks", "0"], "", "--decks: from 1 to 26 decks of 52 cards can be counted, not 0"),
        (["odds", "sa", "--decks", "27"], "", "--decks: from 1 to 26 decks of 52 cards can be counted, not 27"),
        (["design", "sa", "--bet", "nope", "--target-edge", "5"], "", "--bet: book 'sa' has no bet 'nope'"),
        (["design", "sa", "--bet", "tie", "--target-edge", "five"], "", "--target-edge: 'five' is not a percentage"),
        (["design", "sa", "--bet", "tie", "--target-edge", "100"], "", "'100' is not between -100 % and 100 %"),
        (["design", "sa", "--bet", "tie", "--target-edge", "5", "--step", "0"], "", "--step: '0' is not between"),
        (["design", "sa", "--bet", "tie", "--target-edge", "5", "--step", "1/0"], "", "--step: '1/0' is not a number"),
        (["count"], "", "No such command 'count'."),
        (["deal", "sa"], "4h 2d 4c\n", "line 1, '4h 2d 4c': Banker needs another card after 3"),
        (["deal", "sa"], "\n\n4h 2d 4c 10d\n", "line 3, '4h 2d 4c 10d': '10d' is not a card"),
        (["deal", "sa"], b"4h \xff\xfe\n", r"line 1, '4h \\xff\\xfe': '\\xff\\xfe' is not a card"),
        (["deal", "sa"], "4h " * 400_000, "line 1: longer than 1,048,576 bytes"),
        (["deal", "sa"], "4h " * 9, "4h stands here 9 times, and the deck 52x8 has 8"),
        (["settle", "sa"], "4h 2d\n", "line 1, '4h 2d': '4h 2d' is not a round: player's cards / banker's cards"),
        (["settle", "sa"], "4h 2d / 4c Td / 3s\n", "is not a round: player's cards / banker's cards"),
        (["settle", "sa"], "4h 2d / 4c Td\n", "line 1, '4h 2d / 4c Td': Banker needs another card after 4"),
        (["settle", "sa"], "4h 4d / 4c Td 3s\n", "Banker has 3 cards, but the round ended after 4h 4d / 4c Td"),
        (
            ["settle", "multicolor"],
            "7r 3r 11w / 10r 1r 1r\n",
            "Banker has 3 cards, but the round ended after 7r 3r 11w",
        ),
        (["settle", "sa"], "x" * 500, "line 1, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…': "),
    ],
)
def test_bad_input_is_refused_by_name(terminal: Terminal, arguments: list[str], given: str | bytes, says: str) -> None:
    ran = terminal.run(*arguments, given=given)
    assert ran.code == 2
    assert ran.printed == ""
    assert ran.refused.startswith("punto: ")
    assert says in ran.refused
    assert ran.refused.count("\n") == 1


@pytest.mark.parametrize("arguments", [["settle", "interblock", "--json"], ["settle", "interblock"]])
def test_rows_before_a_bad_line_are_printed_whole(terminal: Terminal, arguments: list[str]) -> None:
    whole = terminal.run(*arguments, given="4h 2d / 4c Td 3s\n9h 8d / 4c Td 3s\n")
    ran = terminal.run(*arguments, given="4h 2d / 4c Td 3s\n9h 8d / 4c Td 3s\n9h / 8d\n4h 2d / 4c Td 3s\n")
    assert whole.code == 0
    assert ran.printed == whole.printed
    assert ran.refused.startswith("punto: line 3, '9h / 8d': ")
    assert ran.code == 2


def test_a_program_that_waits_for_each_answer_gets_it() -> None:
    with subprocess.Popen([PUNTO, "deal", "sa"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin
        assert run.stdout
        for cards, coup in [("4h 2d 4c Td", "4h 4c / 2d Td"), ("9h 2d Tc Td", "9h Tc / 2d Td")]:
            run.stdin.write(f"{cards}\n")
            run.stdin.flush()
            assert run.stdout.readline() == f"{coup}\n"


def test_someone_who_types_is_told_what_to_type() -> None:
    master, slave = os.openpty()
    with subprocess.Popen([PUNTO, "deal", "sa"], stdin=slave, stderr=subprocess.PIPE, text=True) as run:
        os.close(slave)
        os.write(master, b"\x04")
        assert run.stderr
        assert run.stderr.read() == "Cards of sa in shoe order, one round per line. Ctrl-D ends.\n"
    os.close(master)
