"""The client's colours and sizes: a name that one block defines twice has a dead value, and somebody meant it."""

import re
from collections import Counter
from pathlib import Path

import pytest

SCREEN = Path(__file__).parents[2] / "web" / "src" / "screen"


def defined_twice(css: str) -> list[str]:
    blocks = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL).split("}")
    names = (Counter(re.findall(r"(--[\w-]+)\s*:", block)) for block in blocks)
    return [name for block in names for name, count in block.items() if count > 1]


@pytest.mark.parametrize("file", sorted(SCREEN.glob("*tokens.css")), ids=lambda file: file.name)
def test_a_token_is_defined_once_in_a_block(file: Path) -> None:
    assert defined_twice(file.read_text(encoding="utf-8")) == []


def test_a_token_may_have_another_value_in_another_block() -> None:
    assert defined_twice(":root { --a: 1; --b: var(--a); --a: 2; } .day { --a: 3; }") == ["--a"]
