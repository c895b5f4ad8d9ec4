"""Plain values of options are read as Typer would read them, and what is wrong is told in its words."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.models import OptionInfo

from punto.cli.input.plain_values import NotPlain, plain_value

PORT = OptionInfo(min=1, max=99)
PATH = OptionInfo()


@pytest.mark.parametrize(("value", "wanted", "plain"), [
    # given        wanted     read as
    ("sa",         str,       "sa"),
    ("",           str,       ""),
    ("7",          int,       7),
    ("-7",         int,       None),    # out of range
    ("100",        int,       None),
    ("7.0",        int,       None),    # Typer takes it
    ("seven",      int,       None),
    ("٧",          int,       None),
    (8,            int,       8),       # a default
    ("0.5",        float,     None),
    (0.5,          float,     0.5),
    ("no/such",    Path,      Path("no/such")),
    (Path("a"),    Path,      Path("a")),
    (["a", "b"],   list[str], ["a", "b"]),
    (("a",),       list[str], ["a"]),
    ("caf\udce9",  str,       None),    # bytes that are no text
    (b"sa",        str,       None),
])  # fmt: skip
def test_a_plain_value_needs_no_library(value: object, wanted: type, plain: object) -> None:
    if plain is None:
        with pytest.raises(NotPlain):
            plain_value(value, wanted, PORT)
    else:
        assert plain_value(value, wanted, PORT) == plain


def test_a_path_that_is_to_be_checked_is_left_to_typer() -> None:
    assert plain_value("x", Path, PATH) == Path("x")
    with pytest.raises(NotPlain):
        plain_value("x", Path, OptionInfo(exists=True))
    with pytest.raises(NotPlain):
        plain_value("x", str, OptionInfo(parser=str.upper))


@pytest.mark.parametrize(("arguments", "words"), [
    (["serve", "--port", "80000", "--check"], "--port"),
    (["odds", "sa", "--decks", "many"],       "--decks"),
    (["odds", "sa", "--decks", "0"],          "--decks"),
])  # fmt: skip
def test_a_wrong_value_is_refused_with_its_option(arguments: list[str], words: str) -> None:
    ran = subprocess.run([sys.executable, "-m", "punto", *arguments], capture_output=True, text=True)
    assert ran.returncode == 2
    assert words in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
