"""Every example in README and docs is run as it stands, and answers as printed."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from punto.analysis.odds.house_edge import book_odds
from punto.books.find_book import find_book

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/your-own-book.md", "docs/roads.md", "docs/staking.md")


def console_examples(page: str) -> list[tuple[str, str]]:
    """Commands after `$ `, each with the lines printed under it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = example.partition("\n")
            found.append((command, printed))
    return found


@pytest.fixture
def own_book(tmp_path: Path) -> Path:
    page = (ROOT / "docs/your-own-book.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code
    path = tmp_path / "dragon-panda.py"
    path.write_text(code[1], encoding="utf-8")
    return path


@pytest.mark.parametrize(("command", "printed"), [example for page in PAGES for example in console_examples(page)])
def test_an_example_answers_as_printed(command: str, printed: str, own_book: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command], cwd=own_book.parent, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    answered = run.stdout + run.stderr
    assert answered == printed if printed else run.returncode == 0, answered


@pytest.mark.parametrize(("bet", "edge"), [("dragon-7", "7.6113"), ("panda-8", "10.1876"), ("banker", "1.0183")])
def test_the_documented_book_has_its_published_odds(own_book: Path, bet: str, edge: str) -> None:
    """Wizard of Odds, EZ Baccarat, eight decks."""
    odds = {each.bet.id: each for each in book_odds(find_book(str(own_book))).bets}
    assert f"{float(odds[bet].house_edge) * 100:.4f}" == edge


def test_the_documented_question_of_its_own_is_counted_exactly(own_book: Path) -> None:
    odds = {each.bet.id: each for each in book_odds(find_book(str(own_book))).bets}
    assert odds["suited"].win_probability == Fraction(103, 415)  # 104 cards of each suit, one of them gone


def test_every_file_that_is_named_in_the_docs_exists() -> None:
    for page in [*PAGES, *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert "://" in target or ((ROOT / page).parent / target).exists(), f"{page} points to {target}"
