"""Finds code that nothing uses, with vulture: `python -m dev.dead_code`.

It looks twice: at what ships, where use by a test does not count, and at everything, so that tests carry no dead code.
Fields of classes are left alone, because encoders read them. `ENTRY_POINTS` lists what other libraries call by name.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from vulture import Vulture
from vulture.core import Item

from dev.changed import ROOT
from punto.cli import COMMANDS

SHIPPED = ("src", "bench", "deploy", "dev", "docs", "hatch_build.py")
ENTRY_POINTS = {
    "ClientBuildHook": "hatchling",
    "PLUGIN_NAME": "hatchling",
    "initialize": "hatchling",
    "pytest_*": "pytest",
    "pytestmark": "pytest",
    "_get_default_plugins": "litestar",
    "load_overload": "numba",
    "_cache": "numba",
    "__getattr__": "Python, for a word that a module does not hold yet",
    "capture_signals": "uvicorn",
    "should_exit": "uvicorn",
    "handshake_complete": "uvicorn",
    "close_timer": "uvicorn",
    "collect": "prometheus_client",
    "do_GET": "http.server",
    "do_POST": "http.server",
    "daemon_threads": "http.server",
    "protocol_version": "http.server",
    "close_connection": "http.server",
    "log_message": "http.server",
    "disabled": "logging",
    "isolation": "asyncpg",
    "pix_fmt": "av",
    "gop_size": "av",
    "bit_rate": "av",
    "pts": "av",
    "time_base": "av",
    "tempdir": "tempfile",
    "run_in_executor": "asyncio",
    "_call_soon": "asyncio",
    "built_at": "part of a cache's key",
    "to_frame": "notebooks",
    "_repr_html_": "Jupyter",
    "ERROR_MAX": "the solver's promise to its callers",
    "Shoe": "tests: the shoe that every fast dealer is held against",
    "writer_process": "the test that kills it",
    "contribution_digest": "the published way to contribute to a shoe",
}
FIXTURE = "fixture"
SEEN_BY_OTHERS = {"import", "unreachable_code"}  # ruff finds unused imports, mypy unreachable code


def main() -> int:
    dead = dict.fromkeys([*_unused(SHIPPED), *_unused((*SHIPPED, "tests"))])
    for line in dead:
        sys.stderr.write(f"{line}\n")
    return 1 if dead else 0


def _unused(places: tuple[str, ...]) -> Iterator[str]:
    commands = [command.replace("-", "_") for command in COMMANDS]  # imported by name
    vulture = Vulture(ignore_names=[*ENTRY_POINTS, *commands], ignore_decorators=[f"@pytest.{FIXTURE}", f"@*{FIXTURE}"])
    vulture.scavenge([str(ROOT / place) for place in places])
    for item in vulture.get_unused_code():
        if item.typ not in SEEN_BY_OTHERS and not _is_field(item):
            path = Path(item.filename).resolve().relative_to(ROOT)
            yield f"{path}:{item.first_lineno}: unused {item.typ} {item.name!r}"


def _is_field(item: Item) -> bool:
    return item.typ == "variable" and item.first_lineno in _field_lines(Path(item.filename))


@cache
def _field_lines(path: Path) -> frozenset[int]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return frozenset(each.lineno for body in bodies for each in body if isinstance(each, ast.AnnAssign))


if __name__ == "__main__":
    sys.exit(main())
