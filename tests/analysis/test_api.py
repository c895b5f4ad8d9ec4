"""The public names: what they are called, what they take, and that the page lists them."""

import inspect
import re
from pathlib import Path

from punto.analysis import api

ROOT = Path(__file__).parents[2]
PROMISED = ROOT / "tests/golden/public_api.txt"


def test_every_name_takes_what_it_took() -> None:
    """A changed line breaks somebody's program: it needs an entry in the changelog and the next version.

    To write the file again: python -c "from tests.analysis.test_api import write; write()".
    """
    assert _promise() == PROMISED.read_text(encoding="utf-8")


def test_the_page_lists_every_public_name() -> None:
    page = (ROOT / "docs/analysis.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)`", page.split("## The public names")[1].split("## Exact odds")[0]))
    assert set(api.__all__) - listed == set()


def test_names_are_sorted_and_imported_from_one_place() -> None:
    assert sorted(api.__all__) == api.__all__
    assert all(getattr(api, name).__module__.startswith("punto.analysis.") for name in api.__all__)


def _promise() -> str:
    return "".join(f"{name}{_signature(getattr(api, name))}\n" for name in api.__all__)


def _signature(value: object) -> str:
    names = [str(each).split(":")[0].split("=")[0].strip() for each in inspect.signature(value).parameters.values()]  # type: ignore[arg-type]
    return f"({', '.join(names)})"


def write() -> None:
    PROMISED.write_text(_promise(), encoding="utf-8")
