"""docs/screen.md: every finding has an answer, and a test that would fail if it came back."""

import re
from pathlib import Path

import pytest

from tests.docs.test_architecture import found, names_in

PAGE = (Path(__file__).parents[2] / "docs" / "screen.md").read_text(encoding="utf-8")
ROWS = [
    (int(number), held)
    for number, held in re.findall(r"^\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$", PAGE, flags=re.MULTILINE)
]
IN_PYTHON = r"`([\w/]+\.py)::(\w+)`"
IN_THE_CLIENT = r'`([\w/.-]+\.test\.ts)` "([^"]+)"'
NAMED = sorted({name for _, held in ROWS for name in re.findall(f"{IN_PYTHON}|{IN_THE_CLIENT}", held)})


def test_every_finding_is_held_by_a_test() -> None:
    assert [number for number, _ in ROWS] == list(range(1, 53))
    one = f"(?:{IN_PYTHON}|{IN_THE_CLIENT})"
    assert [number for number, held in ROWS if not re.fullmatch(f"{one}(; {one})*", held)] == []


@pytest.mark.parametrize(("python", "function", "client", "title"), NAMED)
def test_a_test_that_holds_a_finding_exists(python: str, function: str, client: str, title: str) -> None:
    file = found(python or client)
    assert file is not None, f"{python or client} is not in web/src or the repository"
    if function:
        assert function in names_in(file), f"{python} has no {function}"
    else:
        assert f'"{title}"' in file.read_text(encoding="utf-8"), f'{client} has no test or row "{title}"'
