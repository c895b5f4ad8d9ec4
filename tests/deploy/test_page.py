"""docs/deploying.md names every file of deploy/, and the commands on it are real."""

import re
from pathlib import Path

import pytest
import typer.main

from punto.cli import app_for

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"\bpunto ((?:serve|backup|restore|accept-loss|audit)\b[^`\n#]*--[^`\n#]*)", PAGE)))
UNNAMED = {"Containerfile.dockerignore"}  # builders find it by its name


def test_every_file_is_on_the_page_and_every_link_leads_somewhere() -> None:
    files = [path for path in (ROOT / "deploy").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    files = [path for path in files if path.parent.name not in ("drill", "upgrade")]
    assert [path.name for path in files if path.name not in PAGE] == sorted(UNNAMED)
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
    named = re.findall(r"`(tests/deploy/\w+\.py)`", PAGE) + re.findall(r"(deploy/[\w-]+/[\w.-]+\w)", PAGE)
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_the_options_that_the_page_gives_it(command: str) -> None:
    name, *words = command.split()
    group = typer.main.get_command(app_for([name]))
    options = {option for each in group.commands[name].params for option in each.opts}  # type: ignore[attr-defined]
    asked = {word for word in words if word.startswith("--")}
    assert asked - options == set()


def test_what_was_not_tried_is_said_where_a_file_begins() -> None:
    """Of those that no test can run here."""
    for name in ("container/Containerfile", "container/compose.yaml", "container/postgresql.conf"):
        first = (ROOT / "deploy" / name).read_text(encoding="utf-8").splitlines()[0]
        assert re.match(r"# (Never (built|started) by the tests|The database of compose.yaml; not run)", first), name
    for unit in (*(ROOT / "deploy/systemd").glob("*.service"), *(ROOT / "deploy/systemd").glob("*.conf")):
        assert unit.read_text(encoding="utf-8").startswith("# Not tried under a real systemd"), unit.name
