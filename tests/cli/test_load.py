"""`punto load` loads servers on this machine only, and says in one line why it cannot."""

import pytest

from punto.cli import run


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--url", "http://198.51.100.7:8000"], "is not a server on this machine"),
        (["--url", "https://127.0.0.1"], "is not a server on this machine"),
        (["--url", "http://127.0.0.1:99999"], "is not an address"),
        (["--url", "http://127.0.0.1:1"], "the load stopped"),
        (["--url", "http://127.0.0.1:1", "--fuzz", "10"], "--fuzz"),
        (["--fuzz", "10", "--database", "postgresql://x"], "takes no --database"),
        (["--patrons", "3"], "--patrons"),
    ],
)
def test_what_cannot_be_loaded(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", *arguments]) == 2
    said = capsys.readouterr().err
    assert complaint in said.splitlines()[-1]
