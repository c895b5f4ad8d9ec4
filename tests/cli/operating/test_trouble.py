"""Closed streams, full disks, odd encodings, interrupts: one clear line at most, never a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

PUNTO = str(Path(sys.executable).with_name("punto"))
COUP = "4h 2d / 4c Td 3s\n"


def run(command: str, given: str = COUP, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command.replace("punto", f"'{PUNTO}'")],
        input=given,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, **environment},
        timeout=30,
    )


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("punto settle sa <&-", "standard input is closed"),
        ("punto deal sa <&-", "standard input is closed"),
        ("punto roads <&-", "standard input is closed"),
        ("punto odds interblock >&-", "standard output is closed"),
        ("punto settle sa >&-", "standard output is closed"),
        ("punto settle sa >/dev/full", "output: No space left on device"),
        ("punto odds interblock >/dev/full", "output: No space left on device"),
        ("punto books --json >/dev/full", "output: No space left on device"),
        ("punto --version >/dev/full", "output: No space left on device"),
    ],
)
def test_a_stream_that_is_closed_or_full(command: str, says: str) -> None:
    ran = run(command)
    assert (ran.returncode, ran.stderr) == (2, f"punto: {says}\n")


@pytest.mark.parametrize("arguments", ["settle sa", "odds multicolor", "odds multicolor --json", "rules sa", "books"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_everything_shows_what_it_can(arguments: str, encoding: str) -> None:
    ran = run(f"punto {arguments}", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_reader_may_stop() -> None:
    ran = run("yes '4h 2d / 4c Td 3s' | punto settle sa | head -n 1; echo ${PIPESTATUS[1]}")
    assert ran.stdout.splitlines()[1] in ("0", "141"), "as quiet as any program of Unix"
    assert ran.stderr == ""


def test_an_interrupt_ends_quietly() -> None:
    with subprocess.Popen(
        [PUNTO, "settle", "sa"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(COUP)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == ""


INTERRUPTED_WHILE_LOADING = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "punto.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
sys.argv = ["punto", "odds", "sa"]
from punto.__main__ import main
main()
"""


def test_an_interrupt_while_it_loads_ends_quietly() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED_WHILE_LOADING], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")


def test_an_empty_book_is_no_book() -> None:
    assert run("punto odds ''").stderr.startswith("punto: BOOK: '' is not a book")


def test_a_mark_before_the_first_line_is_overlooked() -> None:
    assert run("punto deal sa", given="\ufeff4h 2d 4c Td\r\n").stdout == "4h 4c / 2d Td\n"


OWN_BOOK = """
from dataclasses import replace
from punto.books import INTERBLOCK
from punto.rules import *
from punto.rules.drawing import DrawingRule

{given}
BOOK = replace(INTERBLOCK, id="mine", {changed})
"""


@pytest.mark.parametrize("command", ["odds", "rules", "settle"])
@pytest.mark.parametrize(
    ("given", "changed", "says"),
    [
        (
            "@result_atom('x')\ndef bad(result): return 1 / 0",
            "bets=(Bet('x', 'X', (Line(bad, Odds(1)),)),)",
            ", line 8: ZeroDivisionError: division by zero",
        ),
        (
            "@first_two_atom('{{side}} x')\ndef bad(first, second): raise ValueError('odd')",
            "bets=(Bet('x', 'X', (Line(bad.of(PLAYER), Odds(1)),)),)",
            ", line 8: ValueError: odd",
        ),
        (
            "bad = DrawingRule(lambda player, banker: PLAYER, lambda p, b: False, frozenset(range(10)), '')",
            "drawing=bad",
            ": AssertionError: the drawing rule deals Player a fourth card",
        ),
    ],
)
def test_a_book_that_would_fail_later_is_refused_at_its_line(
    terminal: Terminal, tmp_path: Path, command: str, given: str, changed: str, says: str
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_BOOK.format(given=given, changed=changed))
    ran = terminal.run(command, str(path), given=COUP)
    assert (ran.code, ran.refused) == (2, f"punto: BOOK: {path}{says}\n")


def test_a_shoe_too_large_to_count_is_not_blamed_on_seen_cards(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_BOOK.format(given="", changed="deck=french_deck(copies=100)"))
    for command in ("odds", "rules"):
        assert terminal.run(command, str(path)).refused == (
            "punto: book mine: 5200 cards are more than the 1,400 that exact counting can handle\n"
        )


def test_brackets_in_a_title_are_no_markup(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN_BOOK.format(given="", changed="title='[/bogus] [red]'"))
    ran = terminal.run("odds", str(path))
    assert ran.code == 0
    assert "[/bogus] [red]" in ran.printed
