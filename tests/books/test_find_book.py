"""Finding a book by its id or in somebody's file, and every way in which there is none."""

from pathlib import Path

import pytest

from punto.books import EVERY_BOOK
from punto.books.find_book import UnknownBook, find_book
from punto.rules.rulebook import RuleBook

A_BOOK = """
from dataclasses import replace

from punto.books import INTERBLOCK

BOOK = replace(INTERBLOCK, id="mine", bets=INTERBLOCK.bets[:3])
"""

NOT_YET_TRUE = "'the hands tie' is not yet true or false: write & for and, | for or, ~ for not"


@pytest.mark.parametrize("book", EVERY_BOOK, ids=lambda book: book.id)
def test_a_book_of_ours_is_found_by_its_id(book: RuleBook) -> None:
    assert find_book(book.id) is book


def test_a_book_in_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(A_BOOK)
    book = find_book(str(path))
    assert (book.id, [bet.id for bet in book.bets]) == ("mine", ["player", "banker", "tie"])


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(A_BOOK)
    monkeypatch.chdir(tmp_path)
    assert find_book("mine.py").id == "mine"


@pytest.mark.parametrize("text", ["", "baccarat", "SA", "squeeze ", "books/sa.txt"])
def test_an_unknown_id_is_answered_with_the_known_ones(text: str) -> None:
    with pytest.raises(UnknownBook) as refused:
        find_book(text)
    assert str(refused.value) == (
        f"'{text}' is not a book; use squeeze, sa, interblock, interblock-push-seven, multicolor, seven-luck, "
        "seven-luck-no-commission, storm, ez-baccarat, five-treasures, tiger-baccarat, super-six, or a path that ends "
        "in .py"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1\nBOOK = (\n", ", line 2: SyntaxError: '(' was never closed"),
        ("x = 1\n\n  BOOK = 2\n", ", line 3: IndentationError: unexpected indent"),
        ("x = 1\nBOOK = 1 / 0\n", ", line 2: ZeroDivisionError: division by zero"),
        ("def book():\n    raise ValueError('one\\ntwo')\n\nBOOK = book()\n", ", line 2: ValueError: one"),
        (
            "import no_such_module_anywhere\n",
            ", line 1: ModuleNotFoundError: No module named 'no_such_module_anywhere'",
        ),
        (
            "from dataclasses import replace\nfrom punto.books import SA\nBOOK = replace(SA, bets=(), modes=())\n",
            ", line 3: InvalidRuleBook: book 'sa': it has no bets",
        ),
        ("\n\nraise SystemExit('goodbye')\n", ", line 3: SystemExit: goodbye"),
        ("import sys\nsys.exit(3)\n", ", line 2: SystemExit: 3"),
        ("", ": it has no rule book named BOOK; write BOOK = RuleBook(…)"),
        ("from punto.books import SA as book\n", ": it has no rule book named BOOK; write BOOK for book"),
        ("BOOK = 'sa'\n", ": it has no rule book named BOOK; its BOOK is 'sa', not a RuleBook"),
        (
            "from punto.rules import RuleBook as BOOK\n",  # the type, not a book
            ": it has no rule book named BOOK; its BOOK is \"<class 'punto.rules.rulebook.RuleBook'>\", not a RuleBook",
        ),
    ],
)
def test_a_file_without_a_book_is_refused_with_the_line_at_fault(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == f"{path}{message}"


def test_a_file_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("BOOK = 1\n", encoding="utf-16")
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == f"{path}: it is not text in UTF-8"


def test_a_path_where_no_file_is_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == f"{path}: No such file or directory"


def test_a_folder_named_like_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.mkdir()
    (path / "__main__.py").write_text("raise AssertionError('nothing in a folder is run')")
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == f"{path}: Is a directory"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "x = 1\nopen('nothere.txt')",
            ", line 2: FileNotFoundError: [Errno 2] No such file or directory: 'nothere.txt'",
        ),
        ("raise OSError('disk on fire')", ", line 1: OSError: disk on fire"),
        (
            "from punto.rules import *\nline = Line(\n    hands_tie or player_wins,\n    PUSH)",
            ", line 3: InvalidCondition: " + NOT_YET_TRUE,
        ),
        (
            "from punto.rules import *\nbanker = Line(banker_wins, Odds(0.95))",
            ", line 2: InvalidOdds: odds of 0.95 are not exact; write Odds('0.95')",
        ),
        ("x = 1\n\nraise SyntaxError('odd')", ", line 3: SyntaxError: odd"),
        ("import sys\nsys.path.insert(0, '{folder}')\nimport broken_module", ", line 3: SyntaxError: invalid syntax"),
    ],
)
def test_a_fault_is_laid_at_the_line_of_the_book_that_led_to_it(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "broken_module.py").write_text("a = 1\nb = 2\nc = 3\nthis is no Python\n")
    path = tmp_path / "mine.py"
    path.write_text(source.format(folder=tmp_path))
    with pytest.raises(UnknownBook) as refused:
        find_book(str(path))
    assert str(refused.value) == f"{path}{message}"


def test_a_file_with_a_null_byte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("x = '\0'")
    with pytest.raises(UnknownBook, match="it is not text in UTF-8"):
        find_book(str(path))


@pytest.mark.parametrize("error", ["GeneratorExit", "SystemExit(5)", "BaseException('no')"])
def test_nothing_that_a_file_raises_gets_past(tmp_path: Path, error: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"raise {error}")
    with pytest.raises(UnknownBook, match="line 1: "):
        find_book(str(path))


def test_an_interrupt_is_not_the_files_fault(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        find_book(str(path))


def test_a_file_knows_where_it_is_and_may_declare_dataclasses(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from punto.books import SA as BOOK\n"
        "@dataclass\nclass Mine:\n    x: int\n"
        "assert __file__.endswith('mine.py')\n"
    )
    assert find_book(str(path)).id == "sa"
